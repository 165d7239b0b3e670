// Every row of the table in every binding and version: what clients send becomes the same values, and every
// result is written.
#include "gateway/front/operations.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "gateway/config/read_rules.h"
#include "gateway/front/binding.h"
#include "tests/unit/gateway/front/front_core.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::wire::Operation;
using a2a::wire::Version;

constexpr Version kVersions[] = {Version::kV0_3, Version::kV1_0};

// How a client asks for an operation.
struct Sample {
  std::string params_v0_3;
  std::string params_v1_0;
  std::string rest_method = {};
  std::string rest_path = {};  // of v1.0; v0.3's stands behind /v1
  std::string rest_body = {};
  std::size_t index = 0;  // of the alternative in OperationParams
};

template <class T>
std::size_t alternative() {
  return OperationParams(T()).index();
}

const std::string kMessage = R"({"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}})";
const std::string kOldMessage =
    R"({"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}})";
const std::string kId = R"({"id":"t"})";
const std::string kConfig = R"({"taskId":"t","id":"c","url":"https://r.example/"})";
const std::string kOldConfig =
    R"({"taskId":"t","pushNotificationConfig":{"id":"c","url":"https://r.example/"}})";
const std::string kConfigId = R"({"taskId":"t","id":"c"})";
const std::string kOldConfigId = R"({"id":"t","pushNotificationConfigId":"c"})";
const std::string kConfigs = "/tasks/t/pushNotificationConfigs";

const Sample& sample_of(Operation operation) {
  static const std::map<Operation, Sample> kSamples = {
      {Operation::kSend,
       {kOldMessage, kMessage, "POST", "/message:send", kMessage, alternative<a2a::SendRequest>()}},
      {Operation::kStream,
       {kOldMessage, kMessage, "POST", "/message:stream", kMessage, alternative<a2a::SendRequest>()}},
      {Operation::kGet, {kId, kId, "GET", "/tasks/t", "", alternative<a2a::GetTaskRequest>()}},
      {Operation::kCancel, {kId, kId, "POST", "/tasks/t:cancel", "{}", alternative<a2a::TaskIdRequest>()}},
      {Operation::kSubscribe, {kId, kId, "GET", "/tasks/t:subscribe", "", alternative<a2a::TaskIdRequest>()}},
      {Operation::kList, {"", "{}", "GET", "/tasks", "", alternative<a2a::ListTasksRequest>()}},
      {Operation::kPushCreate,
       {kOldConfig, kConfig, "POST", kConfigs, kConfig, alternative<a2a::TaskPushConfig>()}},
      {Operation::kPushGet,
       {kOldConfigId, kConfigId, "GET", kConfigs + "/c", "", alternative<a2a::PushConfigRequest>()}},
      {Operation::kPushList,
       {kId, R"({"taskId":"t"})", "GET", kConfigs, "", alternative<a2a::PushConfigRequest>()}},
      {Operation::kPushDelete,
       {kOldConfigId, kConfigId, "DELETE", kConfigs + "/c", "", alternative<a2a::PushConfigRequest>()}},
      {Operation::kExtendedCard,
       {"{}", "{}", "GET", "/extendedAgentCard", "", alternative<ExtendedCardRequest>()}},
  };
  return kSamples.at(operation);
}

Config with_every_operation() {
  Config config = front_config();
  for (AgentConfig& agent : config.agents) agent.evolution.enabled = true;
  return config;
}

class Operations : public testing::Test {
 protected:
  Step decode(net::HttpRequest request) {
    request_ = std::move(request);
    route_ = find_route(agents_, request_.target);
    invocation_ = {};
    begin_call(request_, route_, invocation_);
    return decode_call(request_, route_, {limits_, document_}, invocation_);
  }
  void expect_decoded(net::HttpRequest request, const OperationRow& row, Version version, std::size_t index) {
    const std::string what = request.target + " " + request.body;
    const Step decoded = decode(std::move(request));
    ASSERT_TRUE(decoded) << what << ": " << decoded.error().error.message;
    EXPECT_EQ(invocation_.operation, &row) << what;
    EXPECT_EQ(invocation_.form.version(), version) << what;
    EXPECT_EQ(invocation_.params.index(), index) << what;
  }

  GatewayLimits limits_;
  a2a::JsonDocument document_;
  const AgentDirectory agents_{with_every_operation()};
  net::HttpRequest request_;
  Route route_;
  Invocation invocation_;
};

TEST_F(Operations, AreFoundByTheirMethodInJsonRpc) {
  for (const OperationRow& row : operations()) {
    for (const Version version : kVersions) {
      const std::string method(row.name(version));
      if (method.empty()) continue;
      const std::string header = row.operation ? "" : std::string(a2a::wire::name(version));
      const Sample sample = row.operation ? sample_of(*row.operation)
                                          : Sample{.params_v0_3 = "[]", .params_v1_0 = "{}", .index = 7};
      const std::string& params = version == Version::kV0_3 ? sample.params_v0_3 : sample.params_v1_0;
      expect_decoded(front_request("POST", "/flight", jsonrpc_body(method, params), header), row, version,
                     sample.index);
      EXPECT_EQ(invocation_.form.call_id, "7");
    }
  }
}

TEST_F(Operations, AreFoundByTheirPathInHttpJson) {
  for (const OperationRow& row : operations()) {
    if (!row.operation) continue;
    const Sample& sample = sample_of(*row.operation);
    for (const Version version : kVersions) {
      std::string path =
          version == Version::kV0_3 ? "/flight/v1" + sample.rest_path : "/flight" + sample.rest_path;
      if (path == "/flight/v1/extendedAgentCard") path = "/flight/v1/card";
      expect_decoded(front_request(sample.rest_method, path, sample.rest_body), row, version, sample.index);
      EXPECT_EQ(invocation_.form.call_id, "");
    }
  }
}

