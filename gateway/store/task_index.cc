#include "gateway/store/task_index.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>
#include <utility>

namespace schemagate::store {
namespace {

constexpr int kHex = 16;
constexpr std::size_t kDigitsMax = 18;  // more would not fit into 64 bits
// Of tasks that have to be read for one page; one always may be.
constexpr std::size_t kReadBytesMax = 16 << 20;
constexpr ListPosition kBeginning = {std::numeric_limits<std::uint64_t>::max(), 0};

template <class Number>
bool read_hex(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, kHex);
  return error == std::errc() && stop == end;
}

template <class Number>
void append_hex(std::string& out, Number number) {
  std::array<char, 2 * sizeof(Number)> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, kHex).ptr;
  out.append(digits.data(), end);
}

// "134e9f0c2a7b1c3.2a"
std::string write_cursor(const ListPosition& position) {
  std::string cursor;
  append_hex(cursor, position.timestamp);
  cursor += '.';
  append_hex(cursor, position.number);
  return cursor;
}

std::optional<ListPosition> read_cursor(std::string_view cursor) {
  ListPosition position;
  const std::size_t dot = cursor.find('.');
  if (dot == std::string_view::npos || !read_hex(cursor.substr(0, dot), position.timestamp)) {
    return std::nullopt;
  }
  if (!read_hex(cursor.substr(dot + 1), position.number)) return std::nullopt;
  return position;
}

ListedTask at(const ListPosition& position) {
  ListedTask wanted;
  wanted.position = position;
  return wanted;
}

// How many stand before a position.
std::size_t count_before(const auto& orders, const ListPosition& position) {
  const ListedTask wanted = at(position);
  std::size_t count = 0;
  for (const TaskOrder& order : orders) count += order.order_of_key(&wanted);
  return count;
}

// Several orders read as one.
class MergedOrder {
 public:
  MergedOrder(const auto& orders, const ListPosition& after) {
    const ListedTask wanted = at(after);
    for (const TaskOrder& order : orders) {
      const auto first = order.upper_bound(&wanted);
      if (first != order.end()) rest_.emplace_back(first, order.end());
    }
  }

  // nullptr at the end.
  const ListedTask* next() {
    const auto first =
        std::ranges::max_element(rest_, {}, [](const Rest& rest) { return (*rest.first)->position; });
    if (first == rest_.end()) return nullptr;
    const ListedTask* const task = *first->first;
    if (++first->first == first->second) rest_.erase(first);
    return task;
  }

 private:
  using Rest = std::pair<TaskOrder::const_iterator, TaskOrder::const_iterator>;
  std::vector<Rest> rest_;
};

// `orders` is a range of TaskOrder.
void list_in(const auto& orders, TaskListing& listing) {
  listing.set_total(count_before(orders, listing.oldest()));
  MergedOrder order(orders, listing.reached());
  while (!listing.full()) {
    const ListedTask* const next = order.next();
    if (next == nullptr || next->position < listing.oldest()) return;
    listing.look_at(*next);
  }
}

void list_in_one(const TaskOrder& order, TaskListing& listing) {
  list_in(std::span<const TaskOrder>(&order, 1), listing);
}

}  // namespace

ListPosition position_of(std::string_view timestamp, RowNumber number) {
  ListPosition position{.number = number};
  std::size_t digits = 0;
  for (const char c : timestamp) {
    if (c < '0' || c > '9' || digits == kDigitsMax) continue;
    position.timestamp = position.timestamp * 10 + static_cast<std::uint64_t>(c - '0');
    ++digits;
  }
  return position;
}

TaskListing::TaskListing(TaskQuery query, const ListPosition& cursor)
    : query_(std::move(query)),
      reached_(cursor),
      oldest_(position_of(query_.status_from, std::numeric_limits<std::int64_t>::min())) {}

a2a::Result<TaskListing> TaskListing::start(TaskQuery query) {
  std::optional<ListPosition> cursor;
  if (!query.cursor.empty()) {
    cursor = read_cursor(query.cursor);
    if (!cursor) {
      constexpr std::string_view kExpected = "expected the nextPageToken of an earlier page";
      return std::unexpected(a2a::Error{a2a::ErrorCode::kInvalidParams,
                                        "pageToken: " + std::string(kExpected),
                                        {{"pageToken", std::string(kExpected)}}});
    }
  }
  return TaskListing(std::move(query), cursor.value_or(kBeginning));
}

a2a::Task TaskListing::excerpt(const a2a::Task& task) const {
  a2a::Task shown{.id = task.id, .context_id = task.context_id, .status = task.status};
  shown.metadata = task.metadata;
  if (query_.artifacts) shown.artifacts = task.artifacts;
  const std::size_t messages = std::min(query_.history_max, task.history.size());
  shown.history.assign(task.history.end() - static_cast<std::ptrdiff_t>(messages), task.history.end());
  return shown;
}

