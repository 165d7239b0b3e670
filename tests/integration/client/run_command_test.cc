// The verb `run` against agents on sockets: what they get, what is printed, how it ends, what survives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"
#include "command_line.h"
#include "extension/agent_context/schemas.h"
#include "extension/json_schema/validator.h"
#include "scripted_agent.h"
#include "tests/unit/gateway/store/temporary_folder.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::wire::Version;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string task_in(Version version, const std::string& state, const std::string& text) {
  const bool is_new = version == Version::kV1_0;
  const std::string part =
      is_new ? R"({"text":")" + text + "\"}" : R"({"kind":"text","text":")" + text + "\"}";
  const std::string name = is_new ? "TASK_STATE_" + state : state;
  std::string task = R"({"id":"t-1","contextId":"c-1",)" + std::string(is_new ? "" : R"("kind":"task",)") +
                     R"("status":{"state":")" + name + R"("},"artifacts":[{"artifactId":"a","parts":[)" +
                     part + "]}]}";
  return is_new ? R"({"task":)" + task + "}" : task;
}

// A plan of two agents in a row, in a folder of its own.
class Plans : public testing::TestWithParam<Version> {
 protected:
  Plans() {
    first_.card(GetParam());
    second_.card(GetParam());
    completes(first_, "Influenza A");
    completes(second_, "75 mg for 5 days");
    write(R"(name: two
query: "The whole secret query of the user: {input}"
agents:
  one: {name: First, url: ")" +
          first_.url() + R"("}
  two: {name: Second, url: ")" +
          second_.url() + R"("}
subtasks:
  - {id: diagnose, agent: one, items: [{id: d1, do: "Diagnose: {input}"}]}
  - {id: prescribe, agent: two, after: [diagnose], items: [{id: p1, do: Prescribe, check: {must_have: [mg]}}]}
)");
  }

  void completes(ScriptedAgent& agent, const std::string& text) { answers(agent, state("COMPLETED"), text); }
  void answers(ScriptedAgent& agent, const std::string& state, const std::string& text) {
    agent.events(GetParam() == Version::kV1_0 ? "SendStreamingMessage" : "message/stream",
                 {task_in(GetParam(), state, text)});
  }
  static std::string state(const std::string& name) {
    if (GetParam() == Version::kV1_0) return name;
    std::string lower = name == "INPUT_REQUIRED" ? "input-required" : name;
    for (char& c : lower) c = static_cast<char>(std::tolower(c));
    return lower;
  }
  void write(const std::string& text) { std::ofstream(plan_) << text; }
  Finished play(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"run", plan_, "--input", "fever and cough"});
    return run(std::move(more));
  }
  static std::vector<std::string> sent_to(const ScriptedAgent& agent) {
    std::vector<std::string> bodies;
    for (const SeenRequest& request : agent.seen()) {
      if (request.body.find("essage") != std::string::npos) bodies.push_back(request.body);
    }
    return bodies;
  }

  ScriptedAgent first_;
  ScriptedAgent second_;
  TemporaryFolder folder_;
  std::string plan_ = folder_.file("plan.yaml");
  std::string state_ = folder_.file("run.state");
};

INSTANTIATE_TEST_SUITE_P(, Plans, testing::Values(Version::kV0_3, Version::kV1_0),
                         [](const auto& version) { return version.param == Version::kV0_3 ? "V03" : "V10"; });

// AC-16, AC-40: each agent hears its own, and the query and the name of the other nobody.
TEST_P(Plans, RunFromAgentToAgent) {
  const Finished result = play();
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_THAT(result.out, AllOf(HasSubstr("two  completed  (2 of 2 goals"), HasSubstr("d1  Influenza A"),
                                HasSubstr("p1  75 mg for 5 days")));
  EXPECT_THAT(result.err, AllOf(HasSubstr("-> First  d1"), HasSubstr("p1 accepted")));
  ASSERT_EQ(sent_to(second_).size(), 1u);
  EXPECT_THAT(sent_to(second_)[0],
              AllOf(HasSubstr("Prescribe"), HasSubstr("Influenza A"), Not(HasSubstr("fever")),
                    Not(HasSubstr("secret")), Not(HasSubstr("First"))));
  EXPECT_THAT(sent_to(first_)[0], AllOf(HasSubstr("Diagnose: fever and cough"), Not(HasSubstr("secret"))));
}

