#include "extension/json_schema/documents.h"

#include <algorithm>

#include "a2a/uri/reference.h"

namespace schemagate::json_schema {

void Documents::add(std::string uri, std::string text) {
  std::string bare(a2a::uri::without_fragment(uri));
  const auto known = std::ranges::find(entries_, bare, &std::pair<std::string, std::string>::first);
  if (known != entries_.end()) {
    known->second = std::move(text);
  } else {
    entries_.emplace_back(std::move(bare), std::move(text));
  }
}

const std::string* Documents::find(std::string_view uri) const {
  const auto known = std::ranges::find(entries_, a2a::uri::without_fragment(uri),
                                       &std::pair<std::string, std::string>::first);
  return known == entries_.end() ? nullptr : &known->second;
}

}  // namespace schemagate::json_schema
