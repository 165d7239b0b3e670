#include "a2a/model/memory.h"

#include <gtest/gtest.h>

namespace schemagate::a2a {
namespace {

TEST(MemoryOf, APartWithoutTextIsAPart) {
  const std::size_t bare = memory_of(Message());
  Message message{.parts = {80'000, Part()}};
  EXPECT_EQ(memory_of(message), bare + 80'000 * sizeof(Part));
  message.parts.assign(3, {.kind = PartKind::kData, .content = "0"});
  EXPECT_EQ(memory_of(message), bare + 3 * (sizeof(Part) + 1));
}

TEST(MemoryOf, EveryTextOfAMessageCounts) {
  const std::string text(100, 'x');
  const Part part{
      .content = text, .media_type = text, .filename = text, .metadata = {text}, .metadata_mime_type = text};
  const Message message{.message_id = text,
                        .context_id = text,
                        .task_id = text,
                        .parts = {part},
                        .metadata = {text},
                        .extensions = {text, ""},
                        .reference_task_ids = {text}};
  EXPECT_EQ(memory_of(message), sizeof(Message) + sizeof(Part) + 3 * sizeof(std::string) + 11 * 100);
}

TEST(MemoryOf, WhatATaskHasWithinItCounts) {
  const std::string text(100, 'x');
  const Message message{.parts = {{.content = text}}};
  const Artifact artifact{.artifact_id = text,
                          .name = text,
                          .description = text,
                          .parts = {{.content = text}},
                          .metadata = {text},
                          .extensions = {text}};
  EXPECT_EQ(memory_of(artifact), sizeof(Artifact) + sizeof(Part) + sizeof(std::string) + 6 * 100);
  const TaskStatus status{.message = message, .timestamp = text};
  EXPECT_EQ(memory_of(status), sizeof(TaskStatus) + memory_of(message) + 100);
  const Task task{.id = text,
                  .context_id = text,
                  .status = status,
                  .artifacts = {artifact, artifact},
                  .history = {message},
                  .metadata = {text}};
  EXPECT_EQ(memory_of(task), sizeof(Task) + 2 * memory_of(message) + 100 + 2 * memory_of(artifact) + 3 * 100);
}

TEST(MemoryOf, AnUpdateIsMoreThanWhatItTells) {
  const std::string text(100, 'x');
  const TaskStatus status{.message = Message()};
  EXPECT_EQ(
      memory_of(TaskStatusUpdate{.task_id = text, .context_id = text, .status = status, .metadata = {text}}),
      sizeof(TaskStatusUpdate) + sizeof(Message) + 300);
  const TaskArtifactUpdate update{
      .task_id = text, .context_id = text, .artifact = {.parts = {2, Part()}}, .metadata = {text}};
  EXPECT_EQ(memory_of(update), sizeof(TaskArtifactUpdate) + 2 * sizeof(Part) + 300);
}

}  // namespace
}  // namespace schemagate::a2a
