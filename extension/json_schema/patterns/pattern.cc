#include "extension/json_schema/patterns/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <limits>

#include "a2a/text/utf8.h"
#include "a2a/text/words.h"
#include "extension/json_schema/patterns/ecma_translation.h"

namespace schemagate::json_schema {
namespace {

// Backtracking steps of one match, some milliseconds at worst: tried with one limit after the other, because
// PCRE2 does not tell how many it took.
constexpr std::array<std::uint32_t, 7> kMatchLimits = {256, 1024, 4096, 16'384, 65'536, 262'144, 400'000};
constexpr std::uint32_t kHeapLimitKib = 16 * 1024;

template <auto kFree>
struct Freed {
  template <class T>
  void operator()(T* pointer) const {
    kFree(pointer);
  }
};

constexpr std::size_t kInstructionBytes = 16;
constexpr std::size_t kWorkOfInstruction = 16;
// RE2 lets a program have a quarter of two thirds of its memory.
constexpr std::size_t kMemoryOfInstruction = 6 * kInstructionBytes;

// In code points.
struct Length {
  std::size_t min = 0;
  std::size_t max = std::numeric_limits<std::size_t>::max();
  bool admits(std::string_view text) const {
    if (min == 0 && max >= text.size()) return true;
    const std::size_t length = a2a::text::count_code_points(text);
    return length >= min && length <= max;
  }
};

struct RepeatedClass {
  std::string pattern;  // of any length
  Length length;
};

// `^[...]{n,m}$`: the class alone is a small program and the length is counted. A class of Unicode letters
// written out sixty times takes RE2 more than fifty milliseconds.
std::optional<RepeatedClass> repeated_class(std::string_view translated) {
  if (!translated.starts_with("^[") || !translated.ends_with("}$")) return std::nullopt;
  const auto close = translated.find(']');
  if (close == translated.npos || translated.substr(close + 1, 1) != "{") return std::nullopt;
  const std::string_view counts = translated.substr(close + 2, translated.size() - 2 - (close + 2));
  const auto comma = std::min(counts.find(','), counts.size());
  RepeatedClass repeated{std::string(translated.substr(0, close + 1)) + "*$", {}};
  const auto read = [](std::string_view text, std::size_t& count) {
    const char* const end = text.data() + text.size();
    return std::from_chars(text.data(), end, count) == std::from_chars_result{end, std::errc()};
  };
  if (!read(counts.substr(0, comma), repeated.length.min)) return std::nullopt;
  if (comma == counts.size()) {
    repeated.length.max = repeated.length.min;
  } else if (comma + 1 < counts.size() && !read(counts.substr(comma + 1), repeated.length.max)) {
    return std::nullopt;
  }
  return repeated;
}

}  // namespace

struct Pattern::Engine {
  virtual ~Engine() = default;
  virtual Outcome search(std::string_view text, std::size_t& steps) const = 0;
};

struct Pattern::LookaheadEngine final : Engine {
  explicit LookaheadEngine(LookaheadAutomaton pattern) : automaton(std::move(pattern)) {}
  Outcome search(std::string_view text, std::size_t&) const override {
    return automaton.matches(text) ? Outcome::kMatch : Outcome::kNoMatch;
  }
  LookaheadAutomaton automaton;
};

// Most texts are ASCII, where classes of Unicode are small.
struct Pattern::AsciiEngine final : Engine {
  AsciiEngine(PatternAutomaton for_ascii, Length admitted, std::shared_ptr<const Engine> for_others)
      : automaton(std::move(for_ascii)), length(admitted), others(std::move(for_others)) {}
  Outcome search(std::string_view text, std::size_t& steps) const override {
    if (a2a::text::any_byte(text, [](a2a::text::Lanes bytes) { return bytes < 0; }))
      return others->search(text, steps);
    return length.admits(text) && automaton.matches(text) ? Outcome::kMatch : Outcome::kNoMatch;
  }
  PatternAutomaton automaton;
  Length length;
  std::shared_ptr<const Engine> others;
};

struct Pattern::Re2Engine final : Engine {
  Re2Engine(const std::string& pattern, Length admitted, std::int64_t memory)
      : re2(pattern, options(memory)), length(admitted) {}
  static RE2::Options options(std::int64_t memory) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    options.set_max_mem(memory);
    return options;
  }
  Outcome search(std::string_view text, std::size_t&) const override {
    if (!length.admits(text)) return Outcome::kNoMatch;
    const re2::StringPiece piece(text.data(), text.size());
    const bool found = re2.Match(piece, 0, text.size(), RE2::UNANCHORED, nullptr, 0);
    return found ? Outcome::kMatch : Outcome::kNoMatch;
  }
  std::size_t instructions() const { return static_cast<std::size_t>(std::max(re2.ProgramSize(), 0)); }
  RE2 re2;
  Length length;
};

