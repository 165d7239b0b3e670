// What `run` says of its own options, before any agent is asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/cli/commands.h"
#include "streams.h"

namespace schemagate::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int kWrongOptions = 2;

class RunOptions : public testing::Test {
 protected:
  // What it says when it is called with the plan and these arguments, and refuses them.
  std::string refusal(const std::vector<std::string>& more) const {
    Streams streams;
    std::vector<std::string> arguments{"run", plan_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run_client(std::move(arguments), streams.console), kWrongOptions);
    return streams.err.str();
  }

  const std::string plan_ =
      write_file("plan.yaml",
                 "name: one\nagents: {a: {name: A, url: 'http://127.0.0.1:1'}}\n"
                 "subtasks: [{id: s, agent: a, items: [{id: i, do: 'Go to {input.x}'}]}]\n");
};

TEST_F(RunOptions, NameTheOneThatIsMissing) {
  EXPECT_THAT(refusal({}), HasSubstr("--input is required: a file, or the text itself"));
  Streams no_plan;
  EXPECT_EQ(run_client({"run", "--input", "x"}, no_plan.console), kWrongOptions);
  EXPECT_THAT(no_plan.err.str(), HasSubstr("PLAN is required"));
  EXPECT_THAT(no_plan.err.str(), HasSubstr("resume, status, explain, cancel"));
}

TEST_F(RunOptions, TakeNoFileThatIsNotThereForAText) {
  for (const std::string name : {"nosuch.json", "./nosuch", "/nowhere/wish", "@wish"})
    EXPECT_THAT(refusal({"--input", name}), HasSubstr("--input: there is no file " + name));
  EXPECT_THAT(refusal({"--input", "Read a.json"}), Not(HasSubstr("no file")));
  EXPECT_THAT(refusal({"--input", "https://a.example/b"}), Not(HasSubstr("no file")));
}

TEST_F(RunOptions, SayWhereDataIsNoJson) {
  EXPECT_THAT(refusal({"--input", "{\"x\":"}),
              HasSubstr("--input: begins like a JSON object: invalid JSON at line 1, column 6: "));
  EXPECT_THAT(refusal({"--input", write_file("wish.json", "{\"x\":\n  1,,}")}),
              HasSubstr("line 2, column 5: "));
}

}  // namespace
}  // namespace schemagate::cli
