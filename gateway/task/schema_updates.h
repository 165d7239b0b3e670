// What a caller is told of an agent's patches. Pure.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract.h"
#include "extension/schema_interaction/evolution_requests.h"
#include "gateway/access/principal.h"
#include "gateway/agent/agent_snapshot.h"
#include "gateway/observe/payload_observer.h"

namespace schemagate {

// The patches of a scenario that are good for the caller, as JSON: {"schema_id","scenario","patches":[…]},
// `schema_id` being the newest. Every way of asking gets the same bytes.
struct SchemaUpdates {
  std::string scenario;
  std::string text;
};
// Errors: kInvalidParams for a schema_id that is not known, and a `since` that is no time; `path` is where
// the two stand.
a2a::Result<SchemaUpdates> schema_updates(const AgentSnapshot& agent, std::string_view owner,
                                          const schema_interaction::UpdatesRequest& request,
                                          std::string_view path);

// Tells whoever learns from payloads of an answer about the scenario (or schema_id): of the client's wish,
// or, where that is empty, that the client knows all its keys now. Errors: kInternal for a wish that is not
// taken.
a2a::Result<void> tell_of_answer(PayloadObserver& observer, const AgentSnapshot& agent,
                                 const Principal& caller, std::string_view scenario, std::string_view wish);

// What a wish for more keys is answered with: it is one among others, and nothing is promised.
std::string received_wish(const schema_interaction::Entry& entry);

// A patch that goes along with an answer (section 6.2.2: inline delivery).
struct Suggestion {
  std::string patch_id;
  std::string key;
  std::string patch;       // JSON
  bool is_inline = false;  // the client has sent a payload: it reads what Figure 9 shows
  bool as_part = false;    // the client takes patches as data of their own
};

// The latest patch that could have spared the caller's words: only for a payload that had some left over and
// does not have the key. nullptr: none.
std::shared_ptr<const Suggestion> suggestion_for(const AgentSnapshot& agent, std::string_view owner,
                                                 std::string_view scenario, a2a::JsonValue payload,
                                                 bool is_inline);

// Whether the client's acceptedOutputModes name the schema of patches.
bool takes_patches(const std::vector<std::string>& accepted_output_modes);

// Puts it into the artifact: into its metadata, and, where it is inline and the schema of the labelled part
// permits it, as a member of that part's data; the metadata has the patch's id alone then. With `as_part`,
// too, as a data part of its own behind the others. `document`: where the data is read.
void add_suggestion(a2a::Artifact& artifact, const Suggestion& suggestion,
                    const object_schemas::Contract& contract, a2a::JsonDocument& document);

}  // namespace schemagate
