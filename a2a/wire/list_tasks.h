// What the parameters of ListTasks have to be, however they come: as JSON or in a query. Private to a2a/wire.
#pragma once

#include <optional>
#include <string_view>

#include "a2a/model/task.h"
#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire {

// A state by its name in any version; nullopt for a name that none has.
std::optional<TaskState> parse_state(std::string_view name);

// The state to filter by. Empty and unspecified stand for any; records a violation for a name that no version
// has.
std::optional<TaskState> read_wanted_state(std::string_view name, FirstViolation& violation);

// Of a Reader or a QueryReader.
template <class Parameters>
void refuse_lookalikes_in_listing(const Parameters& parameters) {
  parameters.refuse_lookalikes({"contextId", "status", "pageSize", "pageToken", "historyLength",
                                "statusTimestampAfter", "includeArtifacts"});
}

// Records a violation when a bound is not kept; writes the timestamp as RFC 3339 UTC.
void check_list_tasks_request(ListTasksRequest& request, FirstViolation& violation);

}  // namespace schemagate::a2a::wire