struct Pattern::Pcre2Engine final : Engine {
  explicit Pcre2Engine(std::string_view pattern) {
    const std::unique_ptr<pcre2_compile_context, Freed<pcre2_compile_context_free>> context(
        pcre2_compile_context_create(nullptr));
    std::size_t offset = 0;
    // PCRE2 looks for a text that begins like the alternatives even where they are never there.
    const bool is_misled = pattern.contains(kRepeatedNever);
    const std::uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF |
                                  PCRE2_NEVER_BACKSLASH_C | (is_misled ? PCRE2_NO_START_OPTIMIZE : 0);
    code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), options, &error,
                             &offset, context.get()));
    for (std::size_t i = 0; i < limits.size(); ++i) {
      limits[i].reset(pcre2_match_context_create(nullptr));
      if (!limits[i]) return;
      pcre2_set_match_limit(limits[i].get(), kMatchLimits[i]);
      pcre2_set_heap_limit(limits[i].get(), kHeapLimitKib);
    }
  }
  ~Pcre2Engine() override { pcre2_match_data_free(spare.load()); }
  Outcome search(std::string_view text, std::size_t& steps) const override {
    pcre2_match_data* found = spare.exchange(nullptr);
    if (found == nullptr) found = pcre2_match_data_create(1, nullptr);
    if (found == nullptr) return Outcome::kLimit;
    int result = PCRE2_ERROR_MATCHLIMIT;
    for (std::size_t i = 0; i < limits.size() && result == PCRE2_ERROR_MATCHLIMIT; ++i) {
      if (i > 0) steps += kMatchLimits[i - 1];
      result = pcre2_match(code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, found,
                           limits[i].get());
    }
    pcre2_match_data_free(spare.exchange(found));
    if (result >= 0) return Outcome::kMatch;
    return result == PCRE2_ERROR_NOMATCH ? Outcome::kNoMatch : Outcome::kLimit;
  }
  std::string message() const {
    std::array<PCRE2_UCHAR, 128> text{};
    pcre2_get_error_message(error, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
  }
  std::size_t bytes() const {
    std::size_t bytes = 0;
    (void)pcre2_pattern_info(code.get(), PCRE2_INFO_SIZE, &bytes);
    return bytes;
  }
  int error = 0;
  std::unique_ptr<pcre2_code, Freed<pcre2_code_free>> code;
  std::array<std::unique_ptr<pcre2_match_context, Freed<pcre2_match_context_free>>, kMatchLimits.size()>
      limits;
  mutable std::atomic<pcre2_match_data*> spare = nullptr;  // whoever searches takes it and leaves one behind
};

Pattern::Pattern(std::string source, std::shared_ptr<const Engine> engine)
    : source_(std::move(source)), engine_(std::move(engine)) {}

Pattern::Pattern(std::string source, PatternSequence sequence)
    : source_(std::move(source)), sequence_(std::move(sequence)) {}

Pattern::Pattern(std::string source, PatternAutomaton automaton)
    : source_(std::move(source)), automaton_(std::move(automaton)) {}

std::int64_t PatternBudget::take_memory() {
  constexpr std::int64_t kMost = 8 << 20;  // what RE2 takes by default
  constexpr std::int64_t kLeast = 256 << 10;
  std::int64_t memory = std::clamp(memory_left_ / 16, kLeast, kMost);
  // A program gets no larger than what is left.
  memory = std::min(memory, static_cast<std::int64_t>(instructions_left_ * kMemoryOfInstruction));
  memory_left_ -= std::min(memory, memory_left_);
  return memory;
}

