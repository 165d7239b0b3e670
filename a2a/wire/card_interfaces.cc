#include "a2a/wire/card_interfaces.h"

#include <algorithm>
#include <iterator>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::wire {
namespace {

// "" for what is absent, null or no text.
std::string_view text_of(JsonValue object, std::string_view member) {
  const auto value = object.find(member);
  return value ? value->string().value_or("") : "";
}

std::string letters_of(std::string_view text) {
  std::string letters;
  std::ranges::copy_if(text, std::back_inserter(letters), text::is_letter);
  return letters;
}

std::optional<Binding> binding_of(JsonValue object, std::string_view member) {
  const auto text = text_of(object, member);
  return text.empty() ? std::optional(Binding::kJsonRpc) : parse_binding(text);
}

// Cards of 0.2 speak of "0.2", "0.2.5" and, from an example of the specification, of "0.2.9".
bool is_version_0_2(std::string_view text) {
  return text == "0.2" || text.starts_with("0.2.");
}

std::optional<Version> version_of(JsonValue object, Version absent) {
  const auto text = text::trimmed(text_of(object, "protocolVersion"));
  if (text.empty()) return absent;
  if (is_version_0_2(text)) return Version::kV0_3;
  const auto version = parse_version(text);
  return version ? std::optional(*version) : std::nullopt;
}

void add_supported(JsonValue card, std::vector<DeclaredInterface>& result) {
  const auto interfaces = card.find("supportedInterfaces");
  if (!interfaces) return;
  for (const JsonValue entry : interfaces->elements()) {
    const auto binding = binding_of(entry, "protocolBinding");
    if (!entry.is_object() || !binding) continue;
    result.push_back({std::string(text_of(entry, "url")), *binding, version_of(entry, Version::kV1_0),
                      std::string(text_of(entry, "tenant"))});
  }
}

void add_main(JsonValue card, std::optional<Version> version, std::vector<DeclaredInterface>& result) {
  const auto url = text_of(card, "url");
  const auto binding = binding_of(card, "preferredTransport");
  const auto supported = card.find("supportedInterfaces");
  const bool has_none = url.empty() && supported && supported->is_array();
  if (binding && !has_none) result.push_back({std::string(url), *binding, version});
}

void add_additional(JsonValue card, std::optional<Version> version, std::vector<DeclaredInterface>& result) {
  const auto interfaces = card.find("additionalInterfaces");
  if (!interfaces) return;
  for (const Binding binding : {Binding::kJsonRpc, Binding::kHttpJson}) {
    for (const JsonValue entry : interfaces->elements()) {
      const bool usable = entry.is_object() && binding_of(entry, "transport") == binding;
      if (usable) result.push_back({std::string(text_of(entry, "url")), binding, version});
    }
  }
}

const DeclaredInterface* first_of(std::span<const DeclaredInterface> interfaces, Version version) {
  const auto found = std::ranges::find(interfaces, version, &DeclaredInterface::version);
  return found == interfaces.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Binding> parse_binding(std::string_view text) {
  const std::string letters = letters_of(text);
  for (const Binding binding : {Binding::kJsonRpc, Binding::kHttpJson}) {
    if (text::equals_ignore_case(letters, letters_of(name(binding)))) return binding;
  }
  return std::nullopt;
}

std::vector<DeclaredInterface> declared_interfaces(JsonValue card) {
  std::vector<DeclaredInterface> result;
  if (!card.is_object()) return result;
  const auto version = version_of(card, Version::kV0_3);
  add_supported(card, result);
  add_main(card, version, result);
  add_additional(card, version, result);
  return result;
}

std::vector<std::string_view> declared_urls(JsonValue card) {
  std::vector<std::string_view> urls{text_of(card, "url")};
  for (const std::string_view list : {"supportedInterfaces", "additionalInterfaces"}) {
    const auto interfaces = card.find(list);
    if (!interfaces) continue;
    for (const JsonValue entry : interfaces->elements()) urls.push_back(text_of(entry, "url"));
  }
  std::erase_if(urls, [](std::string_view url) { return url.empty(); });
  return urls;
}

const DeclaredInterface* choose_interface(std::span<const DeclaredInterface> interfaces,
                                          std::optional<Version> wanted) {
  if (wanted) {
    const auto* declared = first_of(interfaces, *wanted);
    return declared != nullptr || interfaces.empty() ? declared : &interfaces.front();
  }
  const auto* newest = first_of(interfaces, Version::kV1_0);
  return newest != nullptr ? newest : first_of(interfaces, Version::kV0_3);
}

bool declares_streaming(JsonValue card) {
  const auto capabilities = card.find("capabilities");
  const auto streaming = capabilities ? capabilities->find("streaming") : std::nullopt;
  return streaming && streaming->boolean().value_or(false);
}

}  // namespace schemagate::a2a::wire
