// What a fragment costs: to fold, redact, split and embed it, and to find its cluster among a thousand. The
// counter rss_mb is that of the whole process: filter for one benchmark to know its own.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "extension/evolution/engine.h"
#include "extension/evolution/text/fold.h"
#include "extension/evolution/text/redaction.h"

namespace schemagate::evolution {
namespace {

constexpr std::array<std::string_view, 6> kTexts = {"I'd like a window seat please",
                                                    "a table for 4 people on May 3rd",
                                                    "do they have live music?",
                                                    "extra legroom",
                                                    "call me at +49 170 1234567 when it lands",
                                                    "a quiet room on a high floor, away from the lift"};

std::string word_of(std::uint64_t number) {
  std::string word;
  for (std::uint64_t rest = client_hash(std::to_string(number)) >> 16; rest > 0; rest /= 26) {
    word += static_cast<char>('a' + rest % 26);
  }
  return word;
}

// A pool of so many clusters of two words each.
Pool pool_of(std::uint64_t clusters, const Stemmer& stemmer) {
  Pool pool;
  const Settings settings;
  for (std::uint64_t i = 0; i < clusters; ++i) {
    Fragment fragment;
    fragment.row = i;
    fragment.text = word_of(2 * i) + " " + word_of(2 * i + 1);
    const Features features = features_of(tokenise(fragment.text, {}), stemmer);
    pool.add(std::move(fragment), features, settings);
  }
  return pool;
}

void embed_fragment(benchmark::State& state) {
  const Stemmer stemmer;
  const Pool pool = pool_of(1000, stemmer);
  std::size_t at = 0;
  for (auto _ : state) {
    const std::string text = redact(fold(kTexts[at++ % kTexts.size()]));
    benchmark::DoNotOptimize(embed(features_of(tokenise(text, {}), stemmer), pool.frequencies()));
  }
}
BENCHMARK(embed_fragment);

void assign_fragment(benchmark::State& state) {
  const Stemmer stemmer;
  const Pool pool = pool_of(static_cast<std::uint64_t>(state.range(0)), stemmer);
  std::array<SparseVector, kTexts.size()> vectors;
  for (std::size_t i = 0; i < kTexts.size(); ++i) {
    vectors[i] = embed(features_of(tokenise(redact(fold(kTexts[i])), {}), stemmer), pool.frequencies());
  }
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize(pool.centroids().nearest(vectors[at++ % vectors.size()]));
  state.counters["clusters"] = static_cast<double>(pool.clusters().size());
}
BENCHMARK(assign_fragment)->Arg(100)->Arg(1000)->Arg(2000);

double rss_mb() {
  std::size_t all = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// All of it, each fragment new: the pool is full and lets its coldest cluster go each time.
void take_unique_fragment(benchmark::State& state) {
  Engine engine{Settings()};
  std::uint64_t row = 0;
  for (auto _ : state) {
    const std::string text = word_of(2 * row) + " " + word_of(2 * row + 1);
    const std::string client = "c" + std::to_string(row % 5000);
    engine.take_fragment({row, static_cast<Instant>(row) * 20, "flight_booking", client, "", text});
    benchmark::DoNotOptimize(engine.take_events());
    ++row;
  }
  state.counters["rss_mb"] = rss_mb();
}
BENCHMARK(take_unique_fragment);

// The same with vectors of a model of 1,024 numbers, in as many directions as a pool has clusters.
void take_unique_fragment_of_model(benchmark::State& state) {
  std::mt19937 chance(1);
  std::normal_distribution<float> number;
  std::vector<PackedVector> directions(Pool::kClustersMax);
  for (PackedVector& each : directions) {
    std::vector<float> values(kModelSizeMax);
    for (float& value : values) value = number(chance);
    each = pack(values);
  }
  Engine engine{Settings()};
  std::uint64_t row = 0;
  for (auto _ : state) {
    const std::string text = word_of(2 * row) + " " + word_of(2 * row + 1);
    const std::string client = "c" + std::to_string(row % 5000);
    auto taken = engine.take({row, static_cast<Instant>(row) * 20, "flight_booking", client, "", text});
    if (taken) engine.place(*std::move(taken), {"m", directions[row % directions.size()]});
    benchmark::DoNotOptimize(engine.take_events());
    ++row;
  }
  state.counters["rss_mb"] = rss_mb();
  state.counters["fragments"] = static_cast<double>(engine.find("flight_booking")->pool().fragments());
}
BENCHMARK(take_unique_fragment_of_model);

}  // namespace
}  // namespace schemagate::evolution

BENCHMARK_MAIN();
