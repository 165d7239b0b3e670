// What was odd about a context that came from another agent: told, never an error by itself. What a remark is
// about has been left out of the value that was read, or put right in it. Values; pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace schemagate::agent_context {

enum class RemarkKind : std::uint8_t {
  // A member that the draft does not have; dropped. DeviceContext and EnvironmentContext, which it announces
  // (section 4.1), are dropped without a remark.
  kUnknownMember,
  // The answer held a TaskContext, which is the master's alone (section 5.1); dropped.
  kTaskContext,
  // An item that is not in todoItems; dropped.
  kUnknownItem,
  // The same item twice; the last one counts.
  kRepeatedItem,
  // Neither 0 nor 1; counts as 0.
  kBadState,
  // An abstract longer than kAbstractMax; cut.
  kLongAbstract,
  // An item that had been accepted came back as 0; stays accepted.
  kWentBack,
  // A member that is the master's came back changed; the master's value stays.
  kChangedMember,
};
// "unknown_member", for logs and scripts.
std::string_view name(RemarkKind kind);

struct Remark {
  RemarkKind kind = RemarkKind::kUnknownMember;
  // Where, in English, bounded; holds names and ids, never what an agent wrote into a value.
  std::string place;
  bool operator==(const Remark&) const = default;
};

// No more than this is kept of one context, so that a hostile one fills no log.
inline constexpr std::size_t kRemarksMax = 16;
void add_remark(std::vector<Remark>& remarks, RemarkKind kind, std::string_view place);

}  // namespace schemagate::agent_context
