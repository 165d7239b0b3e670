#include "extension/agent_context/plan_reader.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "a2a/json/pointer.h"
#include "a2a/uri/loopback.h"
#include "a2a/uri/url.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/data_template.h"
#include "extension/agent_context/plan_check_reader.h"
#include "extension/agent_context/plan_graph.h"
#include "extension/agent_context/plan_source.h"

namespace schemagate::agent_context {
namespace {

using a2a::JsonTree;

constexpr Mode kModes[] = {Mode::kSync, Mode::kAsync};
constexpr FailurePolicy kPolicies[] = {FailurePolicy::kFailFast, FailurePolicy::kContinueIndependent,
                                       FailurePolicy::kBestEffort};
constexpr Delivery kDeliveries[] = {Delivery::kAutomatic, Delivery::kPerItem, Delivery::kWhole,
                                    Delivery::kStructured, Delivery::kAgentContext};
constexpr std::size_t kItemsOfPlanMax = 100'000;
constexpr int kCallSecondsMax = 3'600;

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Reads one plan; a new one for each.
class Reader {
 public:
  explicit Reader(const JsonTree& tree) : root_(tree, "", problems_) {}

  PlanReading read() {
    if (!root_.is_object()) return {std::nullopt, std::move(problems_)};
    root_.refuse_unknown({"name", "description", "query", "mode", "on_failure", "include_times", "residency",
                          "limits", "agents", "subtasks"});
    read_head();
    if (const auto limits = root_.object("limits")) read_limits(*limits);
    if (const auto agents = root_.object("agents")) read_agents(*agents);
    read_sub_tasks();
    if (problems_.empty()) connect();
    if (problems_.empty()) check_places();
    return problems_.empty() ? PlanReading{std::move(plan_), {}}
                             : PlanReading{std::nullopt, std::move(problems_)};
  }

 private:
  void read_head() {
    const auto plan_name = root_.id("name");
    if (!plan_name) root_.refuse("name", "is missing: expected an id");
    plan_.name = plan_name.value_or("");
    plan_.description = root_.text("description").value_or("");
    plan_.query = template_of(root_, "query", root_.text("query").value_or("{input}"));
    if (plan_.query.has_outputs()) root_.refuse("query", "may have places for the input only");
    mode_ = root_.word("mode", kModes);
    plan_.on_failure = root_.word("on_failure", kPolicies).value_or(plan_.on_failure);
    plan_.include_times = root_.boolean("include_times").value_or(true);
    plan_.residency = root_.id("residency").value_or("");
  }

  void read_limits(const PlanSource& source) {
    source.refuse_unknown({"rounds", "attempts", "questions", "concurrency", "per_agent", "call_seconds"});
    RunLimits& limits = plan_.limits;
    limits.rounds = source.count("rounds", 1, 10).value_or(limits.rounds);
    limits.attempts = source.count("attempts", 1, 10).value_or(limits.attempts);
    limits.questions = source.count("questions", 0, 20).value_or(limits.questions);
    limits.concurrency = source.count("concurrency", 1, 64).value_or(limits.concurrency);
    limits.per_agent = source.count("per_agent", 1, 64).value_or(limits.per_agent);
    const auto seconds = source.count("call_seconds", 1, kCallSecondsMax);
    if (seconds) limits.call_time = std::chrono::seconds(*seconds);
  }

  void read_agents(const PlanSource& source) {
    if (source.tree().size() > kAgentsMax) return source.refuse("", "at most 1000 agents are taken");
    for (const auto& [id, value] : source.tree().items()) {
      if (!is_id(id)) {
        source.refuse("", "expected ids of at most 128 letters, digits, \".\", \"_\" and \"-\"");
        continue;
      }
      const PlanSource agent(value, source.path_of(id), problems_);
      if (agent.is_object()) read_agent(id, agent);
    }
  }

  void read_agent(const std::string& id, const PlanSource& source) {
    source.refuse_unknown({"name", "url", "token_env", "plain_http", "messages_complete"});
    PlannedAgent agent{.id = id,
                       .name = source.text("name").value_or(id),
                       .url = source.text("url").value_or(""),
                       .token_env = source.id("token_env").value_or(""),
                       .plain_http = source.boolean("plain_http").value_or(false),
                       .messages_complete = source.boolean("messages_complete").value_or(false)};
    if (!agent.url.empty()) check_url(source, agent);
    agents_.emplace(id, plan_.agents.size());
    plan_.agents.push_back(std::move(agent));
  }

