#include "extension/agent_context/agent_context.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/members.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::JsonKind;
using a2a::JsonValue;
using a2a::Result;

constexpr std::string_view kContextNames[] = {"Context/ContextURI", "ContextURI", "Context"};
constexpr std::string_view kMembers[] = {
    "AgentID",    "AgentName", "SubTaskID", "SubTaskName",      "Dependencies",   "Context/ContextURI",
    "ContextURI", "Context",   "todoItems", "ItemstateUpdates", "KeyInformation", "LastUpdated"};
constexpr std::size_t kTimeBytesMax = 64;
constexpr std::size_t kUriBytesMax = 24 << 10;  // a data: URL of 16 KiB, in base64, is 22

std::unexpected<a2a::Error> refuse(std::string message) {
  return a2a::fail(ErrorCode::kInvalidParams, "AgentContext: " + std::move(message));
}

std::string at(std::string_view list, std::size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

// Reads one object; a new one for each.
class Reader {
 public:
  explicit Reader(JsonValue object) : object_(object) {}

  Result<AgentContextReading> read() {
    if (auto done = read_names(); !done) return std::unexpected(done.error());
    if (auto done = read_dependencies(); !done) return std::unexpected(done.error());
    if (auto done = read_context(); !done) return std::unexpected(done.error());
    if (auto done = read_items(); !done) return std::unexpected(done.error());
    if (auto done = read_states(); !done) return std::unexpected(done.error());
    if (auto done = read_key_information(); !done) return std::unexpected(done.error());
    remark_unknown(object_, kMembers, reading_.remarks);
    return std::move(reading_);
  }

 private:
  Result<void> read_names() {
    AgentContext& context = reading_.context;
    const struct {
      std::string_view name;
      std::string& text;
      std::size_t bytes_max;
    } rows[] = {{"AgentID", context.agent_id, kIdMax},
                {"AgentName", context.agent_name, kTextMax},
                {"SubTaskID", context.sub_task_id, kIdMax},
                {"SubTaskName", context.sub_task_name, kTextMax},
                {"LastUpdated", context.last_updated, kTimeBytesMax}};
    for (const auto& row : rows) {
      auto text = read_text(object_, row.name, row.bytes_max);
      if (!text) return refuse(text.error().message);
      row.text = *std::move(text);
    }
    if (!is_id(context.agent_id)) return refuse("AgentID: expected an id");
    if (!is_id(context.sub_task_id)) return refuse("SubTaskID: expected an id");
    return {};
  }

  Result<void> read_dependencies() {
    auto list = read_list(object_, "Dependencies", kItemsMax);
    if (!list) return refuse(list.error().message);
    for (const JsonValue element : *list) {
      const auto id = element.string();
      if (!id || !is_id(*id)) return refuse("Dependencies: expected ids");
      reading_.context.dependencies.emplace_back(*id);
    }
    return {};
  }

  Result<void> read_context() {
    const auto value = find_any_case(object_, {kContextNames[0], kContextNames[1], kContextNames[2]});
    if (!value || value->kind() == JsonKind::kNull) return {};
    if (const auto uri = value->string()) {
      if (uri->size() > kUriBytesMax) return refuse("Context/ContextURI: longer than 24 KiB");
      reading_.context.context_uri = *uri;
    } else {
      reading_.inline_context = {std::string(value->raw())};
    }
    return {};
  }

  Result<void> read_items() {
    auto list = read_list(object_, "todoItems", kItemsMax);
    if (!list) return refuse(list.error().message);
    for (std::size_t i = 0; i < list->size(); ++i) {
      auto id = read_text((*list)[i], "itemId", kIdMax);
      auto description = read_text((*list)[i], "description", kTextMax);
      if (!id || !is_id(*id)) return refuse(at("todoItems", i) + ".itemId: expected an id");
      if (!description) return refuse(at("todoItems", i) + "." + description.error().message);
      if (!known_.emplace(*id, known_.size()).second)
        return refuse(at("todoItems", i) + ".itemId: stands twice");
      reading_.context.todo_items.push_back({*std::move(id), *std::move(description)});
    }
    return {};
  }

  Result<void> read_states() {
    auto list = read_list(object_, "ItemstateUpdates", 2 * kItemsMax);
    if (!list) return refuse(list.error().message);
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string place = at("ItemstateUpdates", i);
      const auto id = read_text((*list)[i], "itemId", kIdMax);
      if (!id) return refuse(place + "." + id.error().message);
      if (!is_known(*id, place)) continue;
      keep(reading_.context.states, ItemState{*id, is_done((*list)[i], place)}, place);
    }
    return {};
  }

  Result<void> read_key_information() {
    auto list = read_list(object_, "KeyInformation", 2 * kItemsMax);
    if (!list) return refuse(list.error().message);
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string place = at("KeyInformation", i);
      const auto id = read_text((*list)[i], "itemId", kIdMax);
      if (!id) return refuse(place + "." + id.error().message);
      auto abstract = read_text((*list)[i], "outputabstract", kContextBytesMax);
      if (!abstract) return refuse(place + "." + abstract.error().message);
      if (!is_known(*id, place)) continue;
      keep(reading_.context.key_information, information(*id, *std::move(abstract), place), place);
    }
    return {};
  }

  // An answer may leave todoItems out: it is compared with what was sent later on.
  bool is_known(const std::string& id, const std::string& place) {
    if (known_.contains(id) || (known_.empty() && is_id(id))) return true;
    add_remark(reading_.remarks, RemarkKind::kUnknownItem, place);
    return false;
  }

  // JSON Schema takes 1.0 for an integer, and some languages write one so.
  static bool is_number(JsonValue value, std::int64_t number) {
    return value.int64() == number || value.raw() == std::to_string(number) + ".0";
  }

  bool is_done(JsonValue element, const std::string& place) {
    const auto state = find_any_case(element, {"state"});
    if (state) {
      if (is_number(*state, 0) || state->boolean() == false || state->string() == "0") return false;
      if (is_number(*state, 1) || state->boolean() == true || state->string() == "1") return true;
    }
    add_remark(reading_.remarks, RemarkKind::kBadState, place);
    return false;
  }

  KeyInformation information(const std::string& id, std::string said, const std::string& place) {
    std::string abstract = cut_abstract(said);
    if (abstract == said) return {id, std::move(abstract)};
    add_remark(reading_.remarks, RemarkKind::kLongAbstract, place);
    return {id, std::move(abstract), std::move(said)};
  }

  // The last one of an item counts, at the place of the first.
  template <class Entry>
  void keep(std::vector<Entry>& entries, Entry entry, const std::string& place) {
    const auto same = std::ranges::find(entries, entry.item_id, &Entry::item_id);
    if (same == entries.end()) return entries.push_back(std::move(entry));
    add_remark(reading_.remarks, RemarkKind::kRepeatedItem, place);
    *same = std::move(entry);
  }

  JsonValue object_;
  AgentContextReading reading_;
  std::map<std::string, std::size_t, std::less<>> known_;
};

