#include "gateway/access/hidden_in_runs.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "a2a/json/well_formed.h"
#include "gateway/access/json_mask.h"
#include "gateway/access/json_pieces.h"

namespace schemagate::access {
namespace {

using a2a::JsonDocument;
using a2a::JsonValue;

// Where an agent that speaks contexts itself says what it did.
constexpr std::array kOwnContextPlaces{"/AgentContext/KeyInformation/*/outputabstract",
                                       "/KeyInformation/*/outputabstract"};
constexpr std::size_t kScansMax = 16;  // of a text, so that none takes longer than its length allows
constexpr std::size_t kScannedAlways = 64 << 10;

bool is_every(const std::string& token) {
  return token == "*";
}

// What is hidden of a value that one agent gave.
struct HiddenPlaces {
  std::vector<MaskedPath> paths = {};
  bool whole = false;
  std::set<std::string> pointers = {};

  // Of a value that was found at `from`.
  void add(const HiddenField& field, std::string_view from) {
    std::vector<std::string> tokens = a2a::json_pointer::split(field.pointer);
    const std::vector<std::string> place = a2a::json_pointer::split(from);
    std::size_t same = 0;
    while (same < tokens.size() && same < place.size() &&
           (tokens[same] == place[same] || is_every(tokens[same]) || is_every(place[same])))
      ++same;
    const bool is_met = same == tokens.size() || same == place.size();
    if (is_met) pointers.insert(field.pointer);
    if (same == tokens.size()) {
      whole = true;
    } else if (same == place.size()) {
      tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(same));
      paths.push_back({std::move(tokens), field.drop});
    }
  }
};

std::optional<std::string_view> text_member(JsonValue object, std::string_view name) {
  const auto value = object.find(name);
  return value ? value->string() : std::nullopt;
}

bool is_of_run(JsonValue root) {
  const bool is_results = root.find("outcome") && root.find("subtasks");
  return root.is_object() && (is_results || root.find("AgentContext") || root.find("KeyInformation"));
}

// As far as the bracket that it begins with is open; all of it where that is never closed.
std::string_view bracketed(std::string_view text, bool& is_closed) {
  OpenBrackets brackets;
  for (std::size_t i = 0; i < text.size(); ++i) {
    brackets.take(text.substr(i, 1));
    is_closed = !brackets.are_open();
    if (is_closed) return text.substr(0, i + 1);
  }
  return text;
}

// One text or document of a run.
class RunCopier {
 public:
  explicit RunCopier(const HiddenFields& hidden) : hidden_(hidden) {}

  // nullopt: `text` is as it was.
  std::optional<ShownOfRun> take(std::string text) {
    if (pointers_.empty()) return std::nullopt;
    return ShownOfRun{std::move(text), {pointers_.begin(), pointers_.end()}};
  }

  std::string run(JsonValue root) {
    return object(root, [this](std::string_view name, JsonValue value) {
      if (name == "subtasks")
        return array(value, [this](JsonValue sub_task) { return this->sub_task(sub_task); });
      if (name == "AgentContext" && value.is_object()) return run(value);
      if (name != "KeyInformation") return std::string(value.raw());
      return array(value, [this](JsonValue each) { return item(each, std::nullopt); });
    });
  }

  // Of what all agents gave.
  std::string words(std::string_view text) { return words(text, places(std::nullopt, std::nullopt)); }

 private:
  using Agent = std::optional<std::string_view>;  // absent: it may be any

  HiddenPlaces places(Agent agent, std::optional<std::string_view> from) const {
    HiddenPlaces found;
    for (const auto& field : hidden_) {
      if (field->agent.empty() || (agent && field->agent != *agent)) continue;
      if (from) {
        found.add(*field, *from);
        continue;
      }
      found.add(*field, "");
      if (!field->from.empty()) found.add(*field, field->from);
      for (const char* const place : kOwnContextPlaces) found.add(*field, place);
    }
    return found;
  }

  template <class Copy>
  std::string object(JsonValue value, const Copy& copy) {
    if (!value.is_object()) return std::string(value.raw());
    std::string out = "{";
    for (const JsonValue::Member member : value.members()) {
      a2a::append_member_name(out, member.name);
      out += copy(member.name, member.value);
    }
    return out + "}";
  }

  template <class Copy>
  std::string array(JsonValue value, const Copy& copy) {
    if (!value.is_array()) return std::string(value.raw());
    std::string out = "[";
    for (const JsonValue element : value.elements()) {
      if (out.size() > 1) out += ',';
      out += copy(element);
    }
    return out + "]";
  }

