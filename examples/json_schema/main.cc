#include <iostream>
#include <string>

#include "extension/json_schema/render.h"
#include "extension/json_schema/validator.h"

using namespace schemagate;

// Says of each line of standard input what is wrong with it.
int main() {
  const auto order = json_schema::Validator::compile(R"({"required": ["id", "size"], "properties": {
      "id": {"type": "integer", "minimum": 1}, "size": {"enum": ["small", "large"]}}})");
  if (!order) return std::cerr << order.error().location << ": " << order.error().message << "\n", 2;
  a2a::JsonDocument document;  // used again for every line: warm, nothing is allocated
  for (std::string line; std::getline(std::cin, line);) {
    const auto instance = document.parse(line);
    if (!instance) return std::cerr << instance.error().message << "\n", 2;
    if (order->validate(*instance) == json_schema::Verdict::kValid) continue;
    std::cout << json_schema::render_text(order->explain(*instance)) << "\n";
  }
}
