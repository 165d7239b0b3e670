#include "extension/agent_context/run_event.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "a2a/json/tree.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::JsonTree;
using a2a::Result;

constexpr std::size_t kLineBytesMax = 64 << 20;
constexpr CallOutcome kOutcomes[] = {
    CallOutcome::kAnswered,    CallOutcome::kQuestion, CallOutcome::kFailed,  CallOutcome::kRefused,
    CallOutcome::kUnreachable, CallOutcome::kNotTaken, CallOutcome::kTimeout, CallOutcome::kCanceled};

JsonTree tree_of(const CallKey& call) {
  return JsonTree::array({call.sub_task, call.round, call.item, call.turn});
}

JsonTree tree_of(const ItemResult& result) {
  const ItemOutput& given = result.given;
  JsonTree tree = {{"item", result.item}, {"done", result.is_done}, {"abstract", given.abstract}};
  if (!given.data.empty()) tree["data"] = given.data;
  if (!given.output.empty()) tree["output"] = given.output;
  if (given.output_bytes > 0) tree["output_bytes"] = given.output_bytes;
  if (given.data_bytes > 0) tree["data_bytes"] = given.data_bytes;
  return tree;
}

JsonTree tree_of(const Verdict& verdict) {
  return {{"item", verdict.item},
          {"accepted", verdict.accepted},
          {"check", verdict.check},
          {"reason", verdict.reason},
          {"evidence", verdict.evidence}};
}

template <class Value>
JsonTree list_of(const std::vector<Value>& values) {
  JsonTree list = JsonTree::array();
  for (const Value& value : values) list.push_back(tree_of(value));
  return list;
}

struct Writer {
  JsonTree operator()(const CallStarted& event) const {
    return {{"event", "call_started"}, {"call", tree_of(event.call)}, {"attempt", event.attempt}};
  }
  JsonTree operator()(const RecordStored& event) const {
    return {{"event", "record_stored"},
            {"call", tree_of(event.call)},
            {"reference", event.reference},
            {"output", event.output_place}};
  }
  JsonTree operator()(const OutputStored& event) const {
    return {{"event", "output_stored"}, {"sub_task", event.sub_task}, {"digest", event.digest}};
  }
  JsonTree operator()(const CallAccepted& event) const {
    return {{"event", "call_accepted"},
            {"call", tree_of(event.call)},
            {"task_id", event.task_id},
            {"context_id", event.context_id}};
  }
  JsonTree operator()(const CallEnded& event) const {
    return {
        {"event", "call_ended"}, {"call", tree_of(event.call)},       {"outcome", name(event.outcome)},
        {"text", event.text},    {"results", list_of(event.results)}, {"remarks", texts_of(event.remarks)}};
  }
  JsonTree operator()(const QuestionAnswered& event) const {
    return {{"event", "question_answered"}, {"sub_task", event.sub_task}, {"text", event.text}};
  }
  JsonTree operator()(const ItemReviewed& event) const {
    return {{"event", "item_reviewed"},
            {"sub_task", event.sub_task},
            {"round", event.round},
            {"verdicts", list_of(std::vector{event.verdict})}};
  }
  JsonTree operator()(const RoundEvaluated& event) const {
    return {{"event", "round_evaluated"},
            {"sub_task", event.sub_task},
            {"round", event.round},
            {"verdicts", list_of(event.verdicts)}};
  }
  JsonTree operator()(const SubTaskRefused& event) const {
    return {{"event", "sub_task_refused"}, {"sub_task", event.sub_task}, {"text", event.reason}};
  }
  JsonTree operator()(const CancelRequested&) const { return {{"event", "cancel_requested"}}; }
  JsonTree operator()(const CancelRefused& event) const {
    return {{"event", "cancel_refused"}, {"sub_task", event.sub_task}, {"text", event.reason}};
  }
  JsonTree operator()(const Resumed&) const { return {{"event", "resumed"}}; }
};

// Members of one line; what is wrong is remembered once.
class Reader {
 public:
  explicit Reader(const JsonTree& tree) : tree_(tree) {}

  bool is_good() const { return good_; }

  std::string text(const JsonTree& tree, std::string_view member) {
    const std::string* said = a2a::find_string(tree, member);
    if (said == nullptr) good_ = false;
    return said != nullptr ? *said : std::string();
  }
  std::string text(std::string_view member) { return text(tree_, member); }

  std::int64_t number(const JsonTree& tree, std::string_view member) {
    const JsonTree* said = a2a::find_member(tree, member);
    return said != nullptr ? integer(*said) : wrong();
  }
  std::int64_t number(std::string_view member) { return number(tree_, member); }
  std::size_t index(std::string_view member) { return as_index(number(member)); }

  // 0 where it is absent.
  std::size_t size(const JsonTree& tree, std::string_view member) {
    return a2a::find_member(tree, member) != nullptr ? as_index(number(tree, member)) : 0;
  }

  bool flag(const JsonTree& tree, std::string_view member) {
    const JsonTree* said = a2a::find_member(tree, member);
    if (said == nullptr || !said->is_boolean()) return wrong() != 0;
    return said->get<bool>();
  }

  CallKey call() {
    const JsonTree* said = a2a::find_member(tree_, "call");
    if (said == nullptr || !said->is_array() || said->size() != 4) {
      wrong();
      return {};
    }
    return {.sub_task = as_index(integer((*said)[0])),
            .round = as_int((*said)[1]),
            .item = as_int((*said)[2]),
            .turn = as_int((*said)[3])};
  }
  int as_int(const JsonTree& tree) { return static_cast<int>(integer(tree)); }

