#include "gateway/store/task_list.h"

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

ListPosition position_of(const a2a::Task& task, std::int64_t number) {
  ListPosition position{.number = number};
  std::size_t digits = 0;
  for (const char c : task.status.timestamp) {
    if (c < '0' || c > '9' || digits == kDigitsMax) continue;
    position.timestamp = position.timestamp * 10 + static_cast<std::uint64_t>(c - '0');
    ++digits;
  }
  return position;
}

TaskListing::TaskListing(TaskQuery query, std::optional<ListPosition> cursor)
    : query_(std::move(query)), cursor_(cursor) {
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

bool TaskListing::wants(const a2a::Task& task) const {
  if (!query_.context_id.empty() && task.context_id != query_.context_id) return false;
  if (query_.state && task.status.state != *query_.state) return false;
  return task.status.timestamp >= query_.status_from;
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
  if (!wants(task)) return;
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
  place.order_ = &orders_[scope];
  place.at_ =
      place.order_->emplace_hint(place.order_->begin(), position_of(task, number), Listed{&task, &bytes});
  return place;
}

void TaskIndex::move(Place& place) {
  const ListPosition position = position_of(*place.at_->second.task, place.at_->first.number);
  if (position == place.at_->first) return;
  auto node = place.order_->extract(place.at_);
  node.key() = position;
  place.at_ = place.order_->insert(place.order_->begin(), std::move(node));
}

void TaskIndex::remove(const Scope& scope, const Place& place) {
  place.order_->erase(place.at_);
  if (place.order_->empty()) orders_.erase(scope);
}

bool TaskIndex::list(const Scope& scope, TaskListing& listing) const {
  const auto found = orders_.find(scope);
  if (found == orders_.end()) return false;
  const Order& order = found->second;
  if (!listing.counts()) listing.set_total(order.size());
  auto next = order.upper_bound(listing.reached());
  for (std::size_t i = 0; i < kLookedAtOnceMax && next != order.end(); ++i, ++next) {
    if (listing.full() && !listing.counts()) return false;
    listing.look_at(next->first, *next->second.task, *next->second.bytes);
  }
  return next != order.end();
}

}  // namespace schemagate::store
