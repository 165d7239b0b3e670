// The two conversations of the agent-context draft (section 3), with agents that declare AgentContext, in
// both versions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <openssl/evp.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <fstream>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "a2a/json/tree.h"
#include "a2a/wire/version.h"
#include "command_line.h"
#include "tests/unit/gateway/store/temporary_folder.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::wire::Version;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// An invoked agent: takes an AgentContext, gives it back as its work has changed it.
class InvokedAgent {
 public:
  using Work = std::function<void(JsonTree& context)>;

  InvokedAgent(Version version, Work work) : version_(version), work_(std::move(work)) {
    port_ = server_.bind_to_any_port("127.0.0.1");
    server_.Get(".*",
                [this](const auto&, auto& response) { response.set_content(card(), "application/json"); });
    server_.Post(".*", [this](const auto& request, auto& response) {
      response.set_content(answer(request.body), "application/json");
    });
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~InvokedAgent() {
    while (!server_.is_running()) std::this_thread::yield();
    server_.stop();
    thread_.join();
  }
  InvokedAgent(const InvokedAgent&) = delete;
  InvokedAgent& operator=(const InvokedAgent&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  // Every body that has reached it, and the contexts in them.
  std::vector<std::string> bodies() const {
    const std::scoped_lock lock(mutex_);
    return bodies_;
  }
  std::vector<JsonTree> contexts() const {
    std::vector<JsonTree> found;
    for (const std::string& body : bodies()) found.push_back(context_in(body));
    return found;
  }

 private:
  static JsonTree context_in(const std::string& body) {
    return a2a::parse_tree(body)->at("params").at("message").at("parts")[0].at("data").at("AgentContext");
  }
  std::string card() const {
    const std::string interface =
        version_ == Version::kV1_0
            ? R"("supportedInterfaces":[{"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}])"
            : R"("url":"/rpc","protocolVersion":"0.3.0")";
    return R"({"name":"x","version":"1","capabilities":{},"defaultInputModes":["application/json;schema=AgentContext"],)" +
           interface + "}";
  }
  std::string answer(const std::string& body) {
    {
      const std::scoped_lock lock(mutex_);
      bodies_.push_back(body);
    }
    JsonTree context = context_in(body);
    work_(context);
    const bool is_new = version_ == Version::kV1_0;
    JsonTree part = {{"data", {{"AgentContext", std::move(context)}}}};
    if (!is_new) part["kind"] = "data";
    JsonTree task = {
        {"id", "t-" + std::to_string(port_)},
        {"contextId", "c"},
        {"status", {{"state", is_new ? "TASK_STATE_COMPLETED" : "completed"}}},
        {"artifacts", JsonTree::array({{{"artifactId", "a"}, {"parts", JsonTree::array({part})}}})}};
    if (!is_new) task["kind"] = "task";
    return a2a::dump_tree(
        {{"jsonrpc", "2.0"}, {"id", 1}, {"result", is_new ? JsonTree{{"task", task}} : task}});
  }

  const Version version_;
  const Work work_;
  httplib::Server server_;
  int port_ = 0;
  mutable std::mutex mutex_;  // guards bodies_
  std::vector<std::string> bodies_;
  std::thread thread_;
};

void set(JsonTree& context, const std::string& item, int state, const std::string& abstract) {
  for (JsonTree& update : context.at("ItemstateUpdates")) {
    if (update.at("itemId") == item) update["state"] = state;
  }
  if (!abstract.empty())
    context["KeyInformation"].push_back({{"itemId", item}, {"outputabstract", abstract}});
  context["LastUpdated"] = "2026-04-30T08:00:03.000Z";
}

std::string example_plan(const std::string& name, const std::vector<std::string>& urls) {
  std::ifstream file(SCHEMAGATE_SOURCE_DIR "/examples/plans/" + name);
  std::string text(std::istreambuf_iterator<char>(file), {});
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const std::string old = "http://127.0.0.1:" + std::to_string(9101 + i);
    text.replace(text.find(old), old.size(), urls[i]);
  }
  return text;
}

