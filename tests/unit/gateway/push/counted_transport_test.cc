#include "gateway/push/counted_transport.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate::push {
namespace {

// Does what the body of the notification says.
class ObedientTransport final : public PushTransport {
 public:
  void deliver(Attempt attempt, OnAttempted told) override {
    if (attempt.body == "deliver") told({AttemptOutcome::kDelivered});
    if (attempt.body == "fail") told({AttemptOutcome::kTransientFailure, "it does not work"});
    if (attempt.body == "refuse") told({AttemptOutcome::kPermanentFailure, "not allowed"});
  }
  void stop() override {}
};

TEST(CountedTransportTest, CountsWhatCameOfAttemptsAndTellsIt) {
  CountedTransport transport(std::make_unique<ObedientTransport>());
  std::string told;
  for (const char* const each : {"deliver", "fail", "deliver", "refuse", "never end"}) {
    transport.deliver({.url = {}, .body = each},
                      [&told](const AttemptResult& result) { told += result.reason + ";"; });
  }
  EXPECT_EQ(told, ";it does not work;;not allowed;");
  EXPECT_EQ(transport.delivered(), 2U);
  EXPECT_EQ(transport.failed(), 2U);
}

}  // namespace
}  // namespace schemagate::push