  static void check_url(const PlanSource& source, const PlannedAgent& agent) {
    const auto url = a2a::uri::parse_url(agent.url);
    if (!url) return source.refuse("url", url.error().message);
    if (!url->tls && !a2a::uri::is_this_machine(url->host) && !agent.plain_http) {
      source.refuse("url",
                    "is http beyond this machine, where contexts could be read and changed on their way; "
                    "use https, or say plain_http: true");
    }
  }

  void read_sub_tasks() {
    const JsonTree* list = root_.list("subtasks", kSubTasksMax);
    if (list == nullptr || list->empty()) {
      if (problems_.empty()) root_.refuse("subtasks", "expected at least one");
      return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      const PlanSource source = root_.element("subtasks", *list, i);
      if (source.is_object()) read_sub_task(source);
    }
  }

  void read_sub_task(const PlanSource& source) {
    source.refuse_unknown(
        {"id", "name", "goal", "agent", "skill", "after", "deliver", "schema", "data", "items"});
    PlannedSubTask task{.id = source.id("id").value_or("")};
    if (task.id.empty()) source.refuse("id", "is missing");
    if (task.id == "input") source.refuse("id", "is taken: {input} is the input");
    if (!task.id.empty() && !indices_.emplace(task.id, plan_.sub_tasks.size()).second)
      source.refuse("id", task.id + " is the id of an earlier subtask");
    task.name = source.text("name").value_or(task.id);
    task.goal = source.text("goal").value_or(task.name);
    task.agent = agent_of(source);
    task.skill = source.text("skill").value_or("");
    task.delivery = source.word("deliver", kDeliveries).value_or(Delivery::kAutomatic);
    prerequisites_.push_back(source.texts("after", kItemsMax));
    read_data(source, task);
    read_items(source, task);
    plan_.sub_tasks.push_back(std::move(task));
  }

  std::size_t agent_of(const PlanSource& source) {
    const auto id = source.id("agent");
    if (!id) {
      source.refuse("agent", "is missing");
      return 0;
    }
    const auto agent = agents_.find(*id);
    if (agent != agents_.end()) return agent->second;
    source.refuse("agent", *id + " is no agent of this plan");
    return 0;
  }

  void read_data(const PlanSource& source, PlannedSubTask& task) {
    task.schema = source.id("schema").value_or("");
    const JsonTree* data = a2a::find_member(source.tree(), "data");
    if (data != nullptr) task.data = a2a::dump_tree(*data);
    const bool is_structured = task.delivery == Delivery::kStructured;
    if (is_structured && (task.schema.empty() || data == nullptr || !data->is_object()))
      return source.refuse("deliver", "structured needs schema, and data, an object");
    if (!is_structured && (!task.schema.empty() || data != nullptr))
      return source.refuse(data != nullptr ? "data" : "schema", "belongs to deliver: structured");
    if (!is_structured) return;
    const auto checked = check_data_template(task.data);
    if (!checked) source.refuse("data", checked.error().message);
  }

  void read_items(const PlanSource& source, PlannedSubTask& task) {
    const JsonTree* list = source.list("items", kItemsMax);
    if (list == nullptr || list->empty()) return source.refuse("items", "expected at least one");
    items_ += list->size();
    if (items_ > kItemsOfPlanMax) return source.refuse("items", "the plan has more than 100000 items");
    std::set<std::string> ids;
    for (std::size_t i = 0; i < list->size(); ++i) {
      const PlanSource item = source.element("items", *list, i);
      if (item.is_object()) read_item(item, ids, task);
    }
  }

  void read_item(const PlanSource& source, std::set<std::string>& ids, PlannedSubTask& task) {
    source.refuse_unknown({"id", "do", "check", "from"});
    PlannedItem item{.id = source.id("id").value_or(""), .text = {}, .check = {}, .from = {}};
    if (item.id.empty()) return source.refuse("id", "is missing");
    if (!ids.insert(item.id).second) source.refuse("id", item.id + " is the id of an earlier item");
    const auto text = source.text("do");
    if (!text || text->empty()) source.refuse("do", "is missing: expected what is to be done");
    item.text = template_of(source, "do", text.value_or(""));
    if (const auto check = source.object("check")) {
      item.check = read_check(*check);
      find_evaluator(*check, item.check);
    }
    item.from = source.text("from").value_or("");
    const bool has_from = a2a::find_member(source.tree(), "from") != nullptr;
    if (has_from && !a2a::json_pointer::is_valid(item.from)) source.refuse("from", "expected a JSON Pointer");
    if (has_from != (task.delivery == Delivery::kStructured))
      source.refuse("from",
                    has_from ? "belongs to deliver: structured" : "is missing: where the output has it");
    task.items.push_back(std::move(item));
  }

