#include "extension/json_schema/patterns/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>

#include <array>
#include <atomic>

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

}  // namespace

struct Pattern::Engine {
  virtual ~Engine() = default;
  virtual Outcome search(std::string_view text, std::size_t& steps) const = 0;
};

struct Pattern::Re2Engine final : Engine {
  explicit Re2Engine(const std::string& pattern) : re2(pattern, options()) {}
  static RE2::Options options() {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    return options;
  }
  Outcome search(std::string_view text, std::size_t&) const override {
    const re2::StringPiece piece(text.data(), text.size());
    const bool found = re2.Match(piece, 0, text.size(), RE2::UNANCHORED, nullptr, 0);
    return found ? Outcome::kMatch : Outcome::kNoMatch;
  }
  RE2 re2;
};

struct Pattern::Pcre2Engine final : Engine {
  explicit Pcre2Engine(std::string_view pattern) {
    const std::unique_ptr<pcre2_compile_context, Freed<pcre2_compile_context_free>> context(
        pcre2_compile_context_create(nullptr));
    std::size_t offset = 0;
    const std::uint32_t options =
        PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
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

a2a::Result<Pattern, std::string> Pattern::compile(std::string_view ecma) {
  const auto translated = translate_ecma(ecma);
  if (!translated) return std::unexpected(translated.error());
  if (auto sequence = PatternSequence::compile(ecma)) {
    return Pattern(std::string(ecma), std::move(*sequence));
  }
  if (translated->regular) {
    auto engine = std::make_shared<const Re2Engine>(translated->text);
    if (engine->re2.ok()) return Pattern(std::string(ecma), std::move(engine));
  }
  auto engine = std::make_shared<const Pcre2Engine>(translated->text);
  if (!engine->code || !engine->limits.back()) return std::unexpected(engine->message());
  return Pattern(std::string(ecma), std::move(engine));
}

bool Pattern::is_valid(std::string_view ecma) {
  if (compile(ecma)) return true;
  const auto translated = translate_ecma(ecma);
  // ECMA-262 lets a lookbehind match texts of different lengths.
  return translated && Pcre2Engine(translated->text).error == PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH;
}

Pattern::Outcome Pattern::search_engine(std::string_view text, std::size_t& steps) const {
  return engine_->search(text, steps);
}

}  // namespace schemagate::json_schema
