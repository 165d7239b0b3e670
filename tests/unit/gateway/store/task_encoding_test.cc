// Whatever value there is comes back as it was, and damaged bytes are refused.
#include "gateway/store/task_encoding.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace schemagate {

namespace {

using schemagate::store::decode_event;
using schemagate::store::decode_task;
using schemagate::store::encode;
using schemagate::store::MessageWithdrawn;
using schemagate::store::MetadataChange;
using schemagate::store::TaskEvent;

// Values of every shape, the same ones in every run.
class AnyValue {
 public:
  explicit AnyValue(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }
  bool flag() { return below(2) == 1; }
  std::string text() {
    const std::size_t sizes[] = {0, 1, 7, 127, 128, 300, 20'000};
    std::string text(sizes[below(below(20) == 0 ? 7 : 5)], '\0');
    for (char& byte : text) byte = static_cast<char>(below(256));
    return text;
  }
  a2a::RawJson json() { return {text()}; }
  template <class Make>
  auto list(Make make) {
    std::vector<decltype(make())> made;
    for (std::size_t i = below(4); i > 0; --i) made.push_back(make());
    return made;
  }
  std::vector<std::string> texts() {
    return list([this] { return text(); });
  }
  a2a::Part part() {
    return {.kind = static_cast<a2a::PartKind>(below(4)),
            .content = text(),
            .media_type = text(),
            .filename = text(),
            .metadata = json(),
            .metadata_mime_type = text()};
  }
  std::vector<a2a::Part> parts() {
    return list([this] { return part(); });
  }
  a2a::Message message() {
    return {.message_id = text(),
            .context_id = text(),
            .task_id = text(),
            .role = static_cast<a2a::Role>(below(3)),
            .parts = parts(),
            .metadata = json(),
            .extensions = texts(),
            .reference_task_ids = texts()};
  }
  a2a::TaskStatus status() {
    a2a::TaskStatus status{.state = static_cast<a2a::TaskState>(below(9)), .timestamp = text()};
    if (flag()) status.message = message();
    return status;
  }
  a2a::Artifact artifact() {
    return {.artifact_id = text(),
            .name = text(),
            .description = text(),
            .parts = parts(),
            .metadata = json(),
            .extensions = texts()};
  }
  a2a::Task task() {
    return {.id = text(),
            .context_id = text(),
            .status = status(),
            .artifacts = list([this] { return artifact(); }),
            .history = list([this] { return message(); }),
            .metadata = json()};
  }
  TaskEvent event() {
    switch (below(6)) {
      case 0:
        return a2a::TaskStatusUpdate{text(), text(), status(), json()};
      case 1:
        return a2a::TaskArtifactUpdate{text(), text(), artifact(), flag(), flag(), json()};
      case 2:
        return message();
      case 3:
        return MetadataChange{json()};
      case 4:
        return store::RunStep{text()};
      default:
        return MessageWithdrawn{text(), text()};
    }
  }

 private:
  std::mt19937 random_;
};

TEST(TaskEncoding, GivesBackEveryTask) {
  AnyValue any(1);
  for (int i = 0; i < 1'000; ++i) {
    const a2a::Task task = any.task();
    const auto decoded = decode_task(encode({.task = task}));
    ASSERT_TRUE(decoded);
    ASSERT_EQ(decoded->task, task);
    ASSERT_TRUE(decoded->accepted_under.empty());
  }
}

TEST(TaskEncoding, GivesBackTheContractThatATaskWasAcceptedUnder) {
  const store::NewTask made{
      .task = {.id = "t"},
      .accepted_under = {.schema = "fightComparison", .skill_id = "fight", .digest = "sha-256:x"},
      .idempotency_key = "k"};
  const std::string bytes = encode(made);
  const auto decoded = decode_task(bytes);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->task, made.task);
  EXPECT_EQ(decoded->accepted_under, made.accepted_under);
  EXPECT_EQ(decoded->idempotency_key, "") << "it is kept with the message";
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_task(std::string_view(bytes).substr(0, size))) << size;
}

TEST(TaskEncoding, GivesBackEveryEvent) {
  AnyValue any(2);
  for (int i = 0; i < 2'000; ++i) {
    const TaskEvent event = any.event();
    const auto decoded = decode_event(encode(event));
    ASSERT_TRUE(decoded);
    ASSERT_EQ(*decoded, event);
  }
}

TEST(TaskEncoding, RefusesEveryTruncation) {
  const std::string bytes =
      encode(TaskEvent(a2a::Message{.message_id = "m", .parts = {{.content = "text"}}}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_event(std::string_view(bytes).substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_event(bytes + '\0'));
  EXPECT_TRUE(decode_event(bytes));
}

TEST(TaskEncoding, SurvivesDamage) {
  AnyValue any(3);
  for (int i = 0; i < 5'000; ++i) {
    std::string bytes = encode(any.event());
    for (std::size_t hits = 1 + any.below(3); hits > 0; --hits)
      bytes[any.below(bytes.size())] = static_cast<char>(any.below(256));
    if (const auto decoded = decode_event(bytes)) {
      EXPECT_EQ(*decode_event(encode(*decoded)), *decoded);
    } else {
      EXPECT_EQ(decoded.error().message, "a row of the ledger is damaged");
    }
    (void)decode_task(bytes);
  }
}

TEST(TaskEncoding, RefusesAnotherFormat) {
  std::string bytes = encode({.task = {.id = "t"}});
  bytes.front() = 4;
  EXPECT_FALSE(decode_task(bytes));
  std::string event = encode(TaskEvent(MetadataChange{}));
  event.front() = 0;
  EXPECT_FALSE(decode_event(event));
}

// The bytes of format 1 stay readable: a ledger outlives the program that wrote it.
TEST(TaskEncoding, ReadsWhatTheFirstReleaseWrote) {
  const std::string status(
      "\6\0\0\0"
      "\3"
      "\0"
      "\3now",
      10);
  const std::string update(
      "\x0e\0\0\0"
      "\1t"
      "\1c",
      8);
  const auto decoded = decode_event(std::string("\1\0", 2) + update + status);
  ASSERT_TRUE(decoded);
  a2a::TaskStatusUpdate expected{.task_id = "t", .context_id = "c"};
  expected.status = {.state = a2a::TaskState::kCompleted, .timestamp = "now"};
  EXPECT_EQ(*decoded, TaskEvent(expected));
}

// A member that a later version adds has its default in the rows of this one.
TEST(TaskEncoding, MembersThatAreNotThereHaveTheirDefault) {
  const std::string bytes = std::string("\1\2", 2) + std::string("\2\0\0\0", 4) + std::string("\1m", 2);
  const auto decoded = decode_event(bytes);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(*decoded, TaskEvent(a2a::Message{.message_id = "m"}));
}

}  // namespace

}  // namespace schemagate
