#include "extension/client_agent/key_formats.h"

#include <algorithm>
#include <cstdio>

#include "a2a/text/ascii.h"

namespace schemagate::client_agent {

using std::string_view;

bool pattern_of_moment(string_view pattern) {
  return pattern.contains("{4}-") && pattern.contains('T') && pattern.contains(':');
}

// Where the description has a moment as it is written: "2026-05-04T09:30", "yyyy-mm-ddthh:mm".
std::size_t moment_at(string_view description) {
  if (const auto at = description.find("yyyy-mm-ddthh:mm"); at != string_view::npos) return at;
  for (auto at = description.find('t'); at != string_view::npos; at = description.find('t', at + 1)) {
    const string_view rest = description.substr(at);
    const bool is_time = rest.size() >= 6 && a2a::text::is_digit(rest[1]) && rest[3] == ':';
    if (is_time && at >= 10 && description[at - 3] == '-' && a2a::text::is_digit(description[at - 1]))
      return at - 10;
  }
  return string_view::npos;
}

// Seconds and zone as the description shows them; those of RFC 3339 where it shows nothing.
std::string time_tail(string_view description, bool is_rfc) {
  const auto at = moment_at(description);
  if (at == string_view::npos) return is_rfc || description.contains("utc") ? ":00Z" : ":00";
  string_view tail = description.substr(std::min(at + 16, description.size()));
  std::string written;
  if (tail.starts_with(":")) written = ":00";
  tail.remove_prefix(std::min(tail.size(), written.size()));
  if (tail.starts_with(".000")) tail.remove_prefix(4);
  const bool has_offset = tail.size() >= 6 && (tail[0] == '+' || tail[0] == '-') && tail[3] == ':';
  if (has_offset) return written + std::string(tail.substr(0, 6));
  return written + (tail.starts_with("z") || is_rfc ? "Z" : "");
}

// The lengths that "^[0-9]{8}$" or "^\\d{6,10}$" takes; 0, 0 for any other pattern.
std::pair<std::size_t, std::size_t> code_digits(string_view pattern) {
  string_view rest = pattern;
  if (!rest.starts_with('^') || !rest.ends_with("}$")) return {};
  rest.remove_prefix(1);
  const bool is_class = rest.starts_with("[0-9]{");
  if (!is_class && !rest.starts_with("\\d{")) return {};
  rest.remove_prefix(is_class ? 6 : 3);
  unsigned least = 0;
  unsigned most = 0;
  const int read = std::sscanf(std::string(rest).c_str(), "%2u,%2u", &least, &most);
  if (read < 1 || rest.find_first_not_of("0123456789,") != rest.size() - 2) return {};
  return {least, read == 2 ? most : least};
}

// "^[A-Z]{2}-[0-9]{6}$": letters and digits, each as often as said; "^[a-z0-9]+\\.(jpg|png)$": a file.
bool is_code_pattern(string_view pattern) {
  const bool has_digits = pattern.contains("[0-9]{") || pattern.contains("\\d{");
  const bool names_file = pattern.starts_with('^') && pattern.ends_with('$') && pattern.contains("\\.") &&
                          !pattern.contains(' ') && !pattern.contains('@');
  return names_file || (has_digits && pattern.starts_with('^') && pattern.ends_with('$') &&
                        pattern.find_first_of("*+@|(.:") == string_view::npos);
}

namespace {

constexpr string_view kDigits = "0123456789";
constexpr string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

std::string times(string_view characters, std::size_t count) {
  return count == 0 ? "" : std::string(characters) + "{" + std::to_string(count) + "}";
}

// "KV21", "AB", "X7K2PQ": capitals and then digits, each as often as there, or a mixture of both.
std::string pattern_of_run(string_view run) {
  const auto letters = std::min(run.find_first_of(kDigits), run.size());
  const auto rest = run.substr(letters);
  if (rest.find_first_not_of(kDigits) != string_view::npos) return times("[A-Z0-9]", run.size());
  return times("[A-Z]", letters) + times("[0-9]", rest.size());
}

// What stands behind "e.g." up to a comma, a bracket or the end of the sentence.
string_view example_in(string_view description) {
  for (string_view label : {"e.g. ", "such as ", "for example "}) {
    const auto at = description.find(label);
    if (at == string_view::npos) continue;
    auto example = description.substr(at + label.size());
    example = example.substr(0, std::min(example.find_first_of(",;)"), example.find(" or ")));
    return example.ends_with('.') ? example.substr(0, example.size() - 1) : example;
  }
  return {};
}

// No word, no date and no small number.
bool is_code(string_view example) {
  constexpr std::size_t kLengthMax = 24;
  const auto count = [example](string_view characters) {
    return std::ranges::count_if(example, [characters](char c) { return characters.contains(c); });
  };
  const auto digits = count(kDigits);
  const auto letters = count(kCapitals);
  const auto parts = count("-/ ");
  return example.size() <= kLengthMax && digits + letters + parts == std::ssize(example) && parts < 3 &&
         digits > 1 && digits + letters > 3 && (letters > 0 || (digits > 4 && parts < 2));
}

}  // namespace

std::string pattern_of_example(string_view description) {
  string_view rest = example_in(description);
  if (!is_code(rest)) return "";
  std::string pattern = "^";
  while (!rest.empty()) {
    const auto end = std::min(rest.find_first_of("-/ "), rest.size());
    pattern += pattern_of_run(rest.substr(0, end));
    if (end < rest.size()) pattern += rest[end] == ' ' ? " ?" : std::string(1, rest[end]);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return pattern + "$";
}

}  // namespace schemagate::client_agent
