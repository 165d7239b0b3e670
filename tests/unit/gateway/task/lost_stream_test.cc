#include "gateway/task/lost_stream.h"

#include <gmock/gmock.h>

namespace schemagate {
namespace {

using a2a::ErrorCode;
using std::chrono::minutes;

const a2a::Result<void> kSubscribed;
const a2a::Result<void> kNoStream = a2a::fail(ErrorCode::kTaskNotFound, "no such task");
const a2a::Result<void> kSilence = a2a::fail(ErrorCode::kInvalidAgentResponse, "sent nothing");
const a2a::Result<void> kNoStreamsAtAll = a2a::fail(ErrorCode::kUnsupportedOperation, "no streams");
const a2a::Error kOwnError{ErrorCode::kInternal, "no oil"};
const a2a::Error kBroken{ErrorCode::kInvalidAgentResponse, "the agent broke off"};
const a2a::TaskStatus kWorking{.state = a2a::TaskState::kWorking};
const a2a::TaskStatus kStillWorking{.state = a2a::TaskState::kWorking,
                                    .timestamp = "2026-11-27T00:00:00.000Z"};
constexpr MonotonicTime kAtFirst{};

TEST(LostStream, ATaskWhoseStreamIsMissedIsLostAtOnceWithTheAgentsError) {
  for (const auto& missed : {kNoStream, kSilence, kSubscribed}) {
    LostStream lost;
    lost.miss(missed);
    EXPECT_FALSE(lost.reason_lost(kAtFirst, minutes(5))) << "nothing has broken off";
    lost.break_off(kOwnError);
    EXPECT_FALSE(lost.reason_lost(kAtFirst, minutes(5))) << "it may be streamed again";
    lost.miss(missed);
    const auto why = lost.reason_lost(kAtFirst, minutes(5));
    ASSERT_TRUE(why);
    EXPECT_EQ(why->message, "no oil");
  }
}

TEST(LostStream, AnAgentThatStreamsNoTasksAtAllMayGoOn) {
  LostStream lost;
  lost.break_off(kOwnError);
  lost.miss(kNoStreamsAtAll);
  EXPECT_FALSE(lost.reason_lost(kAtFirst, minutes(5)));
}

TEST(LostStream, ATaskWhoseConnectionBrokeIsLostWhenItStandsStillForTooLong) {
  LostStream lost;
  lost.break_off(kBroken);
  lost.miss(kNoStream);
  lost.note(kWorking, kAtFirst);
  lost.note(kWorking, kAtFirst + minutes(4));
  EXPECT_FALSE(lost.reason_lost(kAtFirst + minutes(4), minutes(5)));
  lost.note(kStillWorking, kAtFirst + minutes(6));
  EXPECT_FALSE(lost.reason_lost(kAtFirst + minutes(6), minutes(5))) << "it went on";
  lost.note(kStillWorking, kAtFirst + minutes(11));
  const auto why = lost.reason_lost(kAtFirst + minutes(11), minutes(5));
  ASSERT_TRUE(why);
  EXPECT_EQ(why->message,
            "the agent broke off; it streams the task no more, which has stood still for longer than "
            "outage_timeout allows (5m)");
}

TEST(LostStream, AStreamThatGoesOnForgivesTheOneBefore) {
  LostStream lost;
  lost.break_off(kOwnError);
  lost.miss(kNoStream);
  lost.resume();
  EXPECT_FALSE(lost.reason_lost(kAtFirst, minutes(5)));
}

}  // namespace
}  // namespace schemagate
