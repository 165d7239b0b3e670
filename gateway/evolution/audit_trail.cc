#include "gateway/evolution/audit_trail.h"

#include <utility>

namespace schemagate {

using a2a::JsonTree;

bool AuditTrail::is_decision(const evolution::Event& event) {
  return event.kind != "assigned" && event.kind != "dropped" && event.kind != "merged" &&
         event.kind != "candidate";
}

void AuditTrail::add(const evolution::Event& event, std::string_view by) {
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
  put(std::move(line));
}

void AuditTrail::add(evolution::Instant at, std::string_view what, std::string_view by, JsonTree members) {
  JsonTree line{{"time", evolution::to_rfc3339(at)}, {"event", what}};
  line.update(members);
  if (!by.empty()) line["by"] = by;
  put(std::move(line));
}

void AuditTrail::erase(std::string_view client) {
  std::erase_if(lines_, [client](const JsonTree& line) {
    const std::string* named = a2a::find_string(line, "client");
    return named != nullptr && *named == client;
  });
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