void TaskListing::look_at(const ListedTask& listed) {
  reached_ = listed.position;
  more_ = !fits(listed) && !list_.tasks.empty();
  if (more_) return;
  list_.changed_by.push_back(listed.content ? listed.changed : 0);
  if (listed.content) {
    list_.tasks.push_back(excerpt(listed.content->task));
  } else {
    absent_.push_back({listed.position.number, list_.tasks.size()});
    list_.tasks.emplace_back();
  }
  last_ = listed.position;
}

// A task that has to be read is read whole, however little of it is shown.
bool TaskListing::fits(const ListedTask& listed) {
  const bool bare = !query_.artifacts && query_.history_max == 0;
  bytes_ += bare ? 0 : listed.bytes;
  absent_bytes_ += listed.content ? 0 : listed.bytes;
  return list_.tasks.size() < query_.tasks_max && bytes_ <= query_.bytes_max &&
         absent_bytes_ <= std::max(query_.bytes_max, kReadBytesMax);
}

void TaskListing::put(const Absent& absent, const a2a::Task* task) {
  if (task == nullptr) {
    gone_.push_back(absent.place);
  } else {
    list_.tasks[absent.place] = excerpt(*task);
  }
}

TaskList TaskListing::finish() {
  if (more_) list_.next_cursor = write_cursor(last_);
  for (auto gone = gone_.rbegin(); gone != gone_.rend(); ++gone) {
    const auto place = static_cast<std::ptrdiff_t>(*gone);
    list_.tasks.erase(list_.tasks.begin() + place);
    list_.changed_by.erase(list_.changed_by.begin() + place);
  }
  return std::move(list_);
}

TaskOrder& ContextOrder::order_of(a2a::TaskState state) {
  const auto has_state = [state](const TaskOrder& order) { return (*order.begin())->state == state; };
  const auto found = std::ranges::find_if(orders_, has_state);
  return found != orders_.end() ? *found : orders_.emplace_front();
}

void ContextOrder::insert(const ListedTask& listed) {
  if (orders_.empty() && only_ == nullptr) {
    only_ = &listed;
    return;
  }
  if (only_ != nullptr) order_of(only_->state).insert(only_);
  only_ = nullptr;
  order_of(listed.state).insert(&listed);
}

bool ContextOrder::erase(const ListedTask& listed) {
  if (orders_.empty()) return true;
  order_of(listed.state).erase(&listed);
  orders_.remove_if([](const TaskOrder& order) { return order.empty(); });
  return orders_.empty();
}

void ContextOrder::list(TaskListing& listing) const {
  const auto wanted = listing.query().state;
  const auto is_wanted = [wanted](const ListedTask& task) { return !wanted || task.state == *wanted; };
  if (only_ != nullptr) {
    TaskOrder one;
    if (is_wanted(*only_)) one.insert(only_);
    return list_in_one(one, listing);
  }
  if (!wanted) return list_in(orders_, listing);
  for (const TaskOrder& order : orders_)
    if (is_wanted(**order.begin())) list_in_one(order, listing);
}

void TaskIndex::add(const Scope& scope, ListedTask& listed) {
  const auto found = scopes_.try_emplace(scope).first;
  found->second.scope = &found->first;
  listed.orders = &found->second;
  listed.orders->of(listed.state).insert(&listed);
  contexts_[{listed.orders, listed.context}].insert(listed);
}

void TaskIndex::move(ListedTask& listed, const a2a::TaskStatus& status) {
  const ListPosition position = position_of(status.timestamp, listed.position.number);
  if (position == listed.position && status.state == listed.state) return;
  ContextOrder& context = contexts_.find({listed.orders, listed.context})->second;
  const bool has_place = !context.has_only(listed);
  if (has_place) (void)context.erase(listed);
  listed.orders->of(listed.state).erase(&listed);
  listed.position = position;
  listed.state = status.state;
  listed.orders->of(listed.state).insert(&listed);
  if (has_place) context.insert(listed);
}

void TaskIndex::remove(const ListedTask& listed) {
  listed.orders->of(listed.state).erase(&listed);
  const auto context = contexts_.find({listed.orders, listed.context});
  if (context->second.erase(listed)) contexts_.erase(context);
  if (listed.orders->empty()) scopes_.erase(scopes_.find(listed.scope()));
}

bool TaskIndex::has_context(const Scope& scope, std::string_view context_id) const {
  const auto found = scopes_.find(scope);
  return found != scopes_.end() && contexts_.contains({&found->second, hash_of(context_id)});
}

void TaskIndex::list(const Scope& scope, TaskListing& listing) const {
  const auto found = scopes_.find(scope);
  if (found == scopes_.end()) return;
  const TaskOrders& orders = found->second;
  const TaskQuery& query = listing.query();
  if (!query.context_id.empty()) {
    const auto context = contexts_.find({&orders, hash_of(query.context_id)});
    if (context != contexts_.end()) context->second.list(listing);
    return;
  }
  query.state ? list_in_one(orders.of(*query.state), listing) : list_in(orders.states, listing);
}

}  // namespace schemagate::store
