#include "gateway/cli/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "gateway/cli/commands.h"
#include "streams.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::Le;

AgentOptions parsed(std::vector<std::string> arguments) {
  CLI::App app;
  AgentOptions options;
  add_agent_options(app, options);
  std::ranges::reverse(arguments);
  app.parse(std::move(arguments));
  return options;
}

TEST(AgentOptions, HaveUsableDefaults) {
  const AgentOptions options = parsed({"http://a"});
  EXPECT_EQ(options.url, "http://a");
  EXPECT_EQ(options.version, "");
  EXPECT_EQ(options.timeout_s, 300);
  EXPECT_EQ(options.output, Output::kText);
}

TEST(AgentOptions, AreTakenFromTheCommandLine) {
  const AgentOptions options = parsed({"http://a", "--version", "0.3", "--header", "A: 1", "--header", "B: 2",
                                       "--extension", "urn:x", "--timeout", "1.5", "-o", "json"});
  EXPECT_EQ(options.version, "0.3");
  EXPECT_THAT(options.headers, ElementsAre("A: 1", "B: 2"));
  EXPECT_THAT(options.extensions, ElementsAre("urn:x"));
  EXPECT_EQ(options.timeout_s, 1.5);
  EXPECT_EQ(options.output, Output::kJson);
}

TEST(AgentOptions, RefuseWhatIsOutOfRange) {
  EXPECT_THROW(parsed({}), CLI::ParseError);
  EXPECT_THROW(parsed({"http://a", "--version", "2.0"}), CLI::ParseError);
  EXPECT_THROW(parsed({"http://a", "--timeout", "0"}), CLI::ParseError);
  EXPECT_THROW(parsed({"http://a", "-o", "xml"}), CLI::ParseError);
}

TEST(AgentConnection, RefusesAHeaderWithoutAColon) {
  AgentOptions options;
  options.headers = {"Authorization Bearer x"};
  options.url = "http://127.0.0.1:1/";
  const auto known = AgentConnection::known({}, options);
  ASSERT_FALSE(known);
  EXPECT_EQ(known.error().cause, Cause::kArgument);
  EXPECT_THAT(known.error().error.message, HasSubstr("--header"));
  EXPECT_EQ(AgentConnection::find(options).error().cause, Cause::kArgument);
  EXPECT_EQ(fetch_card(options).error().cause, Cause::kArgument);
}

TEST(AgentConnection, CountsTheTimeOfTheVerb) {
  AgentOptions options;
  options.timeout_s = 100;
  const auto agent = AgentConnection::known({{}, {.url = "http://127.0.0.1:1/"}}, options).value();
  EXPECT_THAT(agent.time_left(), AllOf(Gt(milliseconds(90'000)), Le(milliseconds(100'000))));
  EXPECT_THAT(agent.with_time(milliseconds(5'000)).time_left(),
              AllOf(Gt(milliseconds(1'000)), Le(milliseconds(5'000))));
  EXPECT_EQ(agent.with_time(milliseconds(-5)).time_left(), milliseconds(1));  // 0 would mean no limit
}

int run(Streams& streams, std::vector<std::string> arguments) {
  return run_client(std::move(arguments), streams.console);
}

TEST(Commands, PrintHelpAsAResult) {
  Streams streams;
  EXPECT_EQ(run(streams, {"--help"}), kDone);
  EXPECT_EQ(streams.err.str(), "");
  for (const char* verb : {"card", "send", "ask", "task", "schema"})
    EXPECT_THAT(streams.out.str(), HasSubstr(verb));
  Streams of_verb;
  EXPECT_EQ(run(of_verb, {"send", "--help"}), kDone);
  EXPECT_THAT(of_verb.out.str(), HasSubstr("5 timed out"));
}

TEST(Commands, TellMistakesAsUsage) {
  Streams nothing;
  EXPECT_EQ(run(nothing, {}), kUsage);
  EXPECT_NE(nothing.err.str(), "");
  Streams unknown;
  EXPECT_EQ(run(unknown, {"sned", "http://a"}), kUsage);
  EXPECT_THAT(unknown.err.str(), HasSubstr("no verb \"sned\"; did you mean \"send\"?"));
  Streams option;
  EXPECT_EQ(run(option, {"card", "http://a", "--colour"}), kUsage);
  EXPECT_THAT(option.err.str(), HasSubstr("--colour"));
  EXPECT_EQ(option.out.str(), "");
}

TEST(Commands, TellAVerbThatIsNoneBeforeItsOptions) {
  Streams streams;
  EXPECT_EQ(run(streams, {"sned", "--config", "f"}), kUsage);
  EXPECT_THAT(streams.err.str(), HasSubstr("no verb \"sned\"; did you mean \"send\"?"));
  Streams only_option;
  EXPECT_EQ(run(only_option, {"--config", "f"}), kUsage);
  EXPECT_THAT(only_option.err.str(), HasSubstr("no option \"--config\""));
}

TEST(Commands, SayWhereAnOptionOfTheirVerbsBelongs) {
  Streams streams;
  EXPECT_EQ(run(streams, {"evolve", "--admin", "http://127.0.0.1:1", "status"}), kUsage);
  EXPECT_THAT(streams.err.str(),
              HasSubstr("\"--admin\" belongs behind the verb: schemagate evolve status --admin"));
  EXPECT_THAT(streams.err.str(), testing::Not(HasSubstr("did you mean")));
}

TEST(Commands, EndWithTheVerbsExitCode) {
  Streams broken;
  EXPECT_EQ(run(broken, {"card", "no-url"}), kUsage);
  EXPECT_NE(broken.err.str(), "");
  Streams valid;
  valid.in.str("{}");
  EXPECT_EQ(run(valid, {"schema", "check", "-"}), kDone);
  EXPECT_EQ(valid.out.str(), "-: can be used\n");
}

TEST(Commands, WarnThatYesSendsWithoutAsking) {
  Streams streams;
  EXPECT_EQ(run(streams, {"ask", "--help"}), kDone);
  EXPECT_THAT(streams.out.str(), HasSubstr("Send without asking"));
}

}  // namespace
}  // namespace schemagate::cli