TEST_F(Operations, HaveOneRowEach) {
  std::map<std::string_view, int> rows;
  for (const OperationRow& row : operations()) {
    ++rows[row.name(Version::kV1_0)];
    if (!row.operation) continue;
    EXPECT_EQ(&row_of(*row.operation), &row);
    EXPECT_EQ(row.streaming, a2a::wire::is_streaming(*row.operation));
    EXPECT_NE(row.decode_rest, nullptr);
  }
  for (const auto& [name, count] : rows) EXPECT_EQ(count, 1) << name;
}

TEST_F(Operations, MayEachBeNamedByARule) {
  const auto nameable = rule_operations();
  for (const OperationRow& row : operations()) {
    const auto name = row.name(Version::kV1_0);
    EXPECT_TRUE(std::ranges::find(nameable, name) != nameable.end())
        << name << ": add it to rule_operations() in gateway/config/read_rules.cc";
  }
}

TEST_F(Operations, WhatIsNotOfferedIsRefusedInEveryBinding) {
  Config config = front_config();
  config.agents[0].push_notifications = false;
  const AgentDirectory without(config);
  for (const OperationRow& row : operations()) {
    const bool is_push = row.offer == Offer::kWithPushNotifications;
    const auto offered = check_offered(row, *without.find("flight")->snapshot());
    const bool is_evolution = row.offer == Offer::kWithEvolution;
    EXPECT_EQ(offered.has_value(), !is_push && !is_evolution) << row.name(Version::kV1_0);
    if (is_evolution) {
      EXPECT_EQ(offered.error().code, a2a::ErrorCode::kUnsupportedOperation);
    }
    if (is_push) {
      EXPECT_EQ(offered.error().code, a2a::ErrorCode::kPushNotificationNotSupported);
    }
  }
}

// An extension that an agent does not offer is not there: its method is as unknown as any other.
TEST_F(Operations, AnExtensionThatIsNotOfferedHasNoMethod) {
  const AgentDirectory without(front_config(false));
  EXPECT_NE(find_extension_row("get_schema_template", *agents_.find("flight")->snapshot()), nullptr);
  EXPECT_EQ(find_extension_row("get_schema_template", *without.find("flight")->snapshot()), nullptr);
  EXPECT_EQ(find_extension_row("GetTask", *agents_.find("flight")->snapshot()), nullptr);
  FrontCore front(front_config(false));
  for (const std::string method : {"get_schema_template", "get_schema_templates"}) {
    EXPECT_EQ(
        front.post("/flight", jsonrpc_body(method, "{}")).body,
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found: )" + method + "\"}}");
  }
}

TEST_F(Operations, AnExtensionsMethodNeedsNoAgentWhereItsRowSaysSo) {
  FrontCore front(front_config(), {}, false);
  const auto answer =
      front.post("/flight", jsonrpc_body("get_schema_template", R"({"scenario":"flight_booking"})"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ((*a2a::parse_tree(answer.body))["result"]["schema_id"], "flight_booking_v1");
}

std::vector<OperationResult> every_result() {
  const a2a::Task task{.id = "t", .context_id = "c", .status = {.state = a2a::TaskState::kWorking}};
  const a2a::Message message{.message_id = "m", .role = a2a::Role::kAgent, .parts = {{.content = "hi"}}};
  const a2a::TaskPushConfig config{.task_id = "t", .config = {.id = "c", .url = "https://r.example/"}};
  std::vector<OperationResult> results;
  const auto add = [&results](auto... one) { (results.emplace_back(std::move(one)), ...); };
  add(Sent(task), Sent(message), task, a2a::TaskPage{.tasks = {task}, .page_size = 1, .total_size = 1},
      config, a2a::PushConfigPage{.configs = {config}}, PushConfigDeleted(), ExtendedCard{R"({"name":"F"})"},
      ExtensionResult{R"({"x":[1.50]})"}, StreamedMessage{message});
  return results;
}

// In v1.0 both bindings spell a result alike; JSON-RPC puts it in its envelope.
TEST_F(Operations, EveryResultIsWrittenInEveryBinding) {
  for (const OperationResult& result : every_result()) {
    for (const Version version : kVersions) {
      const Invocation call{.form = {Binding::kJsonRpc, "7", version}};
      const Invocation path{.form = {Binding::kHttpJson, "", a2a::wire::rest_format(version)}};
      const auto wrapped = a2a::parse_tree(encode_result(call, result).body);
      const auto bare = a2a::parse_tree(encode_result(path, result).body);
      ASSERT_TRUE(wrapped && bare) << result.index();
      EXPECT_EQ((*wrapped)["id"], 7);
      ASSERT_TRUE(wrapped->contains("result")) << result.index();
      if (version == Version::kV1_0) {
        EXPECT_EQ((*wrapped)["result"], *bare) << result.index();
      }
    }
  }
}

TEST_F(Operations, AnExtendedCardIsNotStored) {
  const auto answer = encode_result({.form = {}}, ExtendedCard{"{}"});
  EXPECT_EQ(net::find_header(answer.headers, "Cache-Control"), "no-store");
  EXPECT_EQ(net::find_header(encode_result({.form = {}}, a2a::Task()).headers, "Cache-Control"), "");
}

}  // namespace
}  // namespace schemagate
