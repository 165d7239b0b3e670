#include "extension/object_schemas/json_in_text.h"

#include <algorithm>

#include "a2a/text/ascii.h"

namespace schemagate::object_schemas {
namespace {

using std::string_view;

constexpr string_view kFence = "```";

string_view trimmed_front(string_view text) {
  return a2a::text::trimmed_front(text, a2a::text::kWhiteSpace);
}

string_view trimmed(string_view text) {
  return a2a::text::trimmed(text, a2a::text::kWhiteSpace);
}

bool begins_json(string_view text) {
  return text.starts_with('{') || text.starts_with('[');
}

// Whether a fence's language is json or none; with `partial`, whether it may still become that.
bool is_json_language(string_view language, bool partial) {
  constexpr string_view kJson = "json";
  const auto expected = partial ? kJson.substr(0, language.size()) : kJson;
  return language.empty() || std::ranges::equal(language, expected, {}, a2a::text::lower, a2a::text::lower);
}

// Offset of the line after the one that holds `at`; the text's size when that is the last.
std::size_t next_line(string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size() - 1) + 1;
}

string_view skip_indent(string_view text) {
  return a2a::text::trimmed_front(text);
}

string_view line_at(string_view text, std::size_t at) {
  return text.substr(at, next_line(text, at) - at);
}

bool opens_fence(string_view line) {
  return skip_indent(line).starts_with(kFence);
}

// Nothing may stand behind a closing fence: what does is content.
bool closes_fence(string_view line) {
  const auto marks = trimmed(line);
  return marks.starts_with(kFence) && marks.find_first_not_of('`') == string_view::npos;
}

// Offset of the first line from `at` on (itself a line's begin) that `fits`; the text's size when none does.
std::size_t find_line(string_view text, std::size_t at, bool (*fits)(string_view)) {
  while (at < text.size() && !fits(line_at(text, at))) at = next_line(text, at);
  return at;
}

string_view language_of(string_view fence_line) {
  return trimmed(skip_indent(fence_line).substr(kFence.size()));
}

bool has_open_fence(string_view text) {
  bool open = false;
  for (auto at = text.find(kFence); at != text.npos; at = text.find(kFence, at + kFence.size())) open = !open;
  return open;
}

enum class Look { kJson, kMayBecomeJson, kProse };

Look look_at_fence(string_view text) {
  const auto fence = skip_indent(text);
  if (text.size() - fence.size() > kLeadingBlanksMax) return Look::kProse;
  if (fence.size() < kFence.size()) return kFence.starts_with(fence) ? Look::kMayBecomeJson : Look::kProse;
  if (!fence.starts_with(kFence)) return Look::kProse;
  const auto line = line_at(fence, 0);
  if (!is_json_language(language_of(line), !line.ends_with('\n'))) return Look::kProse;
  const auto content = trimmed_front(fence.substr(line.size()));
  if (!content.empty()) return begins_json(content) ? Look::kJson : Look::kProse;
  return text.size() > kLeadingBlanksMax ? Look::kProse : Look::kMayBecomeJson;
}

Look look_at_start(string_view text) {
  const auto content = trimmed_front(text);
  if (text.size() - content.size() > kLeadingBlanksMax) return Look::kProse;
  if (content.empty()) return Look::kMayBecomeJson;
  return begins_json(content) ? Look::kJson : look_at_fence(content);
}

}  // namespace

std::vector<JsonCandidate> json_candidates(string_view text) {
  std::vector<JsonCandidate> candidates;
  if (const auto whole = trimmed(text); begins_json(whole)) candidates.push_back({{}, whole, {}});
  std::size_t open = find_line(text, 0, opens_fence);
  while (open < text.size() && candidates.size() < kCandidatesMax) {
    const auto begin = next_line(text, open);
    const auto close = find_line(text, begin, closes_fence);
    const auto after = close == text.size() ? close : next_line(text, close);
    const auto json = trimmed(text.substr(begin, close - begin));
    if (is_json_language(language_of(line_at(text, open)), false) && begins_json(json)) {
      candidates.push_back({text.substr(0, open), json, text.substr(after)});
    }
    open = find_line(text, after, opens_fence);
  }
  return candidates;
}

TextPosition position_after(string_view text, TextPosition position) {
  if (text.empty()) return position;
  return {false, text.ends_with('\n'), position.in_fence != has_open_fence(text)};
}

std::size_t find_hold_point(string_view text, TextPosition position) {
  if (text.empty()) return string_view::npos;
  if (position.at_start && look_at_start(text) != Look::kProse) return 0;
  for (std::size_t at = position.at_line_start ? 0 : next_line(text, 0); at < text.size();
       at = next_line(text, at)) {
    const auto rest = text.substr(at);
    const bool closes = closes_fence(rest) && position.in_fence != has_open_fence(text.substr(0, at));
    if (!closes && look_at_fence(rest) != Look::kProse) return at;
  }
  return string_view::npos;
}

}  // namespace schemagate::object_schemas
