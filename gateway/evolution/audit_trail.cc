#include "gateway/evolution/audit_trail.h"

#include <algorithm>
#include <utility>

namespace schemagate {

using a2a::JsonTree;

namespace {

constexpr auto kWishes = "wishes";

bool is_wish(const JsonTree& wish) {
  return wish.is_array() && wish.size() == 3 && wish[0].is_number_integer() && wish[1].is_number_integer() &&
         wish[2].is_string();
}

}  // namespace

bool AuditTrail::is_decision(const evolution::Event& event) {
  return event.kind != "assigned" && event.kind != "dropped" && event.kind != "merged" &&
         event.kind != "candidate";
}

void AuditTrail::add(const evolution::Event& event, std::string_view by, std::optional<Evidence> evidence) {
  JsonTree line{
      {"time", evolution::to_rfc3339(event.at)}, {"scenario", event.scenario}, {"event", event.kind}};
  for (const auto& [name, value] : event.members.items()) {
    if (name == "members") {
      line["fragments"] = value.size();
    } else {
      line[name] = value;
    }
  }
  if (!by.empty()) line["by"] = by;
  add_evidence(line, std::move(evidence));
  put(std::move(line));
}

void AuditTrail::add_evidence(JsonTree& line, std::optional<Evidence> evidence) const {
  if (evidence) {
    line["evidence"] = std::move(evidence->counts);
    for (const ShownWish& each : evidence->wishes)
      line[kWishes].push_back(JsonTree::array({each.client, each.at, each.text}));
    return;
  }
  const JsonTree* cluster = a2a::find_member(line, "cluster");
  if (cluster == nullptr) return;
  const auto earlier = std::ranges::find_if(lines_.rbegin(), lines_.rend(), [&](const JsonTree& each) {
    const JsonTree* of = a2a::find_member(each, "cluster");
    return of != nullptr && *of == *cluster && each.value("scenario", JsonTree()) == line["scenario"];
  });
  if (earlier == lines_.rend()) return;
  for (const char* name : {"evidence", kWishes}) {
    if (const JsonTree* known = a2a::find_member(*earlier, name)) line[name] = *known;
  }
}

void AuditTrail::add(evolution::Instant at, std::string_view what, std::string_view by, JsonTree members) {
  JsonTree line{{"time", evolution::to_rfc3339(at)}, {"event", what}};
  line.update(members);
  if (!by.empty()) line["by"] = by;
  put(std::move(line));
}

template <class Test>
std::size_t AuditTrail::erase_wishes(Test test) {
  std::size_t erased = 0;
  for (JsonTree& line : lines_) {
    const auto wishes = line.find(kWishes);
    if (wishes == line.end() || !wishes->is_array()) continue;
    JsonTree kept = JsonTree::array();
    for (JsonTree& wish : *wishes) {
      if (is_wish(wish) && !test(wish)) kept.push_back(std::move(wish));
    }
    erased += wishes->size() - kept.size();
    *wishes = std::move(kept);
  }
  return erased;
}

void AuditTrail::erase(std::string_view client, std::optional<evolution::ClientNumber> number) {
  std::erase_if(lines_, [client](const JsonTree& line) {
    const std::string* named = a2a::find_string(line, "client");
    return named != nullptr && *named == client;
  });
  if (number)
    erase_wishes(
        [&number](const JsonTree& wish) { return wish[0].get<evolution::ClientNumber>() == *number; });
}

bool AuditTrail::forget_wishes_before(evolution::Instant then) {
  return erase_wishes([then](const JsonTree& wish) { return wish[1].get<evolution::Instant>() < then; }) > 0;
}

JsonTree AuditTrail::write() const {
  JsonTree tree = JsonTree::array();
  for (const JsonTree& line : lines_) tree.push_back(line);
  return tree;
}

AuditTrail AuditTrail::read(const JsonTree& tree) {
  AuditTrail trail;
  if (!tree.is_array()) return trail;
  for (const JsonTree& line : tree) {
    if (line.is_object()) trail.put(line);
  }
  return trail;
}

void AuditTrail::put(JsonTree line) {
  lines_.push_back(std::move(line));
  if (lines_.size() > kLinesMax) lines_.pop_front();
}

}  // namespace schemagate
