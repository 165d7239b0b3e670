#include "gateway/agent/agent_error.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "a2a/text/ascii.h"
#include "extension/schema_interaction/free_text.h"

namespace schemagate {
namespace {

namespace text = a2a::text;

constexpr std::size_t kReadBytesMax = 16 << 10;  // of what the agent has written
constexpr std::size_t kTextBytesMax = 500;
constexpr std::size_t kNameBytesMax = 200;
constexpr std::size_t kViolationsMax = 16;
constexpr std::size_t kInfosMax = 8;
constexpr std::size_t kEntriesMax = 16;
constexpr std::size_t kReasonsLogged = 4;
constexpr std::size_t kReasonBytesMax = 63;
constexpr std::string_view kHidden = "[hidden]";
constexpr std::string_view kNothingSaid = "internal error";

// What stands between the words of a sentence. A colon does not: it is part of addresses.
bool is_delimiter(char c) {
  return std::string_view(" \"'`()[]{}<>,;=|").contains(c);
}

// As the line of a stack trace begins in Python, Java, JavaScript, C#, Go, Rust, PHP and gdb.
bool begins_trace(std::string_view line) {
  constexpr std::array<std::string_view, 7> kBeginnings{
      "Traceback (", "File \"", "goroutine ", "#0 ", "#1 ", "stack backtrace:", "Caused by:"};
  line = text::trimmed(line, text::kWhiteSpace);
  const bool is_frame = line.starts_with("at ") && line.find_first_of("(:/\\") != line.npos;
  return is_frame || std::ranges::any_of(kBeginnings, [line](auto one) { return line.starts_with(one); });
}

std::string_view before_trace(std::string_view said) {
  for (std::size_t begin = 0; begin < said.size();) {
    const std::size_t end = std::min(said.find('\n', begin), said.size());
    if (begins_trace(said.substr(begin, end - begin))) return said.substr(0, begin);
    begin = end + 1;
  }
  return said;
}

// Takes a decimal number of at most `digits_max` digits off the front.
bool take_number(std::string_view& rest, std::size_t digits_max) {
  std::size_t digits = 0;
  while (digits < rest.size() && text::is_digit(rest[digits])) ++digits;
  rest.remove_prefix(digits);
  return digits > 0 && digits <= digits_max;
}

bool is_ipv4(std::string_view word) {
  for (int part = 0; part < 4; ++part) {
    if (part != 0) {
      if (!word.starts_with('.')) return false;
      word.remove_prefix(1);
    }
    if (!take_number(word, 3)) return false;
  }
  return word.empty() || word.front() == ':' || word.front() == '/';
}

bool is_ipv6(std::string_view word) {
  const auto fits = [](char c) { return text::is_hex_digit(c) || c == ':' || c == '.'; };
  if (const std::size_t zone = word.find('%'); zone != word.npos) word = word.substr(0, zone);
  const auto colons = std::ranges::count(word, ':');
  return std::ranges::all_of(word, fits) && colons >= 2 && (word.contains("::") || colons == 7);
}

bool is_host_name(std::string_view name) {
  const auto fits = [](char c) { return text::is_letter_or_digit(c) || text::is_one_of(c, ".-_"); };
  return !name.empty() && std::ranges::all_of(name, fits) && std::ranges::any_of(name, text::is_letter);
}

// "db:5432", "agent.internal". A number behind a plain word and a colon is a port only where it is long.
bool is_host(std::string_view word) {
  constexpr std::array<std::string_view, 6> kPrivate{".internal", ".local", ".lan",
                                                     ".svc",      ".corp",  ".localdomain"};
  const std::size_t colon = word.find(':');
  const std::string_view name = word.substr(0, colon);
  if (!is_host_name(name)) return false;
  if (name == "localhost") return true;
  if (std::ranges::any_of(kPrivate, [name](auto one) { return name.ends_with(one); })) return true;
  if (colon == word.npos) return false;
  std::string_view port = word.substr(colon + 1);
  const std::size_t digits = std::min(port.find('/'), port.size());
  const bool is_port = text::is_all_digits(port.substr(0, digits)) && digits <= 5;
  return is_port && (name.contains('.') || digits >= 4);
}

// A file of the agent's machine; not a path inside JSON.
bool is_file(std::string_view word) {
  constexpr std::array<std::string_view, 21> kRoots{
      "app",  "bin",  "code", "data", "etc", "home", "lib", "lib64", "mnt", "opt", "private",
      "proc", "root", "run",  "sbin", "srv", "sys",  "tmp", "Users", "usr", "var"};
  const bool is_windows = word.size() > 2 && text::is_letter(word[0]) && word.substr(1).starts_with(":\\");
  if (is_windows || word.starts_with("\\\\") || word.starts_with("~/") || word.starts_with("./") ||
      word.starts_with("../"))
    return true;
  const std::size_t slash = word.rfind('/');
  if (slash == word.npos) return false;
  const bool names_line = word.find('.', slash) != word.npos && word.find(':', slash) != word.npos;
  if (!word.starts_with('/')) return names_line;
  const std::string_view root = word.substr(1, word.find_first_of("/:", 1) - 1);
  const bool is_rooted = std::ranges::find(kRoots, root) != kRoots.end();
  return is_rooted || word.find('.', slash) != word.npos;
}

bool is_pointer(std::string_view word) {
  constexpr std::size_t kDigitsMin = 6;
  return word.starts_with("0x") && word.size() >= 2 + kDigitsMin &&
         std::ranges::all_of(word.substr(2), text::is_hex_digit);
}

bool is_internal(std::string_view word) {
  return word.contains("://") || is_ipv4(word) || is_ipv6(word) || is_host(word) || is_file(word) ||
         is_pointer(word);
}

// Of the word that the text begins with; a URL goes on where others end.
std::size_t word_size(std::string_view said) {
  const auto size_to = [said](auto is_end) {
    return static_cast<std::size_t>(std::ranges::find_if(said, is_end) - said.begin());
  };
  const std::size_t size = size_to(is_delimiter);
  if (!said.substr(0, size).contains("://")) return size;
  return size_to([](char c) { return std::string_view(" \"'`(),;<>").contains(c); });
}

// Word by word; the end of a sentence is none of the word.
std::string without_internals(std::string_view said) {
  std::string shown;
  while (!said.empty()) {
    const std::string_view whole = said.substr(0, word_size(said));
    const std::string_view word = text::trimmed_back(whole, ".:!?");
    shown += is_internal(word) ? kHidden : word;
    shown += whole.substr(word.size());
    said.remove_prefix(whole.size());
    if (said.empty()) break;
    shown += said.front();
    said.remove_prefix(1);
  }
  return shown;
}

std::string fit(std::string_view said, std::size_t bytes_max) {
  const std::string_view bounded = before_trace(said.substr(0, kReadBytesMax));
  return schema_interaction::clean_text(
      without_internals(schema_interaction::clean_text(bounded, kReadBytesMax)), bytes_max);
}

template <class T>
void bound(std::vector<T>& values, std::size_t size_max) {
  if (values.size() > size_max)
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(size_max), values.end());
}

}  // namespace

