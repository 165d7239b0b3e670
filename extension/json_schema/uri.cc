#include "extension/json_schema/uri.h"

#include <algorithm>
#include <charconv>

namespace schemagate::json_schema {
namespace {

bool is_scheme(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && letter(text.front()) && std::ranges::all_of(text, [letter](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  });
}

// RFC 3986 section 5.2.4.
std::string remove_dot_segments(std::string_view path) {
  std::string out;
  const auto drop_last = [&out] { out.erase(out.rfind('/') == out.npos ? 0 : out.rfind('/')); };
  while (!path.empty()) {
    if (path.starts_with("../")) {
      path.remove_prefix(3);
    } else if (path.starts_with("./") || path.starts_with("/./")) {
      path.remove_prefix(2);
    } else if (path == "/.") {
      path = "/";
    } else if (path.starts_with("/../")) {
      path.remove_prefix(3);
      drop_last();
    } else if (path == "/..") {
      path = "/";
      drop_last();
    } else if (path == "." || path == "..") {
      path = {};
    } else {
      const auto end = std::min(path.size(), path.find('/', 1));
      out += path.substr(0, end);
      path.remove_prefix(end);
    }
  }
  return out;
}

// RFC 3986 section 5.2.3.
std::string merge_paths(const Uri& base, std::string_view path) {
  if (base.authority && base.path.empty()) return std::string("/").append(path);
  const auto slash = base.path.rfind('/');
  if (slash == base.path.npos) return std::string(path);
  return std::string(base.path.substr(0, slash + 1)) + std::string(path);
}

std::string compose(const Uri& uri, std::string_view path) {
  std::string out;
  if (uri.scheme) out.append(*uri.scheme) += ':';
  if (uri.authority) out.append("//").append(*uri.authority);
  out += path;
  if (uri.query) out.append("?").append(*uri.query);
  if (uri.fragment) out.append("#").append(*uri.fragment);
  return out;
}

}  // namespace

Uri Uri::parse(std::string_view text) {
  Uri uri;
  if (const auto at = text.find('#'); at != text.npos) {
    uri.fragment = text.substr(at + 1);
    text = text.substr(0, at);
  }
  if (const auto at = text.find('?'); at != text.npos) {
    uri.query = text.substr(at + 1);
    text = text.substr(0, at);
  }
  if (const auto at = text.find_first_of(":/");
      at != text.npos && text[at] == ':' && is_scheme(text.substr(0, at))) {
    uri.scheme = text.substr(0, at);
    text.remove_prefix(at + 1);
  }
  if (text.starts_with("//")) {
    const auto end = std::min(text.size(), text.find('/', 2));
    uri.authority = text.substr(2, end - 2);
    text.remove_prefix(end);
  }
  uri.path = text;
  return uri;
}

std::string resolve_uri(std::string_view base_text, std::string_view reference) {
  Uri uri = Uri::parse(reference);
  if (uri.scheme) return compose(uri, remove_dot_segments(uri.path));
  const Uri base = Uri::parse(base_text);
  uri.scheme = base.scheme;
  if (uri.authority) return compose(uri, remove_dot_segments(uri.path));
  uri.authority = base.authority;
  if (uri.path.empty()) {
    if (!uri.query) uri.query = base.query;
    return compose(uri, base.path);
  }
  if (uri.path.starts_with('/')) return compose(uri, remove_dot_segments(uri.path));
  return compose(uri, remove_dot_segments(merge_paths(base, uri.path)));
}

std::string_view without_fragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

std::string_view fragment_of(std::string_view uri) {
  const auto at = uri.find('#');
  return at == uri.npos ? std::string_view() : uri.substr(at + 1);
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr == text.data() + i + 3) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace schemagate::json_schema
