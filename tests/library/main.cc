#include <cstdlib>

#include "a2a/json/document.h"

int main() {
  schemagate::a2a::JsonDocument document;
  const auto root = document.parse(R"({"answer": 42})");
  const auto answer = root ? root->find("answer") : std::nullopt;
  return answer && answer->int64() == 42 ? EXIT_SUCCESS : EXIT_FAILURE;
}