TEST_P(Plans, AsJsonGiveATaskContextThatFitsItsSchema) {
  const Finished result = play({"-o", "json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
  const JsonTree tree = a2a::parse_tree(result.out).value();
  const JsonTree context = {{"TaskContext", tree.at("TaskContext")}};
  const auto validator = json_schema::Validator::compile(agent_context::task_context_schema());
  EXPECT_EQ(validator->validate(context), json_schema::Verdict::kValid) << result.out;
  EXPECT_EQ(tree.at("TaskContext").at("OverallStatus"), "completed");
  EXPECT_EQ(tree.at("subtasks")[1].at("items")[0].at("outputabstract"), "75 mg for 5 days");
}

// AC-39: "done" three times is no prescription.
TEST_P(Plans, ThatAreRejectedEndWithTheReason) {
  completes(second_, "done");
  const Finished result = play({"--state", state_});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_THAT(run({"run", "explain", state_}).out,
              AllOf(HasSubstr("  round 1    p1  must_have: the abstract lacks: mg  evidence sha-256:"),
                    HasSubstr("  round 2    p1  must_have"), HasSubstr("  item       p1  must_have"),
                    HasSubstr("  it said: done\n"), Not(HasSubstr("  round 3 "))));
  EXPECT_THAT(result.out, HasSubstr("      it said: done\n"));
  const JsonTree told = a2a::parse_tree(run({"run", "explain", state_, "-o", "json"}).out).value();
  ASSERT_EQ(told.at("subtasks")[1].at("rounds").size(), 3u) << told;
  EXPECT_EQ(told.at("subtasks")[1].at("rounds")[0].at("verdicts")[0].at("check"), "must_have");
  EXPECT_THAT(result.out, HasSubstr("item p1 after 3 rounds: the abstract lacks: mg"));
  EXPECT_EQ(sent_to(second_).size(), 3u);
  completes(first_, " ");
  EXPECT_EQ(play().exit_code, 1);
}

// AC-39, X-57: an agent and a person decide, too, and their verdicts are explained.
TEST_P(Plans, WhoseItemsOthersDecideOn) {
  write("name: one\nlimits: {rounds: 2}\nagents:\n  judge: {url: \"" + first_.url() + "\"}\n  two: {url: \"" +
        second_.url() +
        "\"}\nsubtasks:\n  - {id: prescribe, agent: two, items: [{id: p1, do: Prescribe, check: "
        "{evaluator: {agent: judge, ask: \"Is this a dose?\"}, person: \"Is this right?\"}}]}\n");
  completes(first_, R"({\"accepted\": false, \"reason\": \"no patient\"})");
  EXPECT_THAT(play().out, HasSubstr("item p1 after 2 rounds: no patient"));
  EXPECT_EQ(sent_to(second_).size(), 2u);
  EXPECT_THAT(sent_to(first_).at(0), AllOf(HasSubstr("Is this a dose?"), HasSubstr("75 mg for 5 days"),
                                           Not(HasSubstr("Prescribe")), Not(HasSubstr("fever"))));
  completes(first_, R"({\"accepted\": true})");
  const Finished open = play({"--state", state_});
  EXPECT_EQ(open.exit_code, 5);
  EXPECT_THAT(open.out, HasSubstr("asks: Is this right?"));
  const Finished done = run({"run", "resume", state_, "--answer", "prescribe=yes"});
  EXPECT_EQ(done.exit_code, 0) << done.err << done.out;
  EXPECT_THAT(run({"run", "explain", state_}).out, HasSubstr("p1  accepted by evaluator, person"));
  completes(first_, "Yes, good.");
  EXPECT_THAT(play().out,
              HasSubstr("item p1: its evaluator gave no verdict: what it answered is no verdict"));
}

// AC-32.
TEST_P(Plans, WhoseFirstAgentFailsBlockTheRest) {
  answers(first_, state("REJECTED"), "");
  const Finished result = play();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, AllOf(HasSubstr("the agent rejected its task"),
                                HasSubstr("blocked    prescribe: it needs diagnose")));
  EXPECT_THAT(sent_to(second_), IsEmpty());
}

TEST(RunHelp, NamesItsOwnExitCodes) {
  EXPECT_THAT(run({"run", "--help"}).out, HasSubstr("5 done in part, or an agent asks"));
  EXPECT_THAT(run({"run", "resume", "--help"}).out, HasSubstr("5 done in part, or an agent asks"));
}

TEST_P(Plans, ThatAreWrongSendNothing) {
  write("name: two\nagents: {}\nsubtasks:\n  - {id: a, agent: nobody, items: [{id: i, do: x}]}\n");
  const Finished result = play();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("plan.yaml:4: subtasks[0].agent: nobody is no agent of this plan"));
  EXPECT_THAT(first_.seen(), IsEmpty());
  EXPECT_EQ(run({"run", folder_.file("none.yaml"), "--input", "x"}).exit_code, 2);
  EXPECT_EQ(run({"run", plan_}).exit_code, 2);
}

