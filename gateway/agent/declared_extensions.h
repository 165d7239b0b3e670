// Which of our extensions an agent's published card declares.
#pragma once

namespace schemagate {

struct DeclaredExtensions {
  bool object_schemas = false;
  bool schema_interaction = false;
  bool agent_context = false;
};

}  // namespace schemagate
