#include "gateway/access/json_mask.h"

#include <utility>

#include "a2a/json/text.h"
#include "gateway/access/hidden_field.h"

namespace schemagate::access {
namespace {

using a2a::JsonValue;

constexpr std::string_view kEvery = "*";

// A path, as far as it has been followed.
struct Search {
  const MaskedPath* path;
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
  static Searches below(const Searches& searches, std::string_view name, Fate& fate) {
    Searches found;
    for (const Search& each : searches) {
      const std::string& token = each.path->tokens[each.depth];
      if (token != name && token != kEvery) continue;
      if (each.depth + 1 < each.path->tokens.size()) {
        found.push_back({each.path, each.depth + 1});
      } else {
        fate = each.path->drop || fate == Fate::kDropped ? Fate::kDropped : Fate::kMasked;
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

}  // namespace

std::optional<std::string> without_paths(JsonValue value, const std::vector<MaskedPath>& paths) {
  Searches searches;
  for (const MaskedPath& each : paths) searches.push_back({&each});
  Copier copier;
  copier.copy(value, searches);
  return copier.has_changed() ? std::optional(copier.take()) : std::nullopt;
}

}  // namespace schemagate::access
