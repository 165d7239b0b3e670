// Whose SDK an agent of v0.3 is made with, by how it says that it has no such task.
#include "gateway/agent/rest_probe.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

// As a2a-python 0.3.26 and 1.3.0, a2a-java 0.3.3 and a2a-go 2.4.0 have it.
TEST(RestProbe, KnowsTheSdksThatWantBytesTwice) {
  EXPECT_TRUE(wants_bytes_twice(R"({"message":"Task not found"})"));
  EXPECT_TRUE(wants_bytes_twice(R"({"error":"io.a2a.spec.TaskNotFoundError","message":"Task not found"})"));
  EXPECT_TRUE(wants_bytes_twice(
      R"({"error":{"code":404,"status":"NOT_FOUND","message":"Task not found","details":[{"reason":"TASK_NOT_FOUND"}]}})"));
}

TEST(RestProbe, TakesAllOthersByTheDefinition) {
  for (const char* answer :
       {R"({"code":-32001,"message":"Task not found"})", R"({"code":5,"message":"Not Found","details":[]})",
        R"({"detail":"Not Found"})", R"({"message":"no Route matched"})",
        R"({"error":{"code":404,"status":"NOT_FOUND","message":"no such method"}})",
        R"({"error":"not found"})", R"({"error":null})", "{}", "[]", "null", "", "<html>Cannot GET</html>",
        R"({"error":{"code":1)"})
    EXPECT_FALSE(wants_bytes_twice(answer)) << answer;
}

}  // namespace
}  // namespace schemagate
