// What happens in a run, one value each: its journal. Whoever drives a run writes an event down, safe on the
// disk, before its effect leaves the process; the same events, applied again, give the same run (run.h).
//
//   std::string line = write_event(event);          // one line of JSON
//   auto event = read_event(line);
//
// Values; pure; safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "a2a/error.h"
#include "extension/agent_context/evaluation.h"
#include "extension/agent_context/remark.h"

namespace schemagate::agent_context {

// One message to an agent: which subtask, in which round, for which item, as which turn of that conversation.
struct CallKey {
  static constexpr int kAllItems = -1;
  // As a turn: the question to an item's evaluator, which is written down as calls are, but for its end: that
  // is the verdict (ItemReviewed), or that there is none (SubTaskRefused).
  static constexpr int kReview = -1;
  std::size_t sub_task = 0;
  int round = 1;         // from 1
  int item = kAllItems;  // index, where each item is a call
  int turn = 0;          // 0: the request; n: the answer to the agent's n-th question
  bool operator==(const CallKey&) const = default;
};

// A message is about to be sent, for the n-th time.
struct CallStarted {
  CallKey call;
  int attempt = 1;
  bool operator==(const CallStarted&) const = default;
};
// This message has references (context_uri.h) to a store. When it is repeated it has the same, unless their
// time is over: then it has others, which come by a second event of that call.
struct RecordStored {
  CallKey call;
  std::string reference;     // to what the subtask's prerequisites gave; empty: that is not stored
  std::string output_place;  // where the agent may store what it gives; empty: nowhere
  bool operator==(const RecordStored&) const = default;
};
// The agent has stored what it gives in its output_place, with this digest.
struct OutputStored {
  std::size_t sub_task = 0;
  std::string digest;
  bool operator==(const OutputStored&) const = default;
};
// The agent has made a task of it. From now on the task is followed, the message never sent again.
struct CallAccepted {
  CallKey call;
  std::string task_id;
  std::string context_id;
  bool operator==(const CallAccepted&) const = default;
};

enum class CallOutcome : std::uint8_t {
  kAnswered,     // there are results
  kQuestion,     // the agent asks, and waits
  kFailed,       // the agent's task failed or was rejected, or the agent broke the protocol
  kRefused,      // the agent refused the message
  kUnreachable,  // transport, 5xx, 429: the same message may be sent again
  kNotTaken,     // it has certainly not reached the agent: the same, and the task that stood for it is none
  kTimeout,      // nothing settled in time
  kCanceled,     // the agent's task was canceled
};
std::string_view name(CallOutcome outcome);

struct CallEnded {
  CallKey call;
  CallOutcome outcome = CallOutcome::kAnswered;
  // The question, or why; for readers, bounded.
  std::string text;
  std::vector<ItemResult> results;  // kAnswered
  std::vector<Remark> remarks;      // what was odd about the answer, bounded
  bool operator==(const CallEnded&) const = default;
};

// What whoever started the run answers to the question of a subtask.
struct QuestionAnswered {
  std::size_t sub_task = 0;
  std::string text;
  bool operator==(const QuestionAnswered&) const = default;
};
// An evaluator, or a person, has decided on an item that the other checks accept (review.h).
struct ItemReviewed {
  std::size_t sub_task = 0;
  int round = 1;
  Verdict verdict;
  bool operator==(const ItemReviewed&) const = default;
};
struct RoundEvaluated {
  std::size_t sub_task = 0;
  int round = 1;
  std::vector<Verdict> verdicts;
  bool operator==(const RoundEvaluated&) const = default;
};
// A subtask that cannot be carried out, for a reason that is not its agent's.
struct SubTaskRefused {
  std::size_t sub_task = 0;
  std::string reason;
  bool operator==(const SubTaskRefused&) const = default;
};
struct CancelRequested {
  bool operator==(const CancelRequested&) const = default;
};
// An agent would not cancel its task, or could not be asked to.
struct CancelRefused {
  std::size_t sub_task = 0;
  std::string reason;
  bool operator==(const CancelRefused&) const = default;
};
// The driver has begun again: what was on its way is not any more.
struct Resumed {
  bool operator==(const Resumed&) const = default;
};

using RunEventBody =
    std::variant<CallStarted, RecordStored, OutputStored, CallAccepted, CallEnded, QuestionAnswered,
                 ItemReviewed, RoundEvaluated, SubTaskRefused, CancelRequested, CancelRefused, Resumed>;
struct RunEvent {
  // Milliseconds since 1970.
  std::int64_t time = 0;
  RunEventBody body;
  bool operator==(const RunEvent&) const = default;
};

// One line of JSON, without its end. A result's data stands in it as a string, exactly as it came.
std::string write_event(const RunEvent& event);
// Errors: kParse, kInvalidParams for anything that write_event() does not write.
a2a::Result<RunEvent> read_event(std::string_view line);

}  // namespace schemagate::agent_context
