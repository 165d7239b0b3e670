#include "gateway/access/hidden_fields.h"

#include <algorithm>
#include <utility>

#include "a2a/json/document.h"
#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "a2a/model/metadata.h"
#include "a2a/text/ascii.h"
#include "extension/object_schemas/label.h"

namespace schemagate::access {
namespace {

using a2a::JsonValue;

constexpr std::string_view kEvery = "*";
constexpr a2a::JsonLimits kLimits{.bytes_max = 64 << 20, .depth_max = 512, .values_max = 1 << 22};

// A field on the way to it: what is left of its path.
struct Search {
  const HiddenField* field;
  std::vector<std::string> path;
  std::size_t depth = 0;
};
using Searches = std::vector<Search>;

enum class Fate { kKept, kMasked, kDropped };

// Copies JSON text and leaves out what is searched for.
class Copier {
 public:
  void copy(JsonValue value, const Searches& searches) {
    const bool has_children = value.is_object() || value.is_array();
    if (searches.empty() || !has_children) {
      out_ += value.raw();
    } else if (value.is_object()) {
      copy_object(value, searches);
    } else {
      copy_array(value, searches);
    }
  }
  std::string take() { return std::move(out_); }
  bool has_changed() const { return changed_; }

 private:
  // Those of `searches` that go on below the child of that name.
  Searches below(const Searches& searches, std::string_view name, Fate& fate) {
    Searches found;
    for (const Search& each : searches) {
      const std::string& token = each.path[each.depth];
      if (token != name && token != kEvery) continue;
      if (each.depth + 1 < each.path.size()) {
        found.push_back({each.field, each.path, each.depth + 1});
      } else {
        fate = each.field->drop || fate == Fate::kDropped ? Fate::kDropped : Fate::kMasked;
      }
    }
    return found;
  }

  void copy_child(JsonValue value, const Searches& searches, Fate fate) {
    if (fate == Fate::kKept) return copy(value, searches);
    changed_ = true;
    a2a::append_json_string(out_, kMask);
  }

  void copy_object(JsonValue object, const Searches& searches) {
    out_ += '{';
    for (const JsonValue::Member member : object.members()) {
      Fate fate = Fate::kKept;
      const Searches inside = below(searches, member.name, fate);
      changed_ = changed_ || fate == Fate::kDropped;
      if (fate == Fate::kDropped) continue;
      a2a::append_member_name(out_, member.name);
      copy_child(member.value, inside, fate);
    }
    out_ += '}';
  }

  void copy_array(JsonValue array, const Searches& searches) {
    out_ += '[';
    std::size_t index = 0;
    for (const JsonValue element : array.elements()) {
      if (index != 0) out_ += ',';
      Fate fate = Fate::kKept;
      const Searches inside = below(searches, std::to_string(index++), fate);
      copy_child(element, inside, fate);
    }
    out_ += ']';
  }

  std::string out_;
  bool changed_ = false;
};

bool sees(const Principal& caller, const HiddenField& field) {
  return std::ranges::any_of(field.visible_to, [&caller](const std::string& role) {
    return std::ranges::find(caller.roles, role) != caller.roles.end();
  });
}

std::string pointers_of(const HiddenFields& hidden) {
  std::string list = "[";
  for (const auto& each : hidden) {
    if (list.size() > 1) list += ',';
    a2a::append_json_string(list, each->pointer);
  }
  return list + "]";
}

// Or what a more lenient reader than ours takes for it.
bool may_be_json(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view begin = a2a::text::trimmed_front(text, a2a::text::kWhiteSpace);
  while (begin.starts_with(kByteOrderMark))
    begin = a2a::text::trimmed_front(begin.substr(kByteOrderMark.size()), a2a::text::kWhiteSpace);
  return begin.starts_with('{') || begin.starts_with('[');
}

void hide(a2a::Part& part, const HiddenFields& hidden) {
  const bool has_fields =
      part.kind == a2a::PartKind::kData || (part.kind == a2a::PartKind::kText && may_be_json(part.content));
  if (!has_fields) return;
  auto shown = without_hidden(part.content, hidden);
  if (!shown) return;
  part.content = *std::move(shown);
  object_schemas::clear_label(part);
  part.metadata = a2a::with_member(part.metadata, kHiddenMetadata, pointers_of(hidden));
}

void hide(std::vector<a2a::Part>& parts, const HiddenFields& hidden) {
  for (a2a::Part& each : parts) hide(each, hidden);
}

void hide(a2a::TaskStatus& status, const HiddenFields& hidden) {
  if (status.message) hide(*status.message, hidden);
}

}  // namespace

HiddenFields hidden_from(const Principal& caller, const HiddenFields& fields) {
  HiddenFields hidden;
  std::ranges::copy_if(fields, std::back_inserter(hidden),
                       [&caller](const auto& field) { return !sees(caller, *field); });
  return hidden;
}

std::string name_of(const HiddenFields& hidden) {
  return hidden.empty() ? "" : pointers_of(hidden);
}

std::optional<std::string> without_hidden(std::string_view json, const HiddenFields& hidden) {
  if (hidden.empty()) return std::nullopt;
  a2a::JsonDocument document;
  const auto root = document.parse(json, kLimits);
  if (!root) return may_be_json(json) ? std::optional(a2a::in_quotes(kMask)) : std::nullopt;
  Searches searches;
  for (const auto& each : hidden)
    searches.push_back({.field = each.get(), .path = a2a::json_pointer::split(each->pointer)});
  Copier copier;
  copier.copy(*root, searches);
  return copier.has_changed() ? std::optional(copier.take()) : std::nullopt;
}

void hide(a2a::Message& message, const HiddenFields& hidden) {
  if (!hidden.empty()) hide(message.parts, hidden);
}

void hide(a2a::Task& task, const HiddenFields& hidden) {
  if (hidden.empty()) return;
  hide(task.status, hidden);
  for (a2a::Artifact& each : task.artifacts) hide(each.parts, hidden);
  for (a2a::Message& each : task.history) hide(each, hidden);
}

void hide(a2a::StreamEvent& event, const HiddenFields& hidden) {
  if (auto* task = std::get_if<a2a::Task>(&event)) hide(*task, hidden);
  if (auto* message = std::get_if<a2a::Message>(&event)) hide(*message, hidden);
  if (auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) hide(status->status, hidden);
  if (auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) hide(artifact->artifact.parts, hidden);
}

}  // namespace schemagate::access
