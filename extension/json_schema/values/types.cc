#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

Types types_named(std::string_view name) {
  if (name == "null") return kNull;
  if (name == "boolean") return kBoolean;
  if (name == "integer") return kInteger;
  if (name == "number") return kAnyNumber;
  if (name == "string") return kString;
  if (name == "array") return kArray;
  return name == "object" ? kObject : Types{0};
}

std::string_view name_of_type(Types type) {
  switch (type) {
    case kNull:
      return "null";
    case kBoolean:
      return "boolean";
    case kInteger:
      return "integer";
    case kFraction:
      return "number";
    case kString:
      return "string";
    case kArray:
      return "array";
    default:
      return "object";
  }
}

}  // namespace schemagate::json_schema