  const JsonTree& list(std::string_view member) {
    const JsonTree* said = a2a::find_member(tree_, member);
    if (said != nullptr && said->is_array()) return *said;
    wrong();
    return nothing_;
  }

  ItemResult result(const JsonTree& tree) {
    const std::string* data = a2a::find_string(tree, "data");
    const std::string* output = a2a::find_string(tree, "output");
    return {.item = as_index(number(tree, "item")),
            .is_done = flag(tree, "done"),
            .given = {.abstract = text(tree, "abstract"),
                      .data = data != nullptr ? *data : std::string(),
                      .output = output != nullptr ? *output : std::string(),
                      .output_bytes = size(tree, "output_bytes"),
                      .data_bytes = size(tree, "data_bytes")}};
  }
  Verdict verdict(const JsonTree& tree) {
    return {.item = as_index(number(tree, "item")),
            .accepted = flag(tree, "accepted"),
            .check = text(tree, "check"),
            .reason = text(tree, "reason"),
            .evidence = text(tree, "evidence")};
  }
  CallOutcome outcome() {
    const std::string said = text("outcome");
    for (const CallOutcome each : kOutcomes) {
      if (name(each) == said) return each;
    }
    wrong();
    return CallOutcome::kFailed;
  }

 private:
  std::int64_t wrong() {
    good_ = false;
    return 0;
  }
  std::int64_t integer(const JsonTree& tree) {
    return tree.is_number_integer() ? tree.get<std::int64_t>() : wrong();
  }
  std::size_t as_index(std::int64_t number) {
    return static_cast<std::size_t>(number >= 0 ? number : wrong());
  }

  const JsonTree& tree_;
  const JsonTree nothing_ = JsonTree::array();
  bool good_ = true;
};

CallEnded read_ended(Reader& reader) {
  CallEnded event{.call = reader.call(),
                  .outcome = reader.outcome(),
                  .text = reader.text("text"),
                  .results = {},
                  .remarks = {}};
  for (const JsonTree& each : reader.list("results")) event.results.push_back(reader.result(each));
  for (const JsonTree& each : reader.list("remarks")) {
    if (each.is_string()) event.remarks.push_back(read_remark(each.get_ref<const std::string&>()));
  }
  return event;
}

RoundEvaluated read_evaluated(Reader& reader) {
  RoundEvaluated event{.sub_task = reader.index("sub_task"),
                       .round = static_cast<int>(reader.number("round")),
                       .verdicts = {}};
  for (const JsonTree& each : reader.list("verdicts")) event.verdicts.push_back(reader.verdict(each));
  return event;
}

std::optional<RunEventBody> read_body(Reader& reader) {
  const std::string kind = reader.text("event");
  if (kind == "call_started") return CallStarted{reader.call(), static_cast<int>(reader.number("attempt"))};
  if (kind == "record_stored")
    return RecordStored{reader.call(), reader.text("reference"), reader.text("output")};
  if (kind == "output_stored") return OutputStored{reader.index("sub_task"), reader.text("digest")};
  if (kind == "call_accepted")
    return CallAccepted{reader.call(), reader.text("task_id"), reader.text("context_id")};
  if (kind == "call_ended") return read_ended(reader);
  if (kind == "question_answered") return QuestionAnswered{reader.index("sub_task"), reader.text("text")};
  if (kind == "item_reviewed") {
    RoundEvaluated one = read_evaluated(reader);
    if (one.verdicts.size() != 1) return std::nullopt;
    return ItemReviewed{one.sub_task, one.round, std::move(one.verdicts.front())};
  }
  if (kind == "round_evaluated") return read_evaluated(reader);
  if (kind == "sub_task_refused") return SubTaskRefused{reader.index("sub_task"), reader.text("text")};
  if (kind == "cancel_requested") return CancelRequested{};
  if (kind == "cancel_refused") return CancelRefused{reader.index("sub_task"), reader.text("text")};
  if (kind == "resumed") return Resumed{};
  return std::nullopt;
}

}  // namespace

std::string_view name(CallOutcome outcome) {
  switch (outcome) {
    case CallOutcome::kAnswered:
      return "answered";
    case CallOutcome::kQuestion:
      return "question";
    case CallOutcome::kFailed:
      return "failed";
    case CallOutcome::kRefused:
      return "refused";
    case CallOutcome::kNotTaken:
      return "not_taken";
    case CallOutcome::kUnreachable:
      return "unreachable";
    case CallOutcome::kTimeout:
      return "timeout";
    case CallOutcome::kCanceled:
      return "canceled";
  }
  std::unreachable();
}

std::string write_event(const RunEvent& event) {
  JsonTree tree = {{"time", event.time}};
  tree.update(std::visit(Writer(), event.body));
  return a2a::dump_tree(tree);
}

Result<RunEvent> read_event(std::string_view line) {
  const auto tree = a2a::parse_tree(line, {.bytes_max = kLineBytesMax});
  if (!tree) return std::unexpected(tree.error());
  Reader reader(*tree);
  RunEvent event{.time = reader.number("time"), .body = Resumed{}};
  auto body = read_body(reader);
  if (!body || !reader.is_good()) return a2a::fail(ErrorCode::kInvalidParams, "not an event of a run");
  event.body = *std::move(body);
  return event;
}

}  // namespace schemagate::agent_context
