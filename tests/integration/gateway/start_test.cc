// The start: the gateway listens at once, and says in every form that calls have to wait for the store.
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <future>
#include <thread>

#include "gateway/serve.h"
#include "gateway/store/memory_store.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using Store = a2a::Result<std::unique_ptr<store::Store>>;

// A store that opens when the test says so.
class SlowStart : public testing::Test {
 protected:
  std::unique_ptr<Gateway> start() {
    auto open = [opened = opened_.get_future().share()]() -> Store {
      if (auto opens = opened.get(); !opens) return std::unexpected(opens.error());
      return std::make_unique<store::MemoryStore>(store::StoreLimits());
    };
    return *Gateway::start(read_configuration(agent_), {.open_store = std::move(open)});
  }
  static HttpMessage send(const GatewayClient& client, const Dialect& dialect) {
    return client.post(call_body(dialect.send, dialect.send_params(user_text(dialect, "hello"))).dump());
  }

  ScriptedAgent agent_;
  std::promise<a2a::Result<void>> opened_;
};

TEST_F(SlowStart, CallsAreToldToComeBackUntilTheStoreIsThere) {
  const auto gateway = start();
  const GatewayClient client(gateway->port(), v1_0(), "/fight");
  const HttpMessage early = send(client, v1_0());
  EXPECT_EQ(early.status(), 503);
  EXPECT_EQ(early.header("Retry-After"), "5");
  EXPECT_EQ(early.json()["id"], 7);
  EXPECT_EQ(early.json()["error"]["code"], -32603);
  const HttpMessage path = client.request("GET", "/fight/tasks", {}, "");
  EXPECT_EQ(path.status(), 503);
  EXPECT_EQ(path.json()["error"]["status"], "UNAVAILABLE");
  const HttpMessage health = client.request("GET", "/healthz", {}, "");
  EXPECT_EQ(health.status(), 503);
  EXPECT_EQ(health.json()["status"], "starting");
  EXPECT_EQ(client.request("GET", "/fight/.well-known/agent-card.json", {}, "").status(), 200);
  EXPECT_EQ(agent_.call_count(), 0U) << "the agent heard of a call";
  opened_.set_value({});
  ASSERT_TRUE(gateway->wait_until_ready());
  give_task(agent_, completed_task(agent_.dialect()));
  EXPECT_EQ(send(client, v1_0()).status(), 200);
}

TEST_F(SlowStart, AStoreThatCannotBeOpenedIsTheReasonNotToServe) {
  const auto gateway = start();
  opened_.set_value(a2a::fail(a2a::ErrorCode::kInternal, "the ledger is damaged"));
  const auto ready = gateway->wait_until_ready();
  ASSERT_FALSE(ready);
  EXPECT_THAT(ready.error().message, HasSubstr("damaged"));
  EXPECT_EQ(gateway->drain(), 0U);
}

TEST_F(SlowStart, ADrainWaitsForTheStore) {
  const auto gateway = start();
  std::jthread opening([this] { opened_.set_value({}); });
  EXPECT_EQ(gateway->drain(), 0U);
}

TEST(StopWhileLoading, DoesNotWaitForTheStore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string path = testing::TempDir() + "schemagate-stop-" + std::to_string(::getpid()) + ".yaml";
  std::ofstream(path)
      << R"({"listen":"127.0.0.1:0","agents":{"a":{"upstream":{"url":"http://127.0.0.1:1"}}}})";
  const auto is_told_to_stop = []() -> Store {
    ::kill(::getpid(), SIGTERM);
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  };
  EXPECT_EXIT((void)serve(path, {}, {.open_store = is_told_to_stop}), testing::ExitedWithCode(0),
              R"("event":"stopping","cause":"told to stop before the ledger was loaded")");
}

}  // namespace
}  // namespace schemagate
