#include "extension/agent_context/item_output.h"

#include <algorithm>

#include "a2a/json/text.h"
#include "a2a/json/well_formed.h"
#include "a2a/text/ascii.h"
#include "a2a/text/line_break.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/agent_context.h"

namespace schemagate::agent_context {
namespace {

// Smaller data was always kept, and counts for the log of the run alone.
constexpr std::size_t kSmallDataBytesMax = kContextBytesMax;

std::string_view without_ellipsis(std::string_view abstract) {
  if (abstract.ends_with(a2a::text::kEllipsis)) abstract.remove_suffix(a2a::text::kEllipsis.size());
  return abstract;
}

// Whether the data are the words that the abstract is the beginning of.
bool is_cut_of(std::string_view abstract, std::string_view data) {
  return data.size() > abstract.size() && abstract.ends_with(a2a::text::kEllipsis) &&
         data.starts_with(without_ellipsis(abstract));
}

bool begins_like_json(std::string_view words) {
  const std::string_view begin = a2a::text::trimmed_front(words, a2a::text::kWhiteSpace);
  return begin.starts_with('{') || begin.starts_with('[');
}

void take(std::size_t& room, std::size_t bytes) {
  room -= std::min(room, bytes);
}

}  // namespace

std::size_t output_room(std::string_view output, std::string_view data) {
  return output.size() + (data.size() > kSmallDataBytesMax ? data.size() : 0);
}

void keep_data(ItemOutput& output, std::string json, std::size_t& room) {
  const std::size_t needed = output_room({}, json);
  if (json.size() > kOutputBytesMax || needed > room) {
    output.data_bytes = json.size();
    return;
  }
  take(room, needed);
  output.data = std::move(json);
}

void keep_words(ItemOutput& output, std::string_view words, std::size_t& room) {
  output.abstract = cut_abstract(words);
  if (output.abstract == words || output.data == words) return;
  const std::string_view kept = a2a::text::cut_at_character(words, std::min(kOutputBytesMax, room));
  if (kept.size() > output.abstract.size()) output.output = kept;
  if (output.output.size() < words.size()) output.output_bytes = words.size();
  take(room, output_room(output.output, {}));
}

ItemWords words_of(const ItemOutput& output) {
  const std::string& data = output.data;
  if (output.output.empty() && is_cut_of(output.abstract, data)) return {data, data.size()};
  const std::string_view kept = output.output.empty() ? output.abstract : output.output;
  return {kept, std::max(output.output_bytes, kept.size())};
}

std::string words_within(const ItemWords& words, std::size_t bytes_max) {
  if (words.is_whole() && words.kept.size() <= bytes_max) return std::string(words.kept);
  const std::string abstract = cut_abstract(words.kept);
  std::string_view first = a2a::text::cut_at_character(words.kept, bytes_max);
  if (first.size() < abstract.size()) first = abstract;
  first = without_ellipsis(first);
  std::string text = std::string(first) + std::string(a2a::text::kEllipsis);
  return text + " [cut: the first " + std::to_string(first.size()) + " of " + std::to_string(words.said) +
         " bytes]";
}

void append_output_members(std::string& out, const ItemOutput& output) {
  if (!output.data.empty()) out.append(R"(,"data":)") += output.data;
  if (!output.output.empty()) a2a::append_string_member(out, "output", output.output);
  if (output.output_bytes > 0)
    out += R"(,"outputCut":true,"outputSize":)" + std::to_string(output.output_bytes);
  if (output.data_bytes > 0) out += R"(,"dataCut":true,"dataSize":)" + std::to_string(output.data_bytes);
}

std::string quoted_lines(std::string words) {
  if (begins_like_json(words) && a2a::is_well_formed(words, {.bytes_max = kOutputBytesMax})) {
    std::ranges::replace_if(words, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return words;
  }
  std::string out;
  for (std::string_view rest = words; !rest.empty();) {
    const std::size_t size = a2a::text::line_break_bytes(rest);
    if (size == 0) {
      out += rest.front();
    } else {
      out.append("\n") += kQuoteMark;
    }
    rest.remove_prefix(std::max<std::size_t>(1, size));
  }
  return out;
}

std::string_view linked_data(const ItemOutput& output) {
  if (!output.data.empty()) return output.data;
  const ItemWords words = words_of(output);
  const bool may_be_json = words.is_whole() && begins_like_json(words.kept);
  return may_be_json ? a2a::text::trimmed(words.kept, a2a::text::kWhiteSpace) : std::string_view();
}

}  // namespace schemagate::agent_context
