// Real child processes: shell scripts that know nothing of ours.
#include "gateway/process/agent_process.h"

#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <csignal>
#include <fstream>
#include <optional>

#include "a2a/wire/jsonrpc.h"
#include "gateway/net/executor.h"

namespace schemagate::process {
namespace {

using namespace std::chrono_literals;
using net::FailureKind;
using testing::HasSubstr;

constexpr auto kLong = 30s;

std::string request(std::string_view params = "{}") {
  return a2a::wire::request_envelope(a2a::wire::kRequestId, a2a::wire::Version::kV1_0,
                                     a2a::wire::Operation::kGet, params);
}

// Whoever reads a request as $line has its id as $id.
constexpr std::string_view kWithId = R"(id=$(printf %s "$line" | sed 's/.*"id":\([0-9]*\).*/\1/'); )";

AgentProcessOptions script(const std::string& text) {
  return {.agent = "a", .command = {.words = {"sh", "-c", text}, .environment = {"PATH=/usr/bin:/bin"}}};
}
AgentProcessOptions for_each_line(std::string_view does) {
  return script("while read -r line; do " + std::string(kWithId) + std::string(does) + "; done");
}

TEST(AgentProcess, AnswersUnderTheIdThatWasAskedWith) {
  AgentProcess process(for_each_line(R"(echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"was\":$id}}")"));
  EXPECT_EQ(process.ask(request(), kLong, {}).value(), R"({"jsonrpc":"2.0","id":1,"result":{"was":1}})");
  EXPECT_EQ(process.ask(request(), kLong, {}).value(), R"({"jsonrpc":"2.0","id":1,"result":{"was":2}})");
}

TEST(AgentProcess, TakesLinesThatAnswerNothingForNoAnswer) {
  AgentProcess process(for_each_line(
      R"(echo garbage; echo; echo '{"id":99999,"result":1}'; echo '[1]'; echo '{"jsonrpc":"2.0","method":"x","id":1}'; )"
      R"(printf '{"id":"%s","result":2}\r\n' $id)"));
  EXPECT_EQ(process.ask(request(), kLong, {}).value(), R"({"id":1,"result":2})");
}

TEST(AgentProcess, SaysThatAProgramIsNotThere) {
  AgentProcess process({.agent = "a", .command = {.words = {"/no/such/program"}}});
  const auto line = process.ask(request(), kLong, {});
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, FailureKind::kUnreachable);
  EXPECT_EQ(line.error().detail, "cannot be started: No such file or directory");
}

TEST(AgentProcess, FailsCallsInFlightWhenItDiesAndIsStartedAgain) {
  AgentProcess process(script("read -r line; exit 3"));
  for (int i = 0; i < 2; ++i) {  // the first restart comes at once
    const auto line = process.ask(request(), kLong, {});
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().kind, FailureKind::kClosed);
    EXPECT_EQ(line.error().detail, "ended with exit code 3 before it answered");
  }
  const auto line = process.ask(request(), kLong, {});
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, FailureKind::kUnreachable);
  EXPECT_EQ(line.error().detail, "is not running: it ended with exit code 3");
}

TEST(AgentProcess, GivesUpWhatEndsAgainAndAgain) {
  AgentProcessOptions options = script("read -r line; kill -9 $$");
  options.restarts_in_a_row_max = 0;
  AgentProcess process(std::move(options));
  EXPECT_EQ(process.ask(request(), kLong, {}).error().detail, "was ended by signal 9 before it answered");
  EXPECT_EQ(process.ask(request(), kLong, {}).error().detail,
            "is not running: it was ended by signal 9, too often to be started again");
}

TEST(AgentProcess, CountsOneThatClosesItsOutputAsEnded) {
  AgentProcess process(script("read -r line; exec >&-; sleep 1000"));
  EXPECT_EQ(process.ask(request(), kLong, {}).error().detail,
            "closed its standard output before it answered");
}

// Until one is answered: a program may be slow to start.
std::string ask_until_answered(AgentProcess& process) {
  const auto end = std::chrono::steady_clock::now() + kLong;
  for (;;) {
    auto line = process.ask(request(), kLong, {});
    if (line) return *std::move(line);
    if (std::chrono::steady_clock::now() > end) return line.error().detail;
    std::this_thread::sleep_for(20ms);  // where it is to be started again in a while
  }
}

