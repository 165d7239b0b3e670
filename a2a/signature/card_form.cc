#include "a2a/signature/card_form.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "a2a/json/canonical.h"

namespace schemagate::a2a::signature {
namespace {

// How often a field's message stands in it.
enum class Holds : std::uint8_t { kValue, kMessage, kMessages, kMessageByName };

struct Field {
  std::string_view name;
  // REQUIRED, `optional`, or a message: there when it was set, whatever it holds. Else left out at its
  // default.
  bool has_presence;
  Holds holds = Holds::kValue;
  std::span<const Field> message = {};
};

constexpr bool kPresence = true;
constexpr bool kImplicit = false;

// a2a.proto of v1.0.1, by messages.
constexpr Field kInterface[] = {{"url", kPresence},
                                {"protocolBinding", kPresence},
                                {"tenant", kImplicit},
                                {"protocolVersion", kPresence}};
constexpr Field kProvider[] = {{"url", kPresence}, {"organization", kPresence}};
constexpr Field kExtension[] = {
    {"uri", kImplicit}, {"description", kImplicit}, {"required", kImplicit}, {"params", kPresence}};
constexpr Field kCapabilities[] = {{"streaming", kPresence},
                                   {"pushNotifications", kPresence},
                                   {"extensions", kImplicit, Holds::kMessages, kExtension},
                                   {"extendedAgentCard", kPresence}};
constexpr Field kStringList[] = {{"list", kImplicit}};
constexpr Field kRequirement[] = {{"schemes", kImplicit, Holds::kMessageByName, kStringList}};
constexpr Field kSkill[] = {
    {"id", kPresence},          {"name", kPresence},
    {"description", kPresence}, {"tags", kPresence},
    {"examples", kImplicit},    {"inputModes", kImplicit},
    {"outputModes", kImplicit}, {"securityRequirements", kImplicit, Holds::kMessages, kRequirement}};
constexpr Field kApiKey[] = {{"description", kImplicit}, {"location", kPresence}, {"name", kPresence}};
constexpr Field kHttpAuth[] = {
    {"description", kImplicit}, {"scheme", kPresence}, {"bearerFormat", kImplicit}};
constexpr Field kAuthorizationCode[] = {{"authorizationUrl", kPresence},
                                        {"tokenUrl", kPresence},
                                        {"refreshUrl", kImplicit},
                                        {"scopes", kPresence},
                                        {"pkceRequired", kImplicit}};
constexpr Field kClientCredentials[] = {
    {"tokenUrl", kPresence}, {"refreshUrl", kImplicit}, {"scopes", kPresence}};
constexpr Field kImplicitFlow[] = {
    {"authorizationUrl", kImplicit}, {"refreshUrl", kImplicit}, {"scopes", kImplicit}};
constexpr Field kPasswordFlow[] = {{"tokenUrl", kImplicit}, {"refreshUrl", kImplicit}, {"scopes", kImplicit}};
constexpr Field kDeviceCode[] = {{"deviceAuthorizationUrl", kPresence},
                                 {"tokenUrl", kPresence},
                                 {"refreshUrl", kImplicit},
                                 {"scopes", kPresence}};
constexpr Field kFlows[] = {{"authorizationCode", kPresence, Holds::kMessage, kAuthorizationCode},
                            {"clientCredentials", kPresence, Holds::kMessage, kClientCredentials},
                            {"implicit", kPresence, Holds::kMessage, kImplicitFlow},
                            {"password", kPresence, Holds::kMessage, kPasswordFlow},
                            {"deviceCode", kPresence, Holds::kMessage, kDeviceCode}};
constexpr Field kOauth2[] = {{"description", kImplicit},
                             {"flows", kPresence, Holds::kMessage, kFlows},
                             {"oauth2MetadataUrl", kImplicit}};
constexpr Field kOpenIdConnect[] = {{"description", kImplicit}, {"openIdConnectUrl", kPresence}};
constexpr Field kMutualTls[] = {{"description", kImplicit}};
constexpr Field kScheme[] = {{"apiKeySecurityScheme", kPresence, Holds::kMessage, kApiKey},
                             {"httpAuthSecurityScheme", kPresence, Holds::kMessage, kHttpAuth},
                             {"oauth2SecurityScheme", kPresence, Holds::kMessage, kOauth2},
                             {"openIdConnectSecurityScheme", kPresence, Holds::kMessage, kOpenIdConnect},
                             {"mtlsSecurityScheme", kPresence, Holds::kMessage, kMutualTls}};
constexpr Field kCard[] = {{"name", kPresence},
                           {"description", kPresence},
                           {"supportedInterfaces", kPresence, Holds::kMessages, kInterface},
                           {"provider", kPresence, Holds::kMessage, kProvider},
                           {"version", kPresence},
                           {"documentationUrl", kPresence},
                           {"capabilities", kPresence, Holds::kMessage, kCapabilities},
                           {"securitySchemes", kImplicit, Holds::kMessageByName, kScheme},
                           {"securityRequirements", kImplicit, Holds::kMessages, kRequirement},
                           {"defaultInputModes", kPresence},
                           {"defaultOutputModes", kPresence},
                           {"skills", kPresence, Holds::kMessages, kSkill},
                           {"iconUrl", kPresence}};

const Field* find_field(std::span<const Field> message, std::string_view name) {
  const auto found = std::ranges::find(message, name, &Field::name);
  return found == message.end() ? nullptr : &*found;
}

bool is_empty(const JsonTree& value) {
  if (const auto* text = value.get_ptr<const std::string*>()) return text->empty();
  return value.is_null() || (value.is_structured() && value.empty());
}

bool is_default(const JsonTree& value) {
  return is_empty(value) || value == false;
}

// One message by its fields.
class Reading {
 public:
  explicit Reading(CardForm form) : keeps_unknown_(form == CardForm::kSpecification) {}

