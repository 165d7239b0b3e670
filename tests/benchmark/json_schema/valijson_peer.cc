#include "valijson_peer.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

struct ValijsonPeer::Schema {
  valijson::Schema schema;
};

ValijsonPeer::ValijsonPeer(const nlohmann::json& schema) : schema_(std::make_unique<Schema>()) {
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), schema_->schema);
}

ValijsonPeer::~ValijsonPeer() = default;

bool ValijsonPeer::validate(const nlohmann::json& instance) const {
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  return validator.validate(schema_->schema, valijson::adapters::NlohmannJsonAdapter(instance), nullptr);
}
