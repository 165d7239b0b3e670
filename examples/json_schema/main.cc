#include <iostream>
#include <string>

#include "extension/json_schema/render.h"
#include "extension/json_schema/validator.h"

using namespace schemagate;

// Validates each line of standard input; the exit code says whether all were valid.
int main() {
  const auto order = json_schema::Validator::compile(R"({
      "type": "object", "required": ["id", "size"], "additionalProperties": false,
      "properties": {"id": {"type": "integer", "minimum": 1}, "size": {"enum": ["small", "large"]}}})");
  if (!order) return std::cerr << order.error().location << ": " << order.error().message << "\n", 2;
  a2a::JsonDocument document;  // used again for every line: warm, nothing is allocated
  bool all_valid = true;
  for (std::string line; std::getline(std::cin, line);) {
    const auto instance = document.parse(line);
    if (!instance) return std::cerr << instance.error().message << "\n", 2;
    if (order->validate(*instance) == json_schema::Verdict::kValid) continue;
    all_valid = false;
    std::cout << json_schema::render_text(order->explain(*instance)) << "\n";
  }
  return all_valid ? 0 : 1;
}
