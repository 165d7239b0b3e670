#include "gateway/cli/card_view.h"

#include <algorithm>
#include <ostream>

#include "extension/object_schemas/mode.h"
#include "gateway/cli/printable.h"

namespace schemagate::cli {
namespace {

using a2a::JsonValue;

std::string_view text_of(JsonValue object, std::string_view member) {
  auto value = object.find(member);
  return value ? value->string().value_or("") : "";
}

std::string shown(JsonValue object, std::string_view member) {
  return printable_line(text_of(object, member));
}

std::vector<JsonValue> elements_of(JsonValue object, std::string_view member) {
  std::vector<JsonValue> result;
  auto array = object.find(member);
  if (!array) return result;
  for (JsonValue element : array->elements()) result.push_back(element);
  return result;
}

std::vector<JsonValue> extensions_of(JsonValue card) {
  auto capabilities = card.find("capabilities");
  return capabilities ? elements_of(*capabilities, "extensions") : std::vector<JsonValue>();
}

void add_schemas(JsonValue object, std::vector<DeclaredSchema>& result) {
  auto schemas = object.find("schemas");
  if (!schemas) return;
  for (auto [name, schema] : schemas->members()) {
    if (std::ranges::find(result, name, &DeclaredSchema::name) == result.end())
      result.push_back({name, schema});
  }
}

bool names_schema(JsonValue object, std::string_view member, std::string_view schema) {
  return std::ranges::any_of(elements_of(object, member), [schema](JsonValue mode) {
    auto flag = object_schemas::parse_mode(mode.string().value_or(""));
    auto* flagged = std::get_if<object_schemas::FlaggedWith>(&flag);
    return flagged && flagged->schema == schema;
  });
}

void show_modes(std::ostream& out, JsonValue object, std::string_view member, std::string_view label) {
  auto modes = elements_of(object, member);
  if (modes.empty()) return;
  out << label;
  for (std::string_view separator = " "; JsonValue mode : modes) {
    out << separator << printable_line(mode.string().value_or("?"));
    separator = ", ";
  }
  out << "\n";
}

struct Interface {
  std::string_view binding;
  std::string_view version;
  std::string_view url;
};

// "0.3" and "0.3.0" are the same version.
bool are_same_version(std::string_view one, std::string_view other) {
  auto first = a2a::wire::parse_version(one);
  auto second = a2a::wire::parse_version(other);
  return first && second ? *first == *second : one == other;
}

bool are_same(const Interface& one, const Interface& other) {
  return one.url == other.url && one.binding == other.binding && are_same_version(one.version, other.version);
}

// A hybrid card declares an interface in the members of either version: it is listed once.
void add_interface(std::vector<Interface>& interfaces, const Interface& more) {
  auto known = [&more](const Interface& interface) { return are_same(interface, more); };
  if (std::ranges::none_of(interfaces, known)) interfaces.push_back(more);
}

std::vector<Interface> interfaces_of(JsonValue card) {
  std::vector<Interface> result;
  for (JsonValue entry : elements_of(card, "supportedInterfaces")) {
    add_interface(result, {text_of(entry, "protocolBinding"), text_of(entry, "protocolVersion"),
                           text_of(entry, "url")});
  }
  auto version = text_of(card, "protocolVersion");
  auto preferred = text_of(card, "preferredTransport");
  if (auto url = text_of(card, "url"); !url.empty()) {
    add_interface(result, {preferred.empty() ? "JSONRPC" : preferred, version, url});
  }
  for (JsonValue entry : elements_of(card, "additionalInterfaces")) {
    add_interface(result, {text_of(entry, "transport"), version, text_of(entry, "url")});
  }
  return result;
}

void show_interfaces(std::ostream& out, JsonValue card) {
  out << "interfaces\n";
  for (const auto& [binding, version, url] : interfaces_of(card)) {
    out << "  " << printable_line(binding) << " " << printable_line(version) << "  " << printable_line(url)
        << "\n";
  }
}

void show_call(std::ostream& out, JsonValue card, std::string_view card_url) {
  auto interface = a2a::client::select_interface(card, card_url);
  if (!interface) {
    out << "calls  none: " << printable(interface.error().error.message) << "\n";
    return;
  }
  const bool json_rpc = interface->binding == a2a::wire::Binding::kJsonRpc;
  out << "calls  A2A " << a2a::wire::name(interface->version) << " over "
      << (json_rpc ? "JSON-RPC" : "HTTP+JSON") << (interface->streaming ? ", streaming" : "") << "  "
      << printable_line(interface->url) << "\n";
}

void show_skills(std::ostream& out, JsonValue card) {
  out << "skills\n";
  for (JsonValue skill : elements_of(card, "skills")) {
    out << "  " << shown(skill, "id") << "  " << shown(skill, "name") << "\n";
    if (auto description = shown(skill, "description"); !description.empty())
      out << "    " << description << "\n";
    show_modes(out, skill, "inputModes", "    in ");
    show_modes(out, skill, "outputModes", "    out");
  }
}

void show_extensions(std::ostream& out, JsonValue card) {
  auto extensions = extensions_of(card);
  if (extensions.empty()) return;
  out << "extensions\n";
  for (JsonValue extension : extensions) {
    auto required = extension.find("required");
    bool is_required = required && required->boolean().value_or(false);
    out << "  " << shown(extension, "uri") << (is_required ? "  (required)" : "") << "\n";
  }
}

void show_schemas(std::ostream& out, JsonValue card) {
  auto schemas = declared_schemas(card);
  if (schemas.empty()) return;
  out << "schemas\n";
  for (const auto& [name, schema] : schemas) {
    out << "  " << printable_line(name);
    for (std::string_view separator = "  "; const std::string& use : uses_of(card, name)) {
      out << separator << printable_line(use);
      separator = ", ";
    }
    out << "\n";
  }
}

}  // namespace

std::vector<DeclaredSchema> declared_schemas(JsonValue card) {
  std::vector<DeclaredSchema> result;
  add_schemas(card, result);
  for (JsonValue extension : extensions_of(card)) {
    if (text_of(extension, "uri") != object_schemas::kExtensionUri) continue;
    if (auto params = extension.find("params")) add_schemas(*params, result);
  }
  return result;
}

std::vector<std::string> uses_of(JsonValue card, std::string_view schema) {
  std::vector<std::string> uses;
  if (names_schema(card, "defaultInputModes", schema)) uses.emplace_back("input of the agent");
  if (names_schema(card, "defaultOutputModes", schema)) uses.emplace_back("output of the agent");
  for (JsonValue skill : elements_of(card, "skills")) {
    std::string id(text_of(skill, "id"));
    if (names_schema(skill, "inputModes", schema)) uses.push_back("input of " + id);
    if (names_schema(skill, "outputModes", schema)) uses.push_back("output of " + id);
  }
  return uses;
}

void show_card(std::ostream& out, JsonValue card, std::string_view card_url) {
  out << shown(card, "name") << " " << shown(card, "version") << "\n";
  if (auto description = text_of(card, "description"); !description.empty())
    out << printable(description) << "\n";
  out << "card   " << printable_line(card_url) << "\n";
  show_call(out, card, card_url);
  show_interfaces(out, card);
  show_modes(out, card, "defaultInputModes", "default in ");
  show_modes(out, card, "defaultOutputModes", "default out");
  show_skills(out, card);
  show_extensions(out, card);
  show_schemas(out, card);
}

}  // namespace schemagate::cli
