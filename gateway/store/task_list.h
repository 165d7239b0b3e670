// Listing the tasks of a scope, the one whose status changed last first, page by page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "a2a/model/task.h"
#include "gateway/store/deferred.h"
#include "gateway/store/durability.h"
#include "gateway/store/scope.h"

namespace schemagate::store {

// Which tasks, and how much of each.
struct TaskQuery {
  std::string context_id = {};  // empty: of any
  std::optional<a2a::TaskState> state = {};
  std::string status_from = {};     // RFC 3339 UTC with milliseconds: status of that instant or later
  std::string cursor = {};          // of an earlier page; empty: from the beginning
  std::size_t tasks_max = 50;       // on one page
  std::size_t history_max = 0;      // messages of each task, the latest
  std::size_t bytes_max = 4 << 20;  // of one page, about; one task always fits
  bool artifacts = false;
};

struct TaskList {
  std::vector<a2a::Task> tasks = {};
  // Of each task the latest change: what is shown of it may be lost until that is durable.
  std::vector<Sequence> changed_by = {};
  std::string next_cursor = {};  // empty: there is no more
  std::size_t total = 0;         // tasks that the query names, on all pages together
};

// Safe from any thread.
class TaskLists {
 public:
  virtual ~TaskLists() = default;

  // A page of the scope's tasks. Costs the page: every filter goes by an index. A task that cannot be read is
  // counted, but not shown; see StoreHealth.
  // Errors: kInvalidParams for a cursor that no list gave.
  virtual Deferred<TaskList> list(const Scope& scope, const TaskQuery& query) const = 0;
};

}  // namespace schemagate::store