void append_ids(std::string& out, const std::vector<std::string>& ids) {
  a2a::append_member_name(out, "Dependencies");
  out += '[';
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i > 0) out += ',';
    a2a::append_json_string(out, ids[i]);
  }
  out += ']';
}

template <class Entry, class Append>
void append_list(std::string& out, std::string_view name, const std::vector<Entry>& entries, Append append) {
  a2a::append_member_name(out, name);
  out += '[';
  for (std::size_t i = 0; i < entries.size(); ++i) {
    out += i > 0 ? ",{" : "{";
    a2a::append_string_member(out, "itemId", entries[i].item_id);
    append(out, entries[i]);
    out += '}';
  }
  out += ']';
}

}  // namespace

bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= kIdMax && std::ranges::all_of(text, [](char c) {
    return a2a::text::is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
  });
}

std::string cut_abstract(std::string_view text) {
  if (a2a::text::count_code_points(text) <= kAbstractMax) return std::string(text);
  std::size_t end = 0;
  for (std::size_t count = 0; count + 1 < kAbstractMax && end < text.size(); ++count)
    end += std::max<std::size_t>(1, a2a::text::character_size(text.substr(end)));
  return std::string(text.substr(0, end)) + std::string(a2a::text::kEllipsis);
}

Result<AgentContextReading> read_agent_context(JsonValue value) {
  if (value.raw().size() > kContextBytesMax) return refuse("larger than 256 KiB");
  if (!value.is_object()) return refuse("expected an object");
  const JsonValue object = unwrapped(value, kAgentContextName);
  auto reading = Reader(object).read();
  if (reading && find_any_case(value, {kTaskContextName}) && object.index() != value.index())
    add_remark(reading->remarks, RemarkKind::kTaskContext, kTaskContextName);
  return reading;
}

std::string write_agent_context(const AgentContext& context) {
  std::string out = R"({"AgentContext":{)";
  a2a::append_string_member(out, "AgentID", context.agent_id);
  a2a::append_string_member(out, "AgentName", context.agent_name);
  a2a::append_string_member(out, "SubTaskID", context.sub_task_id);
  a2a::append_string_member(out, "SubTaskName", context.sub_task_name);
  append_ids(out, context.dependencies);
  a2a::append_string_member(out, "Context/ContextURI", context.context_uri);
  append_list(out, "todoItems", context.todo_items, [](std::string& text, const TodoItem& item) {
    a2a::append_string_member(text, "description", item.description);
  });
  append_list(out, "ItemstateUpdates", context.states, [](std::string& text, const ItemState& state) {
    a2a::append_raw_member(text, "state", state.is_done ? "1" : "0");
  });
  append_list(out, "KeyInformation", context.key_information,
              [](std::string& text, const KeyInformation& information) {
                a2a::append_string_member(text, "outputabstract", information.abstract);
              });
  if (!context.last_updated.empty()) a2a::append_string_member(out, "LastUpdated", context.last_updated);
  out += R"(,"Optional":["LastUpdated"]}})";
  return out;
}

}  // namespace schemagate::agent_context
