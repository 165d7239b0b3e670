#include "gateway/cli/exit_code.h"

#include <gtest/gtest.h>

namespace schemagate::cli {
namespace {

using a2a::TaskState;
using a2a::client::Cause;
using a2a::client::Failure;

TEST(ExitCode, TellsWhoIsToBlameForAFailure) {
  EXPECT_EQ(exit_code_of(Failure{.cause = Cause::kArgument, .error = {}}), 2);
  EXPECT_EQ(exit_code_of(Failure{.cause = Cause::kAgent, .error = {}}), 1);
  EXPECT_EQ(exit_code_of(Failure{.cause = Cause::kUnreachable, .error = {}}), 3);
  EXPECT_EQ(exit_code_of(Failure{.cause = Cause::kProtocol, .error = {}}), 3);
  EXPECT_EQ(exit_code_of(Failure{.cause = Cause::kTimeout, .error = {}}), 5);
  EXPECT_EQ(exit_code_of(Failure{.cause = Cause::kCanceled, .error = {}}), 5);
}

TEST(ExitCode, TellsHowATaskStands) {
  for (const TaskState state : {TaskState::kCompleted, TaskState::kWorking, TaskState::kSubmitted})
    EXPECT_EQ(exit_code_of(state), 0) << a2a::name_v0_3(state);
  for (const TaskState state : {TaskState::kFailed, TaskState::kCanceled, TaskState::kRejected})
    EXPECT_EQ(exit_code_of(state), 1) << a2a::name_v0_3(state);
  for (const TaskState state : {TaskState::kInputRequired, TaskState::kAuthRequired})
    EXPECT_EQ(exit_code_of(state), 4) << a2a::name_v0_3(state);
}

}  // namespace
}  // namespace schemagate::cli