std::string agent_error_text(std::string_view said) {
  std::string shown = fit(said, kTextBytesMax);
  return shown.empty() ? std::string(kNothingSaid) : shown;
}

a2a::Error agent_error(a2a::Error error) {
  error.message = agent_error_text(error.message);
  bound(error.violations, kViolationsMax);
  for (a2a::FieldViolation& violation : error.violations) {
    violation.field = fit(violation.field, kNameBytesMax);
    violation.description = fit(violation.description, kTextBytesMax);
  }
  bound(error.infos, kInfosMax);
  for (a2a::ErrorInfo& info : error.infos) {
    info.reason = schema_interaction::clean_text(info.reason, kNameBytesMax);
    info.domain = schema_interaction::clean_text(info.domain, kNameBytesMax);  // an extension's is a URI
    bound(info.metadata, kEntriesMax);
    for (auto& [name, value] : info.metadata) {
      name = schema_interaction::clean_text(name, kNameBytesMax);
      value = fit(value, kTextBytesMax);
    }
  }
  return error;
}

bool has_form_of_reason(std::string_view reason) {
  const auto fits = [](char c) { return (c >= 'A' && c <= 'Z') || text::is_digit(c) || c == '_'; };
  return std::ranges::all_of(reason, fits);
}

std::string logged_agent_error(std::optional<std::int64_t> code, const a2a::Error& error) {
  std::string logged = code ? "the error " + std::to_string(*code) : std::string("an error");
  std::size_t told = 0;
  for (const a2a::ErrorInfo& info : error.infos) {
    const bool is_one = !info.reason.empty() && info.reason.size() <= kReasonBytesMax;
    if (told == kReasonsLogged || !is_one || !has_form_of_reason(info.reason)) continue;
    logged += (told++ == 0 ? ", reason " : " ") + info.reason;
  }
  return logged;
}

}  // namespace schemagate
