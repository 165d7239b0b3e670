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

// Records a violation when a bound is not kept; writes the timestamp as RFC 3339 UTC.
void check_list_tasks_request(ListTasksRequest& request, FirstViolation& violation);

// All but the tenant, by a Reader or a QueryReader, checked.
template <class Parameters>
ListTasksRequest read_list_tasks_request(const Parameters& parameters, FirstViolation& violation) {
  ListTasksRequest request = {.context_id = parameters.string("contextId"),
                              .status = read_wanted_state(parameters.string("status"), violation),
                              .page_size = parameters.count("pageSize"),
                              .page_token = parameters.string("pageToken"),
                              .history_length = parameters.count("historyLength"),
                              .status_timestamp_after = parameters.string("statusTimestampAfter"),
                              .include_artifacts = parameters.boolean("includeArtifacts", false)};
  parameters.refuse_lookalikes({"contextId", "status", "pageSize", "pageToken", "historyLength",
                                "statusTimestampAfter", "includeArtifacts"});
  check_list_tasks_request(request, violation);
  return request;
}

}  // namespace schemagate::a2a::wire
