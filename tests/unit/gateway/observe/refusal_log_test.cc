#include "gateway/observe/refusal_log.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

namespace schemagate {
namespace {

using testing::HasSubstr;

class HeldClock final : public Clock {
 public:
  MonotonicTime monotonic() const override { return now; }
  std::chrono::system_clock::time_point utc() const override { return {}; }
  MonotonicTime now{std::chrono::hours(1)};
};

class RefusalLogTest : public testing::Test {
 protected:
  // The lines that so many refusals make.
  std::string note(int times) {
    testing::internal::CaptureStderr();
    for (int i = 0; i < times; ++i) id_ = refusals_.note({.status = 400, .message = "two lengths"}, "");
    return testing::internal::GetCapturedStderr();
  }
  static auto lines(const std::string& text) { return std::ranges::count(text, '\n'); }

  const Log log_{LogLevel::kInfo};
  HeldClock clock_;
  RefusalLog refusals_{log_, clock_};
  std::string id_;
};

TEST_F(RefusalLogTest, SaysWhatWasRefused) {
  const std::string line = note(1);
  EXPECT_THAT(line, HasSubstr(R"("event":"request_refused","request_id":")" + id_ +
                              R"(","http.response.status_code":400)"));
  EXPECT_THAT(line, HasSubstr(R"("cause":"two lengths","left_out":0)"));
}

TEST_F(RefusalLogTest, SaysWhoseRequestAndForWhat) {
  testing::internal::CaptureStderr();
  (void)refusals_.note({413, "the body is too large", "192.0.2.7", "POST", "/fight?key=secret"}, "/fight");
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_THAT(line,
              HasSubstr(R"("client.address":"192.0.2.7","http.request.method":"POST","url.path":"/fight")"));
  EXPECT_THAT(line, testing::Not(HasSubstr("secret")));
}

TEST_F(RefusalLogTest, NamesNoRequestWhereNobodyWasAnswered) {
  testing::internal::CaptureStderr();
  (void)refusals_.note({.message = "TLS: the client left", .address = "192.0.2.7"}, "");
  EXPECT_THAT(
      testing::internal::GetCapturedStderr(),
      HasSubstr(R"("event":"request_refused","client.address":"192.0.2.7","http.response.status_code":0)"));
}

TEST_F(RefusalLogTest, WritesTenLinesASecondAndCountsTheRest) {
  EXPECT_EQ(lines(note(1'000)), 10);
  EXPECT_EQ(note(5), "");
  clock_.now += std::chrono::seconds(1);
  const std::string next = note(2);
  EXPECT_EQ(lines(next), 2);
  EXPECT_THAT(next, HasSubstr(R"("left_out":995)"));
  EXPECT_THAT(next, HasSubstr(R"("left_out":0)"));
}

}  // namespace
}  // namespace schemagate