// nullptr when RE2 does not take it.
std::shared_ptr<const Pattern::Engine> Pattern::compile_re2(const std::string& translated,
                                                            PatternBudget& budget) {
  const std::int64_t memory = budget.take_memory();
  const auto repeated = repeated_class(translated);
  auto engine = std::make_shared<const Re2Engine>(repeated ? repeated->pattern : translated,
                                                  repeated ? repeated->length : Length(), memory);
  budget.spend(engine->re2.ok() ? engine->instructions()
                                : static_cast<std::size_t>(memory) / kMemoryOfInstruction);
  return engine->re2.ok() ? std::move(engine) : nullptr;
}

// `engine` itself where none is worth it.
std::shared_ptr<const Pattern::Engine> Pattern::compile_ascii(const std::string& translated,
                                                              PatternBudget& budget,
                                                              std::shared_ptr<const Engine> engine) {
  std::size_t work = 0;
  const auto repeated = repeated_class(translated);
  auto automaton = PatternAutomaton::compile(repeated ? repeated->pattern : translated, work, Texts::kAscii);
  budget.spend(work / kWorkOfInstruction + (automaton ? automaton->bytes() / kInstructionBytes : 0));
  if (!automaton) return engine;
  return std::make_shared<const AsciiEngine>(std::move(*automaton), repeated ? repeated->length : Length(),
                                             std::move(engine));
}

// Building the automaton is paid for whether it succeeds or not.
std::optional<Pattern> Pattern::compile_automaton(std::string_view ecma, const std::string& translated,
                                                  bool regular, PatternBudget& budget) {
  std::size_t work = 0;
  std::size_t bytes = 0;
  std::optional<Pattern> pattern;
  if (regular) {
    if (auto automaton = PatternAutomaton::compile(translated, work)) {
      bytes = automaton->bytes();
      pattern = Pattern(std::string(ecma), std::move(*automaton));
    }
  } else if (auto automaton = LookaheadAutomaton::compile(translated, work)) {
    bytes = automaton->bytes();
    pattern = Pattern(std::string(ecma), std::make_shared<const LookaheadEngine>(std::move(*automaton)));
  }
  budget.spend(work / kWorkOfInstruction + bytes / kInstructionBytes);
  return pattern;
}

a2a::Result<Pattern, std::string> Pattern::compile(std::string_view ecma, PatternBudget& budget) {
  // Of building an engine, whatever its program.
  constexpr std::size_t kInstructionsOfEngine = 200;
  const auto translated = translate_ecma(ecma);
  if (!translated) return std::unexpected(translated.error());
  if (auto sequence = PatternSequence::compile(ecma)) {
    return Pattern(std::string(ecma), std::move(*sequence));
  }
  if (budget.is_spent())
    return std::unexpected(
        std::string("the schema's patterns together need more than pattern_instructions_max"));
  if (auto pattern = compile_automaton(ecma, translated->text, translated->regular, budget))
    return std::move(*pattern);
  budget.spend(kInstructionsOfEngine);
  if (translated->regular || repeated_class(translated->text)) {
    if (auto engine = compile_re2(translated->text, budget))
      return Pattern(std::string(ecma), compile_ascii(translated->text, budget, std::move(engine)));
  }
  auto engine = std::make_shared<const Pcre2Engine>(translated->text);
  if (!engine->code || !engine->limits.back()) return std::unexpected(engine->message());
  budget.spend(engine->bytes() / kInstructionBytes);
  return Pattern(std::string(ecma), std::move(engine));
}

bool Pattern::is_valid(std::string_view ecma) {
  const auto translated = translate_ecma(ecma);
  if (!translated) return false;
  const Pcre2Engine engine(translated->text);
  // Limits of the engine, none of the language.
  constexpr std::array kTooMuch = {
      PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH, PCRE2_ERROR_QUANTIFIER_TOO_BIG,
      PCRE2_ERROR_PATTERN_TOO_LARGE,           PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED,
      PCRE2_ERROR_PATTERN_TOO_COMPLICATED,     PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP};
  return engine.code != nullptr || std::ranges::find(kTooMuch, engine.error) != kTooMuch.end();
}

Pattern::Outcome Pattern::search_engine(std::string_view text, std::size_t& steps) const {
  return engine_->search(text, steps);
}

}  // namespace schemagate::json_schema
