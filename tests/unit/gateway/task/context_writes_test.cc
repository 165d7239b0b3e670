#include "gateway/task/context_writes.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

store::TaskEvent task_context(std::size_t bytes) {
  a2a::Artifact artifact{.artifact_id = std::string(kTaskContextArtifact)};
  artifact.parts.push_back({.kind = a2a::PartKind::kData, .content = std::string(bytes, 'x')});
  return a2a::TaskArtifactUpdate{.artifact = std::move(artifact)};
}

// What a run of so many subtasks writes, if each change of one is 600 bytes and of its goal in the
// context 80.
std::pair<std::size_t, std::size_t> bytes_of_run(std::size_t sub_tasks) {
  ContextWrites writes;
  std::pair<std::size_t, std::size_t> bytes;
  for (std::size_t i = 0; i < 2 * sub_tasks; ++i) {
    if (writes.is_due()) {
      const store::TaskEvent event = task_context(80 * sub_tasks);
      bytes.first += store::payload_bytes(event);
      writes.note(event);
    }
    const store::TaskEvent step = store::RunStep{std::string(600, 's')};
    bytes.second += store::payload_bytes(step);
    writes.note(step);
  }
  return bytes;
}

TEST(ContextWrites, AreAtEachChangeInASmallRun) {
  EXPECT_GE(bytes_of_run(20).first, 40U * 20 * 80);
}

TEST(ContextWrites, AreNoMoreThanTheRestOfALongLog) {
  for (const std::size_t sub_tasks : {200U, 1'000U, 10'000U}) {
    const auto [contexts, others] = bytes_of_run(sub_tasks);
    EXPECT_LE(contexts, others + (1 << 20) + 2 * 80 * sub_tasks) << sub_tasks;
  }
}

TEST(ContextWrites, AnotherArtifactIsNone) {
  ContextWrites writes;
  writes.note(task_context(2 << 20));
  EXPECT_FALSE(writes.is_due());
  a2a::TaskArtifactUpdate results{.artifact = {.artifact_id = "results"}};
  results.artifact.parts.push_back({.content = std::string(3 << 20, 'x')});
  writes.note(results);
  EXPECT_TRUE(writes.is_due());
}

}  // namespace
}  // namespace schemagate
