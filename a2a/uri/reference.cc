#include "a2a/uri/reference.h"

#include <algorithm>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::uri {
namespace {

// RFC 3986 section 3.1.
bool is_scheme(std::string_view text) {
  return !text.empty() && text::is_letter(text.front()) && std::ranges::all_of(text, [](char c) {
    return text::is_letter_or_digit(c) || c == '+' || c == '-' || c == '.';
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
std::string merge_paths(const Reference& base, std::string_view path) {
  if (base.authority && base.path.empty()) return std::string("/").append(path);
  const auto slash = base.path.rfind('/');
  if (slash == base.path.npos) return std::string(path);
  return std::string(base.path.substr(0, slash + 1)) + std::string(path);
}

std::string compose_with(Reference reference, std::string_view path) {
  reference.path = path;
  return compose(reference);
}

}  // namespace

std::string compose(const Reference& reference) {
  std::string out;
  if (reference.scheme) out.append(*reference.scheme) += ':';
  if (reference.authority) out.append("//").append(*reference.authority);
  out += reference.path;
  if (reference.query) out.append("?").append(*reference.query);
  if (reference.fragment) out.append("#").append(*reference.fragment);
  return out;
}

Reference parse_reference(std::string_view text) {
  Reference uri;
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

std::string resolve(std::string_view base_text, std::string_view reference) {
  Reference uri = parse_reference(reference);
  if (uri.scheme) return compose_with(uri, remove_dot_segments(uri.path));
  const Reference base = parse_reference(base_text);
  uri.scheme = base.scheme;
  if (uri.authority) return compose_with(uri, remove_dot_segments(uri.path));
  uri.authority = base.authority;
  if (uri.path.empty()) {
    if (!uri.query) uri.query = base.query;
    return compose_with(uri, base.path);
  }
  if (uri.path.starts_with('/')) return compose_with(uri, remove_dot_segments(uri.path));
  return compose_with(uri, remove_dot_segments(merge_paths(base, uri.path)));
}

std::string_view without_fragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

std::string_view fragment_of(std::string_view uri) {
  const auto at = uri.find('#');
  return at == uri.npos ? std::string_view() : uri.substr(at + 1);
}

}  // namespace schemagate::a2a::uri
