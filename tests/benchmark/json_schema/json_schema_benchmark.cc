// Validation beside valijson and beside the cost of parsing, on the same texts in one process. compare.py
// runs it and the peers of other languages, and prints the table.
//   json_schema_benchmark --write FOLDER   writes the corpora as NAME.schema.json and NAME.json instead
//   json_schema_benchmark --time FOLDER    times the schemas of a folder instead (public_times.h)
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "a2a/json/document.h"
#include "corpora.h"
#include "extension/json_schema/validator.h"
#include "public_times.h"
#include "valijson_peer.h"

using namespace schemagate;

namespace {

using json_schema::Validator;
using json_schema::Verdict;

constexpr a2a::JsonLimits kLimits{1 << 24, 512, 1 << 20};

// Everything that one corpus needs, made once.
struct Subject {
  explicit Subject(const Corpus& corpus)
      : text(corpus.instance),
        schema(corpus.schema),
        validator(*Validator::compile(corpus.schema)),
        root(*document.parse(text, kLimits)),
        tree(nlohmann::json::parse(text)) {
    if (corpus.draft_7) peer = std::make_unique<ValijsonPeer>(nlohmann::json::parse(corpus.schema));
  }
  std::string text;
  std::string schema;
  Validator validator;
  simdjson::dom::parser simdjson;
  a2a::JsonDocument document;
  a2a::JsonValue root;
  nlohmann::json tree;
  std::unique_ptr<ValijsonPeer> peer;
};

void check(bool valid, const std::string& name) {
  if (valid) return;
  std::fprintf(stderr, "%s: the instance must be valid\n", name.c_str());
  std::exit(1);
}

template <class Work>
void add(const std::string& name, Work work) {
  benchmark::RegisterBenchmark(name.c_str(), [work](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(work());
  });
}

void add_corpus(const Corpus& corpus) {
  const auto subject = std::make_shared<Subject>(corpus);
  check(subject->validator.validate(subject->root) == Verdict::kValid, corpus.name);
  check(subject->validator.validate(subject->tree) == Verdict::kValid, corpus.name);
  add(corpus.name + "/document", [subject] { return subject->validator.validate(subject->root); });
  add(corpus.name + "/tree", [subject] { return subject->validator.validate(subject->tree); });
  add(corpus.name + "/explain", [subject] { return subject->validator.explain(subject->root).total; });
  if (subject->peer)
    add(corpus.name + "/valijson", [subject] { return subject->peer->validate(subject->tree); });
  add(corpus.name + "/parse_document", [subject] {
    a2a::JsonDocument& document = subject->document;
    return document.parse(subject->text, kLimits).has_value();
  });
  add(corpus.name + "/parse_simdjson",
      [subject] { return subject->simdjson.parse(subject->text).error() == simdjson::SUCCESS; });
  add(corpus.name + "/parse_nlohmann", [subject] { return nlohmann::json::parse(subject->text).size(); });
  add(corpus.name + "/compile", [subject] { return Validator::compile(subject->schema).has_value(); });
}

void write_corpora(const std::filesystem::path& folder) {
  for (const Corpus& corpus : corpora()) {
    std::ofstream(folder / (corpus.name + ".schema.json")) << corpus.schema;
    std::ofstream(folder / (corpus.name + ".json")) << corpus.instance;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--write") {
    write_corpora(argv[2]);
    return 0;
  }
  if (argc == 3 && std::string_view(argv[1]) == "--time") return print_public_times(argv[2]) ? 0 : 1;
  for (const Corpus& corpus : corpora()) add_corpus(corpus);
  const std::string large = large_schema();
  add("large_schema/compile", [large] { return Validator::compile(large).has_value(); });
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