  void find_evaluator(const PlanSource& source, ItemCheck& check) const {
    if (!check.evaluator) return;
    const auto agent = agents_.find(check.evaluator->agent_id);
    if (agent == agents_.end())
      return source.refuse("evaluator.agent", check.evaluator->agent_id + " is no agent of this plan");
    check.evaluator->agent = agent->second;
  }

  static TextTemplate template_of(const PlanSource& source, std::string_view member,
                                  const std::string& text) {
    auto parsed = TextTemplate::parse(text);
    if (parsed) return *std::move(parsed);
    source.refuse(member, parsed.error().message);
    return {};
  }

  std::string path_of(std::size_t task) const { return "subtasks[" + std::to_string(task) + "]"; }
  void refuse(std::string path, std::string message) {
    if (problems_.size() < kPlanProblemsMax) problems_.push_back({std::move(path), std::move(message)});
  }

  // From ids to indices, and that they lead round nowhere.
  void connect() {
    for (std::size_t i = 0; i < plan_.sub_tasks.size(); ++i) {
      std::set<std::size_t> after;
      for (const std::string& id : prerequisites_[i]) {
        const auto other = indices_.find(id);
        if (other == indices_.end()) {
          refuse(path_of(i) + ".after",
                 (is_id(id) ? id : "what stands there") + " is no subtask of this plan");
        } else {
          after.insert(other->second);
        }
      }
      plan_.sub_tasks[i].after.assign(after.begin(), after.end());
      for (const std::size_t other : after) plan_.sub_tasks[other].dependants.push_back(i);
    }
    const std::vector<std::size_t> ring = find_cycle(plan_);
    if (!ring.empty()) refuse(path_of(ring.front()) + ".after", "goes round in a circle: " + shown(ring));
    const bool depends =
        std::ranges::any_of(plan_.sub_tasks, [](const auto& task) { return !task.after.empty(); });
    plan_.mode = mode_.value_or(depends ? Mode::kSync : Mode::kAsync);
  }

  std::string shown(const std::vector<std::size_t>& ring) const {
    constexpr std::size_t kShown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(ring.size(), kShown); ++i)
      text += plan_.sub_tasks[ring[i]].id + " -> ";
    return text + (ring.size() > kShown ? "... -> " : "") + plan_.sub_tasks[ring.front()].id;
  }

  // That templates take from direct prerequisites only.
  void check_places() {
    for (std::size_t i = 0; i < plan_.sub_tasks.size(); ++i) {
      const PlannedSubTask& task = plan_.sub_tasks[i];
      for (std::size_t k = 0; k < task.items.size(); ++k)
        check_outputs(task, task.items[k].text, path_of(i) + ".items[" + std::to_string(k) + "].do");
      if (task.data.empty()) continue;
      for (const TextTemplate& text : templates_of_data(task.data))
        check_outputs(task, text, path_of(i) + ".data");
    }
  }

  void check_outputs(const PlannedSubTask& task, const TextTemplate& text, const std::string& path) {
    for (const TemplatePiece& piece : text.pieces()) {
      const auto* place = std::get_if<OutputPlace>(&piece);
      if (place == nullptr) continue;
      const auto other = indices_.find(place->sub_task);
      const bool is_prerequisite =
          other != indices_.end() && std::ranges::binary_search(task.after, other->second);
      if (!is_prerequisite) {
        refuse(path,
               "{" + place->sub_task + "." + place->item + "}: " + place->sub_task + " is not in after");
      } else if (find_item(plan_.sub_tasks[other->second], place->item) == kNoItem) {
        refuse(path, place->sub_task + " has no item " + place->item);
      }
    }
  }