// AC-5, AC-2: a question nobody answers leaves the run open; the answer goes to the task that asked.
TEST_P(Plans, WaitForAnAnswerAndGoOnWithIt) {
  answers(first_, state("INPUT_REQUIRED"), "");
  first_.result(GetParam() == Version::kV1_0 ? "GetTask" : "tasks/get", [this] {
    const std::string task = task_in(GetParam(), state("INPUT_REQUIRED"), "");
    return GetParam() == Version::kV1_0 ? task.substr(8, task.size() - 9) : task;
  }());
  const Finished open = play({"--state", state_});
  EXPECT_EQ(open.exit_code, 5);
  EXPECT_THAT(open.err, HasSubstr("--answer SUBTASK=TEXT"));
  completes(first_, "Influenza A");
  const Finished done = run({"run", "resume", state_, "--answer", "diagnose=three days"});
  EXPECT_EQ(done.exit_code, 0) << done.err << done.out;
  EXPECT_THAT(first_.last().body, AllOf(HasSubstr("three days"), HasSubstr(R"("taskId":"t-1")")));
}

TEST_P(Plans, KeepTheirStateForTheirOwnerOnly) {
  ASSERT_EQ(play({"--state", state_}).exit_code, 0);
  EXPECT_EQ(std::filesystem::status(state_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const Finished again = play({"--state", state_});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("is there already"));
  EXPECT_EQ(run({"run", "status", state_}).exit_code, 0);
  EXPECT_THAT(
      run({"run", "explain", state_}).out,
      AllOf(HasSubstr("d1  accepted  evidence sha-256:"),
            HasSubstr("p1  accepted by must_have  evidence sha-256:"), HasSubstr("delivery per_item")));
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// A state file cut off within the line `kept`. Its path.
std::string cut_state(const std::string& state, const std::vector<std::string>& lines, std::size_t kept) {
  std::string path = state + std::to_string(kept);
  std::ofstream file(path);
  for (std::size_t i = 0; i < kept; ++i) file << lines[i] << "\n";
  file << lines[kept].substr(0, lines[kept].size() / 2);
  return path;
}

// AC-7: from the state file cut off after every line, and within one, as a kill leaves it: the run ends as it
// would have, and no agent gets a message under a new id. Without --send-again none is sent twice.
TEST_P(Plans, GoOnFromEveryPointAndSendNothingNew) {
  first_.result(GetParam() == Version::kV1_0 ? "GetTask" : "tasks/get", [this] {
    const std::string task = task_in(GetParam(), state("COMPLETED"), "Influenza A");
    return GetParam() == Version::kV1_0 ? task.substr(8, task.size() - 9) : task;
  }());
  second_.result(GetParam() == Version::kV1_0 ? "GetTask" : "tasks/get", [this] {
    const std::string task = task_in(GetParam(), state("COMPLETED"), "75 mg for 5 days");
    return GetParam() == Version::kV1_0 ? task.substr(8, task.size() - 9) : task;
  }());
  ASSERT_EQ(play({"--state", state_}).exit_code, 0);
  const auto lines = lines_of(state_);
  const auto id_of = [](const std::string& body) {
    return a2a::parse_tree(body)->at("params").at("message").at("messageId").get<std::string>();
  };
  const std::string first = id_of(sent_to(first_)[0]);
  const std::string second = id_of(sent_to(second_)[0]);
  int follows = 0;
  int lost = 0;
  for (std::size_t kept = 1; kept < lines.size(); ++kept) {
    const Finished careful = run({"run", "resume", cut_state(state_, lines, kept)});
    if (careful.exit_code != 0) {
      EXPECT_THAT(careful.out, HasSubstr("the agent may have had the message before the run was stopped"))
          << kept;
      ++lost;
    }
    const Finished result = run({"run", "resume", cut_state(state_, lines, kept), "--send-again"});
    ASSERT_EQ(result.exit_code, 0) << kept << result.err << result.out;
    follows += result.err.find("-> First  d1  follows its task  attempt 2") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(follows, 0) << "where the first one had made a task of it";
  for (const std::string& body : sent_to(first_)) EXPECT_EQ(id_of(body), first);
  for (const std::string& body : sent_to(second_)) EXPECT_EQ(id_of(body), second);
  // Once for the whole run; twice where it was not yet due; and again only from the point at which nobody
  // knew.
  EXPECT_EQ(lost, 2) << "one message to each agent";
}

TEST_P(Plans, RefuseAStateFileThatIsNone) {
  std::ofstream(state_) << "not a run\n";
  const Finished result = run({"run", "resume", state_});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("line 1: this is no state file of a run"));
}

TEST_P(Plans, ThatWaitAreCanceledAtTheirAgents) {
  answers(first_, state("INPUT_REQUIRED"), "");
  first_.result(GetParam() == Version::kV1_0 ? "CancelTask" : "tasks/cancel", [this] {
    const std::string task = task_in(GetParam(), state("CANCELED"), "");
    return GetParam() == Version::kV1_0 ? task.substr(8, task.size() - 9) : task;
  }());
  ASSERT_EQ(play({"--state", state_}).exit_code, 5);
  const Finished result = run({"run", "cancel", state_});
  EXPECT_EQ(result.exit_code, 4) << result.err << result.out;
  EXPECT_THAT(first_.last().body, HasSubstr(GetParam() == Version::kV1_0 ? "CancelTask" : "tasks/cancel"));
  EXPECT_THAT(result.out, HasSubstr("canceled"));
}

// AC-42, AC-8: whoever declares AgentContext gets it, labelled, with the extension named.
TEST_P(Plans, GiveTheAgentContextToWhoeverDeclaresIt) {
  second_.card(GetParam(), R"(,"defaultInputModes":["application/json;schema=AgentContext"])");
  const Finished result = play();
  EXPECT_EQ(result.exit_code, 5);  // it answers in prose, which is never taken for done
  const std::string body = sent_to(second_)[0];
  EXPECT_THAT(body, AllOf(HasSubstr(R"("AgentContext":{"AgentID":"two")"), HasSubstr("schema=AgentContext"),
                          HasSubstr("data:application/json;base64,"), Not(HasSubstr("fever"))));
  EXPECT_THAT(second_.last().header(GetParam() == Version::kV1_0 ? "A2A-Extensions" : "X-A2A-Extensions"),
              HasSubstr("draft-chang-agent-context-interaction"));
}

}  // namespace
}  // namespace schemagate
