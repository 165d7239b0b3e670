// What was odd about a context that came from another agent, or about an answer in a run: told, never an
// error by itself. What a remark is about has been left out of the value that was read, or put right in it.
//
//   std::string line = text_of({RemarkKind::kUnknownMember, "mood"});   // "unknown_member: mood"
//
// Values; pure.
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

  // Of an answer in a run. It holds no context where one was due; nothing is done.
  kDiscarded,
  // It holds no data where members of it were due.
  kNoData,
  // A message came in place of a task, and does not say that anything is done.
  kMessageOnly,
  // Not all that the agent said of an item is kept.
  kOutputCut,
  // The agent named a task or context that is none of its own; it is handed on to nobody.
  kReferenceRefused,
  // The agent did not cancel its task, or could not be asked to.
  kCancelRefused,
  // In a journal that another release has written: the text says all.
  kOther,
};
// "unknown_member", for logs and scripts; empty for kOther.
std::string_view name(RemarkKind kind);

struct Remark {
  RemarkKind kind = RemarkKind::kUnknownMember;
  // Where, or why, in English. Of a context: bounded, and holds names and ids, never what an agent wrote into
  // a value.
  std::string text;
  bool operator==(const Remark&) const = default;
};

// For journals and readers: the kind's name, ": " and the text.
std::string text_of(const Remark& remark);
std::vector<std::string> texts_of(const std::vector<Remark>& remarks);
// What text_of() has made a text of.
Remark read_remark(std::string_view text);

// No more than this is kept of one context, so that a hostile one fills no log.
inline constexpr std::size_t kRemarksMax = 16;
void add_remark(std::vector<Remark>& remarks, RemarkKind kind, std::string_view place);

}  // namespace schemagate::agent_context