class ContextConversation : public testing::TestWithParam<Version> {
 protected:
  // The run as data.
  JsonTree play(const std::string& plan, const std::string& input, int expected) {
    const std::string path = folder_.file("plan.yaml");
    std::ofstream(path) << plan;
    const Finished result = run({"run", path, "--input", input, "-o", "json"});
    EXPECT_EQ(result.exit_code, expected) << result.out << result.err;
    return a2a::parse_tree(result.out).value();
  }
  TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(, ContextConversation, testing::Values(Version::kV0_3, Version::kV1_0),
                         [](const auto& version) { return version.param == Version::kV0_3 ? "V03" : "V10"; });

constexpr auto kTourInput =
    R"({"origin":"Beijing","destination":"Hangzhou","start_date":"2026-05-04","end_date":"2026-05-06","travellers":2})";

// AC-15, AC-12: no agent answers before all three have been called. AC-8: each has got its own context, once;
// AC-22: the item that came back as 0 is sent again alone.
TEST_P(ContextConversation, ATourIsPlannedByThreeAgentsAtOnce) {
  std::barrier all_called(3);
  const auto wait_once = [&all_called](auto& called) {
    if (!called.exchange(true)) all_called.arrive_and_wait();
  };
  std::atomic<bool> called[3] = {};
  InvokedAgent hotel(GetParam(), [&](JsonTree& context) {
    wait_once(called[0]);
    set(context, "h1", 1, "Lakeside Hotel");
    set(context, "h2", 1, "HB-2207");
  });
  InvokedAgent flight(GetParam(), [&](JsonTree& context) {
    wait_once(called[1]);
    set(context, "f1", 1, "out CA1703, back CA1704, BK-4711");
  });
  InvokedAgent weather(GetParam(), [&](JsonTree& context) {
    const bool again = called[2];
    wait_once(called[2]);
    if (!again) set(context, "w1", 1, "18 to 24 C, light rain on 2026-05-05");
    set(context, "w2", again ? 1 : 0, again ? "A light coat" : "");
  });
  const JsonTree done =
      play(example_plan("tour.yaml", {hotel.url(), flight.url(), weather.url()}), kTourInput, 0);
  EXPECT_EQ(a2a::dump_tree(done.at("TaskContext").at("GoalStatus")),
            R"([{"Goal":"Book a hotel","Status":"completed"},{"Goal":"Book flights","Status":"completed"},)"
            R"({"Goal":"Check the weather","Status":"completed"}])");
  EXPECT_EQ(done.at("TaskContext").at("UserQuery"),
            "Plan a tour Beijing to Hangzhou 2026-05-04 to 2026-05-06 for 2");
  ASSERT_EQ(hotel.contexts().size(), 1u);
  ASSERT_EQ(flight.contexts().size(), 1u);
  ASSERT_EQ(weather.contexts().size(), 2u);
  EXPECT_EQ(hotel.contexts()[0].at("AgentID"), "hotel-booking");
  EXPECT_EQ(weather.contexts()[1].at("SubTaskID"), weather.contexts()[0].at("SubTaskID"));
  EXPECT_EQ(a2a::dump_tree(weather.contexts()[1].at("todoItems")),
            R"([{"itemId":"w2","description":"Advice what to wear"}])");
  for (const std::string& body : weather.bodies())
    EXPECT_THAT(body,
                AllOf(Not(HasSubstr("Beijing")), Not(HasSubstr("hotel")), Not(HasSubstr("TaskContext"))));
}

// What stands behind a data: reference.
std::string record_behind(const JsonTree& context) {
  const std::string uri = context.at("Context/ContextURI");
  const std::string prefix = "data:application/json;base64,";
  EXPECT_EQ(uri.substr(0, prefix.size()), prefix);
  const std::string text = uri.substr(prefix.size());
  std::string bytes(text.size(), '\0');
  const int size =
      EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                      reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  EXPECT_GT(size, 2);
  bytes.resize(static_cast<std::size_t>(size) - static_cast<std::size_t>(std::ranges::count(text, '=')));
  return bytes;
}

constexpr auto kDoctorInput = R"({"symptoms":"fever 38.5 and cough for three days","age":34})";

// AC-16, AC-10: one after the other; the prescription gets the diagnosis, not the symptoms. AC-39: "done" is
// none.
TEST_P(ContextConversation, ADoctorsVisitGoesFromAgentToAgent) {
  InvokedAgent diagnosis(GetParam(), [](JsonTree& context) {
    set(context, "d1", 1, "Influenza A suspected, no known allergy");
  });
  int prescriptions = 0;
  InvokedAgent prescription(GetParam(), [&prescriptions](JsonTree& context) {
    set(context, "p1", 1, ++prescriptions == 1 ? "done" : "Oseltamivir 75 mg twice daily for 5 days");
  });
  InvokedAgent pharmacy(GetParam(), [](JsonTree& context) { set(context, "b1", 1, "RX-88"); });
  const JsonTree done = play(
      example_plan("doctor.yaml", {diagnosis.url(), prescription.url(), pharmacy.url()}), kDoctorInput, 0);
  EXPECT_EQ(done.at("TaskContext").at("OverallStatus"), "completed");
  ASSERT_EQ(prescription.contexts().size(), 2u);
  const JsonTree sent = prescription.contexts()[0];
  EXPECT_EQ(a2a::dump_tree(sent.at("Dependencies")),
            "[" + a2a::dump_tree(diagnosis.contexts()[0].at("SubTaskID")) + "]");
  EXPECT_EQ(
      record_behind(sent),
      R"({"from":[{"SubTaskID":)" + a2a::dump_tree(diagnosis.contexts()[0].at("SubTaskID")) +
          R"(,"KeyInformation":[{"itemId":"d1","outputabstract":"Influenza A suspected, no known allergy"}]}]})");
  EXPECT_THAT(record_behind(pharmacy.contexts()[0]), AllOf(HasSubstr("75 mg"), Not(HasSubstr("Influenza"))));
  for (const std::string& body : prescription.bodies()) EXPECT_THAT(body, Not(HasSubstr("fever")));
}

// AC-32: without a diagnosis nobody prescribes or buys anything.
TEST_P(ContextConversation, WithoutADiagnosisTheOtherTwoAreBlocked) {
  InvokedAgent diagnosis(GetParam(), [](JsonTree& context) { context["SubTaskID"] = "another-1"; });
  InvokedAgent prescription(GetParam(), [](JsonTree&) {});
  InvokedAgent pharmacy(GetParam(), [](JsonTree&) {});
  const JsonTree done = play(
      example_plan("doctor.yaml", {diagnosis.url(), prescription.url(), pharmacy.url()}), kDoctorInput, 3);
  EXPECT_EQ(a2a::dump_tree(done.at("TaskContext").at("GoalStatus")),
            R"([{"Goal":"Diagnose","Status":"failed"},{"Goal":"Prescribe","Status":"blocked"},)"
            R"({"Goal":"Buy","Status":"blocked"}])");
  EXPECT_EQ(diagnosis.contexts().size(), 3u);
  EXPECT_THAT(prescription.bodies(), IsEmpty());
  EXPECT_THAT(pharmacy.bodies(), IsEmpty());
}

}  // namespace
}  // namespace schemagate
