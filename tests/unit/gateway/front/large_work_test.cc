#include "gateway/front/large_work.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <optional>
#include <string>
#include <vector>

namespace schemagate {
namespace {

class LargeWorkTest : public testing::Test {
 protected:
  // As a read does it: takes a turn where that is needed, and says when it has its answer.
  net::Awaitable<void> read(std::string name, std::string holder, std::size_t bytes) {
    std::optional<LargeWork::Turn> turn;
    if (work_.busy()) {
      auto own = co_await work_.turn(context_.get_executor(), holder);
      turn.emplace(std::move(own));
    }
    noted_.push_back(name);
    if (!turn) work_.note_answer(context_.get_executor(), bytes);
  }
  void start(std::string name, std::string holder, std::size_t bytes = LargeWork::kLargeBytes) {
    boost::asio::co_spawn(context_, read(std::move(name), std::move(holder), bytes), boost::asio::detached);
  }
  // As a request with a large body does it, which then waits for its agent.
  net::Awaitable<void> send(std::string name, std::string holder) {
    co_await work_.begin_large_body(context_.get_executor(), holder);
    noted_.push_back(name);
  }
  void start_request(std::string name, std::string holder) {
    boost::asio::co_spawn(context_, send(std::move(name), std::move(holder)), boost::asio::detached);
  }
  void start_other_work(const std::string& name) {
    boost::asio::post(context_, [this, name] { noted_.push_back(name); });
  }

  LargeWork work_;
  boost::asio::io_context context_;
  std::vector<std::string> noted_;
};

TEST_F(LargeWorkTest, TakeTurnsAndLetOthersRunBetweenTwoOfThem) {
  for (const char* name : {"1", "2", "3", "4"}) start(name, "greedy");
  start_other_work("other");
  start("stranger's", "stranger", 100);
  context_.run();
  EXPECT_EQ(noted_, (std::vector<std::string>{"1", "other", "2", "stranger's", "3", "4"}));
  EXPECT_FALSE(work_.busy());
}

TEST_F(LargeWorkTest, RequestsTakeTurnsAndLetOthersRunBetweenTwoOfThem) {
  for (const char* name : {"1", "2", "3"}) start_request(name, "greedy");
  start_other_work("other");
  start_request("stranger's", "stranger");
  start("read", "third", 100);
  context_.run();
  EXPECT_EQ(noted_, (std::vector<std::string>{"1", "other", "2", "stranger's", "read", "3"}));
  EXPECT_FALSE(work_.busy());
}

TEST_F(LargeWorkTest, HoldUpNobodyWhereThereAreNone) {
  for (const char* name : {"1", "2"}) start(name, "somebody", LargeWork::kLargeBytes - 1);
  start_other_work("other");
  context_.run();
  EXPECT_EQ(noted_, (std::vector<std::string>{"1", "2", "other"}));
}

}  // namespace
}  // namespace schemagate
