#include "public_times.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"

namespace schemagate {
namespace {

namespace fs = std::filesystem;
using json_schema::Validator;
using json_schema::Verdict;

constexpr std::string_view kSchemaEnd = ".schema.json";
constexpr auto kKinds = {"document", "explain", "whole"};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class Work>
double nanoseconds(int count, const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) benchmark::DoNotOptimize(work());
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / count;
}

// Rounds of some 20 microseconds, which mostly pass undisturbed.
template <class Work>
double least_time(const Work& work) {
  constexpr double kRound = 20'000;
  constexpr int kRounds = 40;
  int count = 1;
  double best = nanoseconds(count, work);
  while (best * count < kRound / 2 && count < 1 << 12) best = nanoseconds(count *= 2, work);
  for (int round = 0; round < kRounds; ++round) best = std::min(best, nanoseconds(count, work));
  return best;
}

void add_instance(const Validator& validator, const std::string& text, nlohmann::json& times) {
  a2a::JsonDocument document;
  const auto instance = document.parse(text);
  const bool valid = instance && validator.validate(*instance) == Verdict::kValid;
  for (const char* kind : kKinds) times[kind].push_back(nullptr);
  if (!valid) return;
  times["document"].back() = least_time([&] { return validator.validate(*instance); });
  times["explain"].back() = least_time([&] { return validator.explain(*instance).total; });
  a2a::JsonDocument again;
  times["whole"].back() = least_time([&] {
    const auto parsed = again.parse(text);
    return parsed && validator.validate(*parsed) == Verdict::kValid;
  });
}

nlohmann::json times_of(const std::string& name, const fs::path& folder) {
  nlohmann::json times = {{"name", name}};
  for (const char* kind : kKinds) times[kind] = nlohmann::json::array();
  const std::string schema = read(folder / (name + std::string(kSchemaEnd)));
  const json_schema::CompileOptions options{.default_dialect = json_schema::Dialect::kDraft7};
  const auto validator = Validator::compile(schema, options);
  if (!validator) return {{"name", name}, {"refused", validator.error().message}};
  double compile = nanoseconds(1, [&] { return Validator::compile(schema, options).has_value(); });
  for (int i = 0; i < 5; ++i)
    compile =
        std::min(compile, nanoseconds(1, [&] { return Validator::compile(schema, options).has_value(); }));
  times["compile"] = compile;
  std::ifstream instances(folder / (name + ".jsonl"));
  for (std::string line; std::getline(instances, line);) add_instance(*validator, line, times);
  return times;
}

}  // namespace

bool print_public_times(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    if (file.ends_with(kSchemaEnd)) names.push_back(file.substr(0, file.size() - kSchemaEnd.size()));
  }
  std::ranges::sort(names);
  for (const std::string& name : names) std::cout << times_of(name, folder).dump() << std::endl;
  return !names.empty();
}

}  // namespace schemagate
