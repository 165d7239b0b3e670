#include "gateway/front/passed_headers.h"

#include <gmock/gmock.h>

namespace schemagate {
namespace {

using Headers = std::vector<net::Header>;
using testing::IsEmpty;

const std::string kParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

TEST(PassedHeaders, AreThoseThatAreNamedAndTheTrace) {
  const Headers sent = {{"Authorization", "Bearer x"}, {"X-Customer", "7"},      {"traceparent", kParent},
                        {"Tracestate", "a=1"},         {"x-customer", "second"}, {"Cookie", "c"}};
  const Headers expected = {
      {"traceparent", kParent}, {"tracestate", "a=1"}, {"X-Customer", "7"}, {"x-customer", "second"}};
  EXPECT_EQ(passed_headers(sent, {"x-CUSTOMER"}).value(), expected);
  EXPECT_EQ(passed_headers({{"Authorization", "Bearer x"}}, {}).value(), Headers());
}

TEST(PassedHeaders, SayThroughHowManyRunsTheMessageHasCome) {
  EXPECT_EQ(passed_headers({{"schemagate-runs", "07"}}, {}).value(), (Headers{{"Schemagate-Runs", "7"}}));
  for (const std::string none : {"", "0", "-1", "+1", "100", "1 ", "x"})
    EXPECT_THAT(passed_headers({{"Schemagate-Runs", none}}, {}).value(), IsEmpty()) << none;
}

TEST(PassedHeaders, LeaveOutATraceThatIsNone) {
  for (const std::string parent : {"", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                                   "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                                   "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                                   "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                                   "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                                   "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x"}) {
    EXPECT_THAT(passed_headers({{"traceparent", parent}, {"tracestate", "a=1"}}, {}).value(), IsEmpty())
        << parent;
    EXPECT_EQ(trace_id_of(parent), "") << parent;
  }
  EXPECT_EQ(passed_headers({{"traceparent", kParent}, {"tracestate", std::string(513, 'a')}}, {})->size(),
            1U);
  EXPECT_EQ(trace_id_of(kParent), "0af7651916cd43dd8448eb211c80319c");
  EXPECT_EQ(trace_id_of("01" + kParent.substr(2) + "-more"), "0af7651916cd43dd8448eb211c80319c");
}

TEST(PassedHeaders, AreRefusedWhenTheyAreTooMuch) {
  const Headers fits = {{"a", std::string(kPassedBytesMax - 1, 'x')}};
  EXPECT_TRUE(passed_headers(fits, {"A"}));
  const Headers much = {{"a", std::string(kPassedBytesMax - 1, 'x')}, {"a", ""}};
  const auto refused = passed_headers(much, {"A"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().http_status, 431);
}

}  // namespace
}  // namespace schemagate
