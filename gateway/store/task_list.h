// Listing the tasks of a scope, the one whose status changed last first, page by page.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "a2a/error.h"
#include "a2a/model/task.h"
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
  std::string next_cursor = {};  // empty: there is no more
  std::size_t total = 0;         // tasks that the query names, on all pages together
};

// Where a task stands in its scope's order: by its status' timestamp, then by the number of its row. A cursor
// is one of them as text, so that it stays good when the ledger is opened again.
struct ListPosition {
  std::uint64_t timestamp = 0;  // its digits
  std::int64_t number = 0;
  auto operator<=>(const ListPosition&) const = default;
};
ListPosition position_of(const a2a::Task& task, std::int64_t number);

// One listing while it goes on, a slice of the scope after the other.
class TaskListing {
 public:
  // Errors: kInvalidParams for a cursor that no list gave.
  static a2a::Result<TaskListing> start(TaskQuery query);

  // Whether what stands before the cursor and behind a full page has to be looked at, too: for the total.
  bool counts() const { return !query_.context_id.empty() || query_.state || !query_.status_from.empty(); }
  // The next to be looked at stands before this one.
  const ListPosition& reached() const { return reached_; }
  bool full() const { return more_; }
  void set_total(std::size_t total) { list_.total = total; }
  // `bytes`: about as much as the task takes.
  void look_at(const ListPosition& position, const a2a::Task& task, std::size_t bytes);
  TaskList finish();

 private:
  TaskListing(TaskQuery query, std::optional<ListPosition> cursor);
  bool wants(const a2a::Task& task) const;
  a2a::Task excerpt(const a2a::Task& task) const;

  TaskQuery query_;
  std::optional<ListPosition> cursor_;
  ListPosition reached_;
  ListPosition last_ = {};  // on this page
  std::size_t bytes_ = 0;
  bool more_ = false;
  TaskList list_ = {};
};

// The order of every scope's tasks. Refers to tasks that others own: they must stay where they are until they
// are removed.
class TaskIndex {
 private:
  struct Listed {
    const a2a::Task* task;
    const std::size_t* bytes;
  };
  using Order = std::map<ListPosition, Listed, std::greater<>>;

 public:
  // A task's place; good until it is removed, also when the index is moved.
  class Place {
   public:
    Place() = default;

   private:
    friend class TaskIndex;
    Order* order_ = nullptr;
    Order::iterator at_ = {};
  };

  // `bytes`: about as much as the task takes.
  Place add(const Scope& scope, const a2a::Task& task, std::int64_t number, const std::size_t& bytes);
  // After a change of its task. Cheap when that made it the latest.
  static void move(Place& place);
  void remove(const Scope& scope, const Place& place);
  // Looks at a bounded number of tasks, so that the table's lock is never held for long; false when the
  // listing is complete. What changes between two slices may be missed or counted twice, but is never shown
  // twice.
  bool list(const Scope& scope, TaskListing& listing) const;

 private:
  struct ScopeHash {
    std::size_t operator()(const Scope& scope) const {
      const std::hash<std::string_view> hash;
      return hash(scope.agent) * 31 + hash(scope.owner);
    }
  };
  std::unordered_map<Scope, Order, ScopeHash> orders_;
};

}  // namespace schemagate::store