  JsonTree read(const JsonTree& object, std::span<const Field> message) const {
    if (!object.is_object()) return object;
    JsonTree kept = JsonTree::object();
    for (const auto& [name, value] : object.items()) {
      const Field* field = find_field(message, name);
      if (field == nullptr) {
        if (keeps_unknown_) kept[name] = value;
        continue;
      }
      if (value.is_null()) continue;
      JsonTree inner = read_field(value, *field);
      if (field->has_presence || !is_default(inner)) kept[name] = std::move(inner);
    }
    return kept;
  }

 private:
  JsonTree read_field(const JsonTree& value, const Field& field) const {
    const bool is_list = field.holds == Holds::kMessages && value.is_array();
    const bool is_map = field.holds == Holds::kMessageByName && value.is_object();
    if (field.holds == Holds::kMessage) return read(value, field.message);
    if (!is_list && !is_map) return value;
    JsonTree kept = value;
    for (JsonTree& element : kept) element = read(element, field.message);
    return kept;
  }

  bool keeps_unknown_;
};

JsonTree without_empty_values(const JsonTree& tree) {
  JsonTree kept = tree;
  if (tree.is_object()) {
    kept.clear();
    for (const auto& [name, value] : tree.items()) {
      if (JsonTree inner = without_empty_values(value); !is_empty(inner)) kept[name] = std::move(inner);
    }
  } else if (tree.is_array()) {
    kept.clear();
    for (const JsonTree& value : tree) {
      if (JsonTree inner = without_empty_values(value); !is_empty(inner)) kept.push_back(std::move(inner));
    }
  }
  return kept;
}

}  // namespace

std::string_view name(CardForm form) {
  return form == CardForm::kSpecification ? "specification" : "sdk";
}

JsonTree covered_part(const JsonTree& card, CardForm form) {
  JsonTree covered = Reading(form).read(card, kCard);
  if (covered.is_object()) covered.erase("signatures");
  return covered;
}

Result<std::string> signed_payload(const JsonTree& card, CardForm form) {
  const JsonTree covered = covered_part(card, form);
  return canonical_json(form == CardForm::kSdk ? without_empty_values(covered) : covered);
}

}  // namespace schemagate::a2a::signature
