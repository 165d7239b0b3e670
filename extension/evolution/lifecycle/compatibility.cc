#include "extension/evolution/lifecycle/compatibility.h"

namespace schemagate::evolution {

using schema_interaction::Key;
using schema_interaction::SchemaTemplate;

std::vector<std::string> incompatibilities(const SchemaTemplate& before, const SchemaTemplate& after) {
  std::vector<std::string> problems;
  const auto tell = [&problems](const Key& key, const std::string& what) {
    problems.push_back("the key " + key.name + " " + what);
  };
  for (const Key& key : before.keys) {
    const Key* now = after.find(key.name);
    if (now == nullptr) {
      tell(key, "is gone");
      continue;
    }
    if (now->type != key.type) tell(key, "has another type");
    if (now->required != key.required) tell(key, "has another `required`");
    if (now->default_value != key.default_value) tell(key, "has another default");
  }
  for (const Key& key : after.keys) {
    if (key.required && before.find(key.name) == nullptr) tell(key, "is new and required");
  }
  return problems;
}

}  // namespace schemagate::evolution
