#include "gateway/store/task_index.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace schemagate::store {
namespace {

constexpr std::size_t kLookedAtOnceMax = 1'000;
constexpr int kHex = 16;
constexpr std::size_t kDigitsMax = 18;  // more would not fit into 64 bits
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

}  // namespace

ListPosition position_of(std::string_view timestamp, std::int64_t number) {
  ListPosition position{.number = number};
  std::size_t digits = 0;
  for (const char c : timestamp) {
    if (c < '0' || c > '9' || digits == kDigitsMax) continue;
    position.timestamp = position.timestamp * 10 + static_cast<std::uint64_t>(c - '0');
    ++digits;
  }
  return position;
}

TaskListing::TaskListing(TaskQuery query, std::optional<ListPosition> cursor)
    : query_(std::move(query)),
      cursor_(cursor),
      oldest_(position_of(query_.status_from, std::numeric_limits<std::int64_t>::min())) {
  reached_ = counts() ? kBeginning : cursor_.value_or(kBeginning);
}

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
  return TaskListing(std::move(query), cursor);
}

a2a::Task TaskListing::excerpt(const a2a::Task& task) const {
  a2a::Task shown{.id = task.id, .context_id = task.context_id, .status = task.status};
  shown.metadata = task.metadata;
  if (query_.artifacts) shown.artifacts = task.artifacts;
  const std::size_t messages = std::min(query_.history_max, task.history.size());
  shown.history.assign(task.history.end() - static_cast<std::ptrdiff_t>(messages), task.history.end());
  return shown;
}

void TaskListing::look_at(const ListPosition& position, const a2a::Task& task, std::size_t bytes) {
  reached_ = position;
  if (query_.state && task.status.state != *query_.state) return;
  if (counts()) ++list_.total;
  if (more_ || (cursor_ && position >= *cursor_)) return;
  const bool bare = !query_.artifacts && query_.history_max == 0;
  bytes_ += bare ? 0 : bytes;
  const bool fits = list_.tasks.size() < query_.tasks_max && bytes_ <= query_.bytes_max;
  more_ = !fits && !list_.tasks.empty();
  if (more_) return;
  list_.tasks.push_back(excerpt(task));
  last_ = position;
}

TaskList TaskListing::finish() {
  if (more_) list_.next_cursor = write_cursor(last_);
  return std::move(list_);
}

TaskIndex::Place TaskIndex::add(const Scope& scope, const a2a::Task& task, std::int64_t number,
                                const std::size_t& bytes) {
  Place place;
  place.orders_ = &scopes_[scope];
  place.position_ = position_of(task.status.timestamp, number);
  place.state_ = task.status.state;
  const std::pair listed(place.position_, Listed{&task, &bytes});
  place.orders_->all.insert(listed);
  place.context_ = &contexts_[{place.orders_, task.context_id}];
  place.context_->insert(listed);
  place.orders_->states[place.state_].insert(listed);
  return place;
}

void TaskIndex::move(Place& place, const a2a::Task& task, const std::size_t& bytes) {
  const Place before = place;
  place.position_ = position_of(task.status.timestamp, before.position_.number);
  place.state_ = task.status.state;
  const bool moved = place.position_ != before.position_;
  if (!moved && place.state_ == before.state_) return;
  Orders& orders = *place.orders_;
  const std::pair listed(place.position_, Listed{&task, &bytes});
  orders.states[before.state_].erase(before.position_);
  orders.states[place.state_].insert(listed);
  if (!moved) return;
  orders.all.erase(before.position_);
  orders.all.insert(listed);
  place.context_->erase(before.position_);
  place.context_->insert(listed);
}

void TaskIndex::remove(const Scope& scope, const Place& place, const a2a::Task& task) {
  Orders& orders = *place.orders_;
  orders.states[place.state_].erase(place.position_);
  place.context_->erase(place.position_);
  if (place.context_->empty()) contexts_.erase({place.orders_, task.context_id});
  orders.all.erase(place.position_);
  if (orders.all.empty()) scopes_.erase(scope);
}

// The shortest that has all that the query names; nullptr when there is nothing.
const TaskIndex::Order* TaskIndex::order_for(const Orders& orders, const TaskQuery& query) const {
  if (!query.context_id.empty()) {
    const auto found = contexts_.find({&orders, query.context_id});
    return found == contexts_.end() ? nullptr : &found->second;
  }
  if (!query.state) return &orders.all;
  const auto found = orders.states.find(*query.state);
  return found == orders.states.end() ? nullptr : &found->second;
}

bool TaskIndex::list(const Scope& scope, TaskListing& listing) const {
  const auto found = scopes_.find(scope);
  if (found == scopes_.end()) return false;
  const Order* order = order_for(found->second, listing.query());
  if (order == nullptr) return false;
  if (!listing.counts()) listing.set_total(order->order_of_key(listing.oldest()));
  auto next = order->upper_bound(listing.reached());
  for (std::size_t i = 0; i < kLookedAtOnceMax; ++i, ++next) {
    if (next == order->end() || next->first < listing.oldest()) return false;
    if (listing.full() && !listing.counts()) return false;
    listing.look_at(next->first, *next->second.task, *next->second.bytes);
  }
  return true;
}

}  // namespace schemagate::store
