// The order of every scope's tasks, as lists show them: in memory, by scope, context, state and time. No
// lock, as the rest of the working set.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
#include <forward_list>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "gateway/store/durability.h"
#include "gateway/store/keyed_hash.h"
#include "gateway/store/scope.h"
#include "gateway/store/task_content.h"
#include "gateway/store/task_list.h"

namespace schemagate::store {

// Names a task, a context, a message or a push notification config in the ledger's file. Never used twice
// while a ledger is open.
using RowNumber = std::int64_t;

// Where a task stands in its scope's order: by its status' timestamp, then by the number of its row. A cursor
// is one of them as text, so that it stays good when the ledger is opened again.
struct ListPosition {
  std::uint64_t timestamp = 0;  // its digits
  RowNumber number = 0;
  auto operator<=>(const ListPosition&) const = default;
};
ListPosition position_of(std::string_view timestamp, RowNumber number);

struct TaskOrders;
struct OwnerShare;

// A task as lists see it; its owner derives from it.
struct ListedTask {
  std::unique_ptr<TaskContent> content = {};  // none: it has to be read from the ledger
  TaskOrders* orders = nullptr;               // the index' own
  ListPosition position = {};
  WideHash context = {};  // TaskIndex::hash_of()
  Sequence changed = 0;   // the latest change to it
  std::size_t bytes = 0;  // about as much as it takes
  a2a::TaskState state = {};

  const Scope& scope() const;
};

// Tasks, the latest status first. Knows how many stand before a position without counting them.
struct LaterFirst {
  bool operator()(const ListedTask* one, const ListedTask* other) const {
    return one->position > other->position;
  }
};
using TaskOrder = __gnu_pbds::tree<const ListedTask*, __gnu_pbds::null_type, LaterFirst,
                                   __gnu_pbds::rb_tree_tag, __gnu_pbds::tree_order_statistics_node_update>;

// The tasks of one scope. A list of all of them takes the next from one order or the other: a task that
// changes its state moves from a short order to another, and only what has ended stands in a long one.
struct TaskOrders {
  static constexpr std::size_t kStates = static_cast<std::size_t>(a2a::TaskState::kAuthRequired) + 1;

  const Scope* scope = nullptr;
  OwnerShare* share = nullptr;  // of its owner, for whoever keeps the tasks
  std::array<TaskOrder, kStates> states = {};

  TaskOrder& of(a2a::TaskState state) { return states[static_cast<std::size_t>(state)]; }
  const TaskOrder& of(a2a::TaskState state) const { return states[static_cast<std::size_t>(state)]; }
  bool empty() const { return std::ranges::all_of(states, &TaskOrder::empty); }
};

inline const Scope& ListedTask::scope() const {
  return *orders->scope;
}

// One listing while it goes on.
class TaskListing {
 public:
  // Errors: kInvalidParams for a cursor that no list gave.
  static a2a::Result<TaskListing> start(TaskQuery query);

  const TaskQuery& query() const { return query_; }
  // The next to be looked at stands before this one: the cursor, or the last that was looked at.
  const ListPosition& reached() const { return reached_; }
  // The last that is new enough stands here or before.
  const ListPosition& oldest() const { return oldest_; }
  bool full() const { return more_; }
  void set_total(std::size_t total) { list_.total = total; }
  void look_at(const ListedTask& listed);
  // Tasks on this page that have to be read first: each is to be put in its place, or nullptr when it is
  // gone, or cannot be read.
  struct Absent {
    RowNumber number;
    std::size_t place;
  };
  const std::vector<Absent>& absent() const { return absent_; }
  void put(const Absent& absent, const a2a::Task* task);
  TaskList finish();

 private:
  TaskListing(TaskQuery query, const ListPosition& cursor);
  a2a::Task excerpt(const a2a::Task& task) const;
  bool fits(const ListedTask& listed);

  TaskQuery query_;
  ListPosition reached_;
  ListPosition oldest_;
  ListPosition last_ = {};  // on this page
  std::size_t bytes_ = 0;
  std::size_t absent_bytes_ = 0;
  std::vector<Absent> absent_ = {};
  std::vector<std::size_t> gone_ = {};
  bool more_ = false;
  TaskList list_ = {};
};

// The tasks of one context, in one order for each state that there is. Most contexts have one task, and there
// are many: a tree each would be too much.
class ContextOrder {
 public:
  void insert(const ListedTask& listed);
  // Whether it is the only one: it has no place among others then.
  bool has_only(const ListedTask& listed) const { return only_ == &listed; }
  // True when none is left.
  bool erase(const ListedTask& listed);
  // Puts the page into the listing, of all or of the state that it asks for.
  void list(TaskListing& listing) const;

 private:
  TaskOrder& order_of(a2a::TaskState state);

  const ListedTask* only_ = nullptr;
  std::forward_list<TaskOrder> orders_;  // of more than one; none is empty
};

// Refers to tasks that others own: they must stay where they are until they are removed.
class TaskIndex {
 public:
  void add(const Scope& scope, ListedTask& listed);
  // When its status changes.
  void move(ListedTask& listed, const a2a::TaskStatus& status);
  void remove(const ListedTask& listed);
  // For ListedTask::context.
  WideHash hash_of(std::string_view context_id) const { return hash_.wide(context_id); }
  bool has_context(const Scope& scope, std::string_view context_id) const;
  // Looks at the tasks of the page and at the one behind it: at no other.
  void list(const Scope& scope, TaskListing& listing) const;

 private:
  struct ScopeHash {
    std::size_t operator()(const Scope& scope) const {
      const std::hash<std::string_view> hash;
      return hash(scope.agent) * 31 + hash(scope.owner);
    }
  };

  struct ContextName {
    const TaskOrders* scope;
    WideHash id;
    bool operator==(const ContextName&) const = default;
  };
  struct ContextBucket {
    std::size_t operator()(const ContextName& name) const noexcept {
      return name.id.low ^ std::hash<const void*>()(name.scope);
    }
  };

  KeyedHash hash_;
  absl::node_hash_map<Scope, TaskOrders, ScopeHash> scopes_;
  absl::flat_hash_map<ContextName, ContextOrder, ContextBucket> contexts_;
};

}  // namespace schemagate::store
