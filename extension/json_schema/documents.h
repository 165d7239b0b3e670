// The schemas that a schema may refer to.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schemagate::json_schema {

// Documents that `$ref` and `$schema` may reach besides the schema itself and the built-in meta-schemas.
// Nothing is ever fetched: a reference to any other document makes Validator::compile() fail.
//
//   Documents documents;
//   documents.add("https://example.org/money", R"({"type":"object","required":["currency"]})");
//   CompileOptions options;
//   options.documents = &documents;
//   auto validator = Validator::compile(R"({"$ref":"https://example.org/money"})", options);
//
// A value; not synchronised. Needed during compile() only.
class Documents {
 public:
  // `uri` is absolute; a fragment is dropped. `text` is kept and may be anything: it is parsed and checked
  // when a schema refers to it. A document of the same URI is replaced.
  void add(std::string uri, std::string text);

  // nullptr when there is none. The text lives until the next add().
  const std::string* find(std::string_view uri) const;

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

}  // namespace schemagate::json_schema
