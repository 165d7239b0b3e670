#include "gateway/cli/show.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "streams.h"

namespace schemagate::cli {
namespace {

using a2a::Part;
using a2a::PartKind;
using a2a::TaskState;
using a2a::client::Cause;
using a2a::client::Failure;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

a2a::Task task_with(std::vector<Part> parts) {
  a2a::Task task{.id = "t-1", .status = {.state = TaskState::kCompleted}};
  task.artifacts.push_back({.artifact_id = "result", .parts = std::move(parts)});
  return task;
}

std::string shown(const a2a::Task& task) {
  std::ostringstream out;
  show_task(out, task);
  return out.str();
}

std::string shown(const Failure& failure) {
  std::ostringstream out;
  show_failure(out, failure);
  return out.str();
}

TEST(ShowTask, NamesStateContextAndTitle) {
  a2a::Task task{.id = "t-1", .context_id = "c-1", .status = {.state = TaskState::kWorking}};
  task.metadata.text = R"({"title":"Lion\nagainst Tiger"})";
  EXPECT_EQ(shown(task), "task t-1  working  (context c-1)\ntitle: Lion\\u{a}against Tiger\n");
  EXPECT_EQ(shown({.id = "t-2", .status = {.state = TaskState::kFailed}}), "task t-2  failed\n");
}

TEST(ShowTask, ShowsWhatTheAgentSaysAndItsArtifacts) {
  a2a::Task task = task_with({{.content = "two\nlines"}});
  task.status.message = a2a::Message{.parts = {{.content = "done"}}};
  EXPECT_EQ(shown(task), "task t-1  completed\nagent says:\n  done\nartifact result\n  two\n  lines\n");
  task.artifacts.front().name = "Answer";
  EXPECT_THAT(shown(task), HasSubstr("artifact Answer\n"));
}

TEST(ShowTask, ShowsDataOverSeveralLinesWithItsMediaTypeOnce) {
  Part data{.kind = PartKind::kData, .content = R"({"winner":"Tiger"})", .media_type = "application/json"};
  EXPECT_EQ(shown(task_with({data, data})),
            "task t-1  completed\nartifact result  application/json\n"
            "  {\n    \"winner\": \"Tiger\"\n  }\n  {\n    \"winner\": \"Tiger\"\n  }\n");
  data.media_type.clear();
  data.metadata_mime_type = "application/json;schema=fightResponse";
  EXPECT_THAT(shown(task_with({data})),
              HasSubstr("artifact result  application/json;schema=fightResponse\n"));
  data.content = "no\x1b json";
  EXPECT_THAT(shown(task_with({data})), HasSubstr("  no\\u{1b} json\n"));
}

TEST(ShowTask, ShowsFilesByNameTypeAndSize) {
  EXPECT_THAT(shown(task_with({{.kind = PartKind::kRaw, .content = "AAAAAAAA", .filename = "a.png"}})),
              HasSubstr("  file a.png    6 bytes\n"));
  EXPECT_THAT(
      shown(task_with({{.kind = PartKind::kUrl, .content = "http://a/b", .media_type = "image/png"}})),
      HasSubstr("  file (no name)  image/png  http://a/b\n"));
}

TEST(ShowTask, SendsNoEscapeSequenceOfAStranger) {
  a2a::Task task = task_with({{.content = "\x1b[2J"}});
  task.id = "\x1b[2J";
  task.context_id = "\x1b[2J";
  task.artifacts.front().name = "\x1b[2J";
  EXPECT_THAT(shown(task), Not(HasSubstr("\x1b")));
}

TEST(Summary, IsOneLine) {
  a2a::Task task{.id = "t-1", .status = {.state = TaskState::kInputRequired}};
  EXPECT_EQ(summary(task), "t-1  input-required");
  task.metadata.text = R"({"title":"A\nfight"})";
  EXPECT_EQ(summary(task), "t-1  input-required  A\\u{a}fight");
  task.metadata.text = R"({"title":5})";
  EXPECT_EQ(summary(task), "t-1  input-required");
}

TEST(ProgressLine, SaysWhatHappened) {
  a2a::TaskStatus working{.state = TaskState::kWorking};
  EXPECT_EQ(progress_line(a2a::Task{.id = "t-1", .status = working}), "task t-1  working");
  EXPECT_EQ(progress_line(a2a::TaskStatusUpdate{.status = working}), "working");
  working.message = a2a::Message{.parts = {{.kind = PartKind::kData, .content = "{}"}, {.content = "a\nb"}}};
  EXPECT_EQ(progress_line(a2a::TaskStatusUpdate{.status = working}), "working  a\\u{a}b");
  EXPECT_EQ(progress_line(a2a::Message{.parts = {{.content = "hello"}}}), "message  hello");
  EXPECT_EQ(progress_line(a2a::Message{}), "message  ");
  a2a::TaskArtifactUpdate update{.artifact = {.artifact_id = "a-1"}};
  EXPECT_EQ(progress_line(update), "artifact a-1");
  update.last_chunk = true;
  EXPECT_EQ(progress_line(update), "artifact a-1  complete");
}

TEST(ProgressLine, CutsLongTexts) {
  const std::string line = progress_line(a2a::Message{.parts = {{.content = std::string(500, 'x')}}});
  EXPECT_EQ(line, "message  " + std::string(160, 'x') + "…");
}

Failure refusal(std::string agent_error) {
  Failure failure{.cause = Cause::kAgent,
                  .error = {a2a::ErrorCode::kInvalidParams, "does not fit", {}, {}},
                  .http_status = 400};
  failure.agent_error.text = std::move(agent_error);
  return failure;
}

TEST(ShowFailure, NamesItsCause) {
  EXPECT_EQ(shown(a2a::client::failed(Cause::kTimeout, "too\x1b late").error()),
            std::string(a2a::client::name(Cause::kTimeout)) + ": too\\u{1b} late\n");
  EXPECT_EQ(shown(a2a::client::failed(Cause::kAgent, "HTTP 401, credentials are needed: it has expired", 401)
                      .error()),
            "refused: HTTP 401, credentials are needed: it has expired\n"
            "  to say who you are: --token-file, --token, --api-key, or --cert with --key\n");
}

TEST(ShowFailure, ListsViolationsAndReasonsOfARefusal) {
  Failure failure = refusal(R"({"code":-32602,"data":["raw"]})");
  failure.error.violations = {{"message.parts[0].data.b", "required"}};
  failure.error.infos = {{"STRUCTURED_INPUT_INVALID", "domain", {{"schema", "fight"}, {"total", "1"}}}};
  EXPECT_EQ(shown(failure),
            "refused (-32602): does not fit\n  message.parts[0].data.b: required\n"
            "  [STRUCTURED_INPUT_INVALID] schema=fight total=1\n");
}

TEST(ShowFailure, ShowsTheDataOfARefusalThatExplainsNothing) {
  EXPECT_EQ(shown(refusal(R"({"code":-32602,"data":["raw"]})")),
            "refused (-32602): does not fit\n  [\n    \"raw\"\n  ]\n");
  EXPECT_EQ(shown(refusal("")), "refused: does not fit\n");
}

TEST(FailureJson, HasCauseCodeMessageStatusAndData) {
  EXPECT_EQ(failure_json(refusal(R"({"code":-32602,"message":"x","data":[1.0]})")),
            R"({"error":{"cause":")" + std::string(a2a::client::name(Cause::kAgent)) +
                R"(","code":-32602,"message":"does not fit","httpStatus":400,"data":[1.0]}})");
  EXPECT_EQ(failure_json(a2a::client::failed(Cause::kArgument, "no \"URL\"").error()),
            R"({"error":{"cause":")" + std::string(a2a::client::name(Cause::kArgument)) +
                R"(","message":"no \"URL\""}})");
}

TEST(Report, GoesWhereTheOutputBelongs) {
  const Failure failure = a2a::client::failed(Cause::kUnreachable, "refused").error();
  Streams text;
  EXPECT_EQ(report(text.console, Output::kText, failure), kUnreachable);
  EXPECT_EQ(text.out.str(), "");
  EXPECT_THAT(text.err.str(), HasSubstr(": refused\n"));
  Streams json;
  EXPECT_EQ(report(json.console, Output::kJson, failure), kUnreachable);
  EXPECT_EQ(json.err.str(), "");
  EXPECT_THAT(json.out.str(), StartsWith(R"({"error":{"cause":)"));
  EXPECT_EQ(json.out.str().back(), '\n');
}

TEST(JsonArray, SeparatesAndEscapesItsTexts) {
  EXPECT_EQ(json_array({}), "[]");
  EXPECT_EQ(json_array({"a", "\"b\""}), R"(["a","\"b\""])");
}

}  // namespace
}  // namespace schemagate::cli
