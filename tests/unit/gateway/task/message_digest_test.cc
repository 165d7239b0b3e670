#include "gateway/task/message_digest.h"

#include <gtest/gtest.h>

#include <set>

namespace schemagate {
namespace {

a2a::Message saying(const std::string& text) {
  a2a::Message message{.message_id = "m", .role = a2a::Role::kUser};
  message.parts.push_back({.content = text});
  return message;
}

TEST(MessageDigest, IsTheSameForTheSameMessage) {
  MessageDigest digest;
  const std::string first = digest.of(saying("hello"));
  EXPECT_EQ(digest.of(saying("hello")), first);
  EXPECT_EQ(MessageDigest().of(saying("hello")), first) << "also by another core, or after a restart";
}

// A ledger outlives the program that wrote it.
TEST(MessageDigest, StaysWhatItIs) {
  EXPECT_EQ(MessageDigest().of({.message_id = "m"}), "m\ne5189a9599e3f86205ea23ef06e28b2d");
}

TEST(MessageDigest, TellsMessagesApart) {
  MessageDigest digest;
  std::set<std::string> known;
  const auto is_new = [&](const a2a::Message& message) { return known.insert(digest.of(message)).second; };
  EXPECT_TRUE(is_new(saying("ab")));
  EXPECT_TRUE(is_new(saying("a")));
  a2a::Message message = saying("ab");
  message.message_id = "n";
  EXPECT_TRUE(is_new(message));
  message = saying("a");
  message.context_id = "b";
  EXPECT_TRUE(is_new(message));
  message = saying("a");
  message.task_id = "b";
  EXPECT_TRUE(is_new(message));
  message = saying("a");
  message.parts[0].media_type = "b";
  EXPECT_TRUE(is_new(message));
  message = saying("a");
  message.parts.push_back({.content = "b"});
  EXPECT_TRUE(is_new(message));
}

}  // namespace
}  // namespace schemagate