  PlanProblems problems_;
  const PlanSource root_;  // borrows problems_
  Plan plan_;
  std::optional<Mode> mode_;
  std::map<std::string, std::size_t, std::less<>> agents_;
  std::map<std::string, std::size_t, std::less<>> indices_;
  std::vector<std::vector<std::string>> prerequisites_;  // of each subtask, by id
  std::size_t items_ = 0;
};

// take(path, pointer) for each place of the plan that leads to nothing in the input.
template <class Take>
void visit_missing(const Plan& plan, const RunInput& input, const Take& take) {
  const auto visit = [&input, &take](const TextTemplate& text, const std::string& path) {
    for (const TemplatePiece& piece : text.pieces()) {
      const auto* place = std::get_if<InputPlace>(&piece);
      if (place != nullptr && !input.at(place->pointer)) take(path, place->pointer);
    }
  };
  visit(plan.query, "query");
  for (std::size_t i = 0; i < plan.sub_tasks.size(); ++i) {
    const PlannedSubTask& task = plan.sub_tasks[i];
    const std::string path = "subtasks[" + std::to_string(i) + "]";
    for (std::size_t k = 0; k < task.items.size(); ++k)
      visit(task.items[k].text, path + ".items[" + std::to_string(k) + "].do");
    if (task.data.empty()) continue;
    for (const TextTemplate& text : templates_of_data(task.data)) visit(text, path + ".data");
  }
}

// "parcel.weight" of "/parcel/weight".
std::string dotted(std::string_view pointer) {
  std::string name(pointer.substr(1));
  std::ranges::replace(name, '/', '.');
  return name;
}

}  // namespace

std::string_view name(Mode mode) {
  return mode == Mode::kSync ? "sync" : "async";
}

std::string_view name(FailurePolicy policy) {
  switch (policy) {
    case FailurePolicy::kFailFast:
      return "fail_fast";
    case FailurePolicy::kContinueIndependent:
      return "continue_independent";
    case FailurePolicy::kBestEffort:
      return "best_effort";
  }
  std::unreachable();
}

std::string_view name(Delivery delivery) {
  switch (delivery) {
    case Delivery::kAutomatic:
      return "auto";
    case Delivery::kPerItem:
      return "per_item";
    case Delivery::kWhole:
      return "whole";
    case Delivery::kStructured:
      return "structured";
    case Delivery::kAgentContext:
      return "agent_context";
  }
  std::unreachable();
}

std::size_t find_item(const PlannedSubTask& task, std::string_view id) {
  const auto item = std::ranges::find(task.items, id, &PlannedItem::id);
  return item == task.items.end() ? kNoItem : static_cast<std::size_t>(item - task.items.begin());
}

PlanReading read_plan(const JsonTree& tree) {
  return Reader(tree).read();
}

PlanProblems check_input(const Plan& plan, const RunInput& input) {
  PlanProblems problems;
  visit_missing(plan, input, [&problems](const std::string& path, const std::string& pointer) {
    if (problems.size() < kPlanProblemsMax) problems.push_back({path, "the input has nothing at " + pointer});
  });
  return problems;
}

std::vector<std::string> missing_input(const Plan& plan, const RunInput& input) {
  std::vector<std::string> missing;
  visit_missing(plan, input, [&missing](const std::string&, const std::string& pointer) {
    std::string name = dotted(pointer);
    const bool is_new = std::ranges::find(missing, name) == missing.end();
    if (is_new && missing.size() < kPlanProblemsMax) missing.push_back(std::move(name));
  });
  return missing;
}

PlanProblems check_offers(const Plan& plan, const std::vector<OfferedAgent>& offered) {
  PlanProblems problems;
  std::map<std::string_view, const OfferedAgent*> known;
  for (const OfferedAgent& agent : offered) known[agent.id] = &agent;
  for (std::size_t i = 0; i < plan.sub_tasks.size() && problems.size() < kPlanProblemsMax; ++i) {
    const PlannedSubTask& task = plan.sub_tasks[i];
    const std::string path = "subtasks[" + std::to_string(i) + "]";
    const std::string& id = plan.agents[task.agent].id;
    const auto agent = known.find(id);
    if (agent == known.end()) {
      problems.push_back({path + ".agent", id + " is not known here"});
      continue;
    }
    if (!agent->second->is_known) continue;
    if (!task.skill.empty() && !has(agent->second->skills, task.skill))
      problems.push_back({path + ".skill", id + " has no skill " + task.skill});
    const bool takes_context = has(agent->second->schemas, kAgentContextName);
    if (!task.schema.empty() && !has(agent->second->schemas, task.schema))
      problems.push_back({path + ".schema", id + " declares no input schema " + task.schema});
    if (task.delivery == Delivery::kAgentContext && !takes_context)
      problems.push_back({path + ".deliver", id + " declares no schema AgentContext"});
  }
  return problems;
}

}  // namespace schemagate::agent_context
