// The order of every scope's tasks, as lists show them: in memory, by scope, context, state and time. No
// lock, as the rest of the working set.
#pragma once

#include <compare>
#include <cstdint>
#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "gateway/store/keyed_hash.h"
#include "gateway/store/scope.h"
#include "gateway/store/task_list.h"

namespace schemagate::store {

// Where a task stands in its scope's order: by its status' timestamp, then by the number of its row. A cursor
// is one of them as text, so that it stays good when the ledger is opened again.
struct ListPosition {
  std::uint64_t timestamp = 0;  // its digits
  std::int64_t number = 0;
  auto operator<=>(const ListPosition&) const = default;
};
ListPosition position_of(std::string_view timestamp, std::int64_t number);

// One listing while it goes on.
class TaskListing {
 public:
  // Errors: kInvalidParams for a cursor that no list gave.
  static a2a::Result<TaskListing> start(TaskQuery query);

  const TaskQuery& query() const { return query_; }
  // Whether what stands before the cursor and behind a full page has to be looked at, too: for the total.
  bool counts() const { return !query_.context_id.empty() && query_.state; }
  // The next to be looked at stands before this one.
  const ListPosition& reached() const { return reached_; }
  // The last that is new enough stands here or before.
  const ListPosition& oldest() const { return oldest_; }
  bool full() const { return more_; }
  void set_total(std::size_t total) { list_.total = total; }
  // `bytes`: about as much as the task takes.
  void look_at(const ListPosition& position, const a2a::Task& task, std::size_t bytes);
  TaskList finish();

 private:
  TaskListing(TaskQuery query, std::optional<ListPosition> cursor);
  a2a::Task excerpt(const a2a::Task& task) const;

  TaskQuery query_;
  std::optional<ListPosition> cursor_;
  ListPosition reached_;
  ListPosition oldest_;
  ListPosition last_ = {};  // on this page
  std::size_t bytes_ = 0;
  bool more_ = false;
  TaskList list_ = {};
};

// Refers to tasks that others own: they must stay where they are until they are removed.
class TaskIndex {
 private:
  struct Listed {
    const a2a::Task* task;
    const std::size_t* bytes;
  };
  // Knows how many stand before a position without counting them.
  using Order = __gnu_pbds::tree<ListPosition, Listed, std::greater<>, __gnu_pbds::rb_tree_tag,
                                 __gnu_pbds::tree_order_statistics_node_update>;
  struct Orders {
    Order all = {};
    std::unordered_map<a2a::TaskState, Order> states = {};
  };

 public:
  // A task's place; good until it is removed, also when the index is moved.
  class Place {
   public:
    Place() = default;

   private:
    friend class TaskIndex;
    Orders* orders_ = nullptr;
    Order* context_ = nullptr;
    ListPosition position_ = {};
    a2a::TaskState state_ = {};
  };

  // `bytes`: about as much as the task takes.
  Place add(const Scope& scope, const a2a::Task& task, std::int64_t number, const std::size_t& bytes);
  // After a change of its task.
  static void move(Place& place, const a2a::Task& task, const std::size_t& bytes);
  void remove(const Scope& scope, const Place& place, const a2a::Task& task);
  // Looks at a bounded number of tasks, so that the table's lock is never held for long; false when the
  // listing is complete.
  bool list(const Scope& scope, TaskListing& listing) const;

 private:
  struct ScopeHash {
    std::size_t operator()(const Scope& scope) const {
      const std::hash<std::string_view> hash;
      return hash(scope.agent) * 31 + hash(scope.owner);
    }
  };
  struct ContextName {
    const Orders* scope;
    std::string id;
    bool operator==(const ContextName&) const = default;
  };
  struct ContextHash {
    KeyedHash hash;
    std::size_t operator()(const ContextName& name) const {
      return hash(name.id) ^ std::hash<const Orders*>()(name.scope);
    }
  };
  const Order* order_for(const Orders& orders, const TaskQuery& query) const;

  std::unordered_map<Scope, Orders, ScopeHash> scopes_;
  std::unordered_map<ContextName, Order, ContextHash> contexts_;
};

}  // namespace schemagate::store
