#include "gateway/observe/line_writer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

namespace schemagate {
namespace {

using std::chrono::milliseconds;

class LineWriterTest : public testing::Test {
 protected:
  LineWriterTest() {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0);
    capacity_ = static_cast<std::size_t>(::fcntl(ends_[1], F_SETPIPE_SZ, 16 << 10));
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~LineWriterTest() override {
    for (const int end : ends_) ::close(end);
  }
  std::string read() {
    std::string all;
    std::array<char, 4096> some{};
    for (ssize_t bytes = 0; (bytes = ::read(ends_[0], some.data(), some.size())) > 0;)
      all.append(some.data(), static_cast<std::size_t>(bytes));
    return all;
  }
  void fill(LineWriter& writer) {
    while (writer.write(std::string(500, 'x'))) continue;
  }

  std::array<int, 2> ends_{};
  std::size_t capacity_ = 0;
};

TEST_F(LineWriterTest, WritesLines) {
  LineWriter writer(ends_[1], milliseconds(1));
  EXPECT_TRUE(writer.write("one"));
  EXPECT_TRUE(writer.write("two"));
  EXPECT_EQ(read(), "one\ntwo\n");
  EXPECT_EQ(writer.take_lost(), 0U);
}

TEST_F(LineWriterTest, LosesWhatNobodyReadsAndSaysHowMuch) {
  LineWriter writer(ends_[1], milliseconds(1));
  fill(writer);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(writer.write("lost"));
  EXPECT_EQ(writer.take_lost(), 0U) << "there is no room to tell it";
  EXPECT_LE(read().size(), capacity_);
  EXPECT_EQ(writer.take_lost(), 4U);
  EXPECT_EQ(writer.take_lost(), 0U);
  EXPECT_TRUE(writer.write("again"));
  EXPECT_EQ(read(), "again\n");
}

TEST_F(LineWriterTest, EndsALineThatWasCutBeforeTheNext) {
  LineWriter writer(ends_[1], milliseconds(1));
  EXPECT_FALSE(writer.write(std::string(3 * capacity_, 'x')));
  EXPECT_EQ(read(), std::string(capacity_, 'x'));
  EXPECT_TRUE(writer.write("next"));
  EXPECT_EQ(read(), "\nnext\n");
}

TEST_F(LineWriterTest, LosesWhatAReaderThatIsGoneDoesNotRead) {
  ::close(ends_[0]);
  ends_[0] = ::dup(ends_[1]);
  LineWriter writer(ends_[1], milliseconds(1));
  EXPECT_FALSE(writer.write("lost"));
}

}  // namespace
}  // namespace schemagate