  std::string sub_task(JsonValue value) {
    const Agent agent = text_member(value, "agent");
    return object(value, [this, agent](std::string_view name, JsonValue member) {
      if (name == "items") return array(member, [this, agent](JsonValue each) { return item(each, agent); });
      const auto text = member.string();
      if (!text || text->find_first_of("{[") == std::string_view::npos) return std::string(member.raw());
      return a2a::in_quotes(words(*text, places(agent, std::nullopt)));
    });
  }

  std::string item(JsonValue value, Agent agent) {
    const HiddenPlaces hidden = places(agent, text_member(value, "from"));
    return object(value, [this, &hidden](std::string_view name, JsonValue member) {
      if (name == "data") return data(member, hidden);
      if (name == "outputabstract" || name == "output") return abstract(member, hidden);
      return std::string(member.raw());
    });
  }

  std::string mask(const HiddenPlaces& hidden) {
    pointers_.insert(hidden.pointers.begin(), hidden.pointers.end());
    return std::string(kMask);
  }

  std::string data(JsonValue value, const HiddenPlaces& hidden) {
    return hidden.whole ? a2a::in_quotes(mask(hidden)) : copied(value, hidden);
  }

  std::string copied(JsonValue value, const HiddenPlaces& hidden) {
    if (is_of_run(value)) return run(value);
    auto shown = without_paths(value, hidden.paths);
    if (!shown) return std::string(value.raw());
    pointers_.insert(hidden.pointers.begin(), hidden.pointers.end());
    return *std::move(shown);
  }

  // An agent's words, or its data as text, which may be cut.
  std::string abstract(JsonValue value, const HiddenPlaces& hidden) {
    const auto text = value.string();
    if (!text) return std::string(value.raw());
    if (hidden.whole) return a2a::in_quotes(mask(hidden));
    if (hidden.paths.empty()) return std::string(value.raw());
    const bool is_damaged = may_be_json(*text) && !a2a::is_well_formed(*text, kMaskLimits);
    return a2a::in_quotes(is_damaged ? mask(hidden) : words(*text, hidden));
  }

  std::string words(std::string_view text, const HiddenPlaces& hidden) {
    std::string out;
    std::size_t left = std::max(kScannedAlways, kScansMax * text.size());
    while (!text.empty()) {
      const std::size_t at = std::min(text.find_first_of("{["), text.size());
      out += text.substr(0, at);
      text.remove_prefix(at);
      if (text.empty()) break;
      bool is_closed = false;
      const std::string_view found = bracketed(text, is_closed);
      if (left < found.size()) return out + mask(hidden);
      left -= found.size();
      const std::size_t taken = add_bracketed(out, found, is_closed, hidden);
      text.remove_prefix(taken);
    }
    return out;
  }

  // How much of it was added.
  std::size_t add_bracketed(std::string& out, std::string_view text, bool is_closed,
                            const HiddenPlaces& hidden) {
    JsonDocument document;
    const auto root = is_closed ? document.parse(text, kMaskLimits)
                                : a2a::Result<JsonValue>(a2a::fail(a2a::ErrorCode::kParse, "cut off"));
    if (!root && !is_meant_as_json(text)) {
      out += text.front();
      return 1;
    }
    out += root ? copied(*root, hidden) : mask(hidden);
    return text.size();
  }

  const HiddenFields& hidden_;
  std::set<std::string> pointers_ = {};  // of what may have been hidden; empty: nothing was
};

}  // namespace

HiddenFields in_runs(const HiddenFields& fields, const std::string& agent, const std::string& from) {
  HiddenFields found;
  for (const auto& each : fields) {
    if (!each->agent.empty()) continue;
    HiddenField field = *each;
    field.agent = agent;
    field.from = from;
    found.push_back(std::make_shared<const HiddenField>(std::move(field)));
  }
  return found;
}

bool is_hidden_at(const HiddenFields& fields, std::string_view from) {
  HiddenPlaces hidden;
  for (const auto& each : fields) {
    if (each->agent.empty()) hidden.add(*each, from);
  }
  return hidden.whole;
}

bool HiddenInRuns::empty() const {
  return std::ranges::all_of(hidden_, [](const auto& each) { return each->agent.empty(); });
}

std::optional<ShownOfRun> HiddenInRuns::without_hidden(std::string_view json) const {
  JsonDocument document;
  const auto root = document.parse(json, kMaskLimits);
  if (!root || !is_of_run(*root)) return std::nullopt;
  RunCopier copier(hidden_);
  return copier.take(copier.run(*root));
}

std::optional<ShownOfRun> HiddenInRuns::words_without_hidden(std::string_view text) const {
  RunCopier copier(hidden_);
  return copier.take(copier.words(text));
}

}  // namespace schemagate::access