TEST(AgentProcess, IsStartedAgainWhenItStopsReading) {
  AgentProcessOptions options = script("read -r line; " + std::string(kWithId) +
                                       R"(echo "{\"id\":$id,\"result\":$$}"; exec sleep 1000)");
  options.silence_max = 500ms;
  options.grace = 50ms;
  AgentProcess process(std::move(options));
  const std::string first = ask_until_answered(process);
  EXPECT_THAT(first, HasSubstr("result"));
  const auto unread = process.ask(request(), kLong, {});
  ASSERT_FALSE(unread);
  EXPECT_EQ(unread.error().kind, FailureKind::kClosed);
  EXPECT_EQ(unread.error().detail, "stopped reading its standard input before it answered");
  EXPECT_THAT(ask_until_answered(process), HasSubstr("result"));
}

// It has read what it was asked; that the answer takes its time is the call's to bear.
TEST(AgentProcess, MayBeSilentForLongOverWhatItHasRead) {
  AgentProcessOptions options = for_each_line(R"(sleep 1; echo "{\"id\":$id,\"result\":1}")");
  options.silence_max = 300ms;
  AgentProcess process(std::move(options));
  EXPECT_THAT(ask_until_answered(process), HasSubstr("result"));
}

TEST(AgentProcess, HasTheLimitOfOpenFilesThatItsCommandSays) {
  AgentProcessOptions options = for_each_line(R"(echo "{\"id\":$id,\"result\":[$(ulimit -Sn)]}")");
  options.command.open_files = 77;
  AgentProcess process(std::move(options));
  EXPECT_THAT(process.ask(request(), kLong, {}).value(), HasSubstr("[77]"));
}

TEST(AgentProcess, EndsOnTimeWhenNothingIsAnswered) {
  AgentProcess process(script("sleep 1000"));
  EXPECT_EQ(process.ask(request(), 50ms, {}).error().kind, FailureKind::kTimedOut);
}

TEST(AgentProcess, FailsTheCallWhoseLineIsTooLongAndNoOther) {
  AgentProcessOptions options = for_each_line(
      R"(if [ $id = 1 ]; then printf '{"id":1,"result":"'; head -c 50000000 /dev/zero | tr '\0' x; echo '"}'; )"
      R"(else echo "{\"id\":$id,\"result\":2}"; fi)");
  options.line_bytes_max = 1 << 16;
  AgentProcess process(std::move(options));
  const auto line = process.ask(request(), kLong, {});
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, FailureKind::kTooLarge);
  EXPECT_EQ(process.ask(request(), kLong, {}).value(), R"({"id":1,"result":2})");
}

// Nobody waits for what has been answered, and never for what somebody else was.
TEST(AgentProcess, FailsTheCallWhoseAnswerIsNoJson) {
  for (const std::string bad :
       {R"({"jsonrpc":"2.0","id":'$id',"result":NaN})", R"({"id": "'$id'","id":1,"result":1})",
        R"({"a":{"id":99},"b":"\"}]","id":'$id',"result":})"}) {
    AgentProcess process(
        for_each_line("echo '{\"result\":{\"id\":'$id',\"x\":}}'; printf '%s\n' '" + bad + "'"));
    const auto line = process.ask(request(), kLong, {});
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().kind, FailureKind::kMalformed) << bad;
    EXPECT_EQ(line.error().detail, "answered with a line that is no JSON") << bad;
  }
}

TEST(AgentProcess, HandsOnNothingOfTheGatewaysButWhatIsNamed) {
  ::setenv("SCHEMAGATE_TEST_SECRET", "hidden", 1);
  AgentProcessOptions options = for_each_line(
      R"(echo "{\"id\":$id,\"result\":[\"$NAMED\",\"$SCHEMAGATE_TEST_SECRET\",\"$(ls /proc/self/fd | tr '\n' ' ')\"]}")");
  options.command.environment.emplace_back("NAMED=given");
  const Descriptor open_file(::dup(0));
  AgentProcess process(std::move(options));
  // ls has its three, the pipe of $(...) among them, and the folder.
  EXPECT_EQ(process.ask(request(), kLong, {}).value(), R"({"id":1,"result":["given","","0 1 2 3 "]})");
}

// Its children, too: they are of its group.
TEST(AgentProcess, IsEndedWithItsOwner) {
  const std::string file = testing::TempDir() + "schemagate-grandchild";
  pid_t grandchild = 0;
  {
    AgentProcessOptions options = script("trap '' TERM; sleep 1000 & echo $! > " + file +
                                         "; read -r line; echo '{\"id\":1,\"result\":1}'; wait");
    options.grace = 50ms;
    AgentProcess process(std::move(options));
    ASSERT_TRUE(process.ask(request(), kLong, {}));
    std::ifstream(file) >> grandchild;
    ASSERT_EQ(::kill(grandchild, 0), 0);
  }
  for (int i = 0; i < 1'000 && ::kill(grandchild, 0) == 0; ++i) {  // until init has waited for it
    std::ifstream state("/proc/" + std::to_string(grandchild) + "/stat");
    std::string text;
    std::getline(state, text);
    if (text.contains(") Z ")) break;
    std::this_thread::sleep_for(10ms);
  }
  std::ifstream state("/proc/" + std::to_string(grandchild) + "/stat");
  std::string text;
  std::getline(state, text);
  EXPECT_TRUE(text.empty() || text.contains(") Z ")) << text;
}

// On a core, as agents are called.
class OnCore {
 public:
  net::Result<net::HttpResponse> fetch(AgentProcess& process, net::UpstreamRequest request) {
    std::optional<net::Result<net::HttpResponse>> answer;
    const net::Url url;
    const auto ask = [&]() -> net::Awaitable<void> {
      auto got = co_await process.fetch(url, std::move(request), kLong);
      answer.emplace(std::move(got));
    };
    boost::asio::co_spawn(context_, ask, boost::asio::detached);
    context_.run();
    return *std::move(answer);
  }
  // The lines of a stream up to the first failure, which stands last.
  std::vector<std::string> read_all(AgentProcess& process, net::UpstreamRequest request) {
    std::vector<std::string> lines;
    const net::Url url;
    const auto ask = [&]() -> net::Awaitable<void> {
      auto stream = co_await process.open(url, std::move(request), kLong);
      if (!stream) {
        lines.push_back(stream.error().detail);
        co_return;
      }
      for (;;) {
        const auto line = co_await (*stream)->read(kLong);
        lines.emplace_back(line ? std::string(*line) : line.error().detail);
        if (!line) co_return;
      }
    };
    boost::asio::co_spawn(context_, ask, boost::asio::detached);
    context_.run();
    return lines;
  }

 private:
  boost::asio::io_context context_;
};

TEST(AgentProcess, RepeatsWhatIsSafeToBeRepeatedOnceWhenItDies) {
  const std::string file = testing::TempDir() + "schemagate-second-life";
  std::remove(file.c_str());
  const auto dies_once = [&file] {
    return script("read -r line; if [ ! -e " + file + " ]; then touch " + file + "; exit 1; fi; " +
                  std::string(kWithId) + R"(echo "{\"id\":$id,\"result\":1}"; read -r line)");
  };
  {
    AgentProcess process(dies_once());
    const auto refused = OnCore().fetch(process, {.body = request()});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, FailureKind::kClosed);
  }
  std::remove(file.c_str());
  AgentProcess process(dies_once());
  const auto answer = OnCore().fetch(process, {.body = request(), .safe_to_retry = true});
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(answer->body, R"({"id":1,"result":1})");
}

TEST(AgentProcess, StreamsLineByLineAndSaysHowItDied) {
  AgentProcess process(
      script("read -r line; for n in 1 2 3; do echo \"{\\\"id\\\":1,\\\"result\\\":$n}\"; done; exit 7"));
  EXPECT_THAT(OnCore().read_all(process, {.body = request()}),
              testing::ElementsAre(R"({"id":1,"result":1})", R"({"id":1,"result":2})",
                                   R"({"id":1,"result":3})", "ended with exit code 7 before it answered"));
}

// All lines are there before the second one is taken.
TEST(AgentProcess, LetsOthersHaveTheCoreWhileItsLinesAreTaken) {
  std::atomic<bool> has_ended = false;
  AgentProcessOptions options = script(
      "read -r line; for n in $(seq 1000); do echo \"{\\\"id\\\":1,\\\"result\\\":$n}\"; done; exit 7");
  options.on_ended = [&has_ended] {
    has_ended = true;
    has_ended.notify_all();
  };
  AgentProcess process(std::move(options));
  boost::asio::io_context context;
  int turns_of_others = 0;
  std::optional<int> lines;
  const auto take_all = [&]() -> net::Awaitable<void> {
    const net::Url url;
    net::UpstreamRequest asked{.body = request()};
    auto stream = co_await process.open(url, std::move(asked), kLong);
    has_ended.wait(false);
    turns_of_others = 0;
    int taken = 0;
    while (stream && co_await (*stream)->read(kLong)) ++taken;
    lines = taken;
  };
  const auto take_turns = [&]() -> net::Awaitable<void> {
    const auto executor = co_await net::own_executor();
    for (; !lines; ++turns_of_others) co_await net::turn_to_send(executor);
  };
  boost::asio::co_spawn(context, take_all, boost::asio::detached);
  boost::asio::co_spawn(context, take_turns, boost::asio::detached);
  context.run();
  EXPECT_EQ(lines, 1'000);
  EXPECT_GE(turns_of_others, 60);
}

// What one call leaves untaken is the other's loss, and given back when it is taken or given up.
TEST(AgentProcess, TakesTheMemoryOfAllForWhatNobodyHasTaken) {
  const net::SharedLimit memory(100'000, 0);
  AgentProcessOptions options =
      for_each_line(R"(printf '{"id":%s,"result":"' $id; head -c 60000 /dev/zero | tr '\0' x; echo '"}')");
  options.memory = memory;
  AgentProcess process(std::move(options));
  auto others = memory.part_of("others");
  ASSERT_TRUE(others.grow_to(50'000));
  const auto refused = OnCore().fetch(process, {.body = request(), .holder = "a"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, FailureKind::kOverloaded);
  others.give_back();
  EXPECT_TRUE(OnCore().fetch(process, {.body = request(), .holder = "a"}));
  EXPECT_EQ(memory.taken(), 0U);
}

// 4 MB and more than its pipe holds.
TEST(AgentProcess, TakesARequestThatIsMoreThanAPipeHolds) {
  AgentProcess process(script(R"(read -r line; echo "{\"id\":1,\"result\":${#line}}"; read -r line)"));
  const std::string long_request = request("\"" + std::string(4 << 20, 'x') + "\"");
  EXPECT_EQ(process.ask(long_request, kLong, {}).value(),
            R"({"id":1,"result":)" + std::to_string(long_request.size()) + "}");
}

}  // namespace
}  // namespace schemagate::process
