// What is kept for whom: counted as it comes, given back as it goes, and there again after a restart.
#include "gateway/store/accounts.h"

#include <gtest/gtest.h>

#include "gateway/store/sharer.h"
#include "ledger_fixture.h"
#include "task_values.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using schemagate::store::Accounts;

const std::string kAddress = "192.0.2.7";

TEST(Accounts, CountByOwnerAndAddressUntilTheHoldingGoes) {
  Accounts accounts;
  auto first = accounts.open("a", kAddress);
  first->add_bytes(10);
  first->add_push_config();
  {
    const auto second = accounts.open("a", "");
    second->add_bytes(5);
    EXPECT_EQ(accounts.of_owner("a").bytes, 15u);
    EXPECT_EQ(accounts.of_address(kAddress).bytes, 10u);
  }
  EXPECT_EQ(accounts.of_owner("a").bytes, 10u);
  EXPECT_EQ(accounts.of_owner("a").push_configs, 1u);
  EXPECT_EQ(accounts.of_owner(kAddress).bytes, 0u) << "an owner is no address";
  first->remove_push_config();
  EXPECT_EQ(accounts.of_address(kAddress).push_configs, 0u);
  first.reset();
  EXPECT_EQ(accounts.of_owner("a").bytes, 0u);
}

TEST(Accounts, ForgetWhomNothingIsKeptFor) {
  Accounts accounts;
  const auto kept = accounts.open("kept", "");
  for (int i = 0; i < 100'000; ++i) (void)accounts.open("owner" + std::to_string(i), std::to_string(i));
  EXPECT_LE(accounts.size(), 2'100u);
  kept->add_bytes(1);
  EXPECT_EQ(accounts.of_owner("kept").bytes, 1u);
}

class AccountedLedger : public LedgerTest {
 protected:
  AccountedLedger() { limits_.accounts = std::make_shared<Accounts>(); }
  void make(const std::string& id) {
    store::NewTask made{.task = task(id), .address = kAddress};
    ASSERT_TRUE(store_->create(kScope, std::move(made), now_));
  }
  store::Kept owned() const { return limits_.accounts->of_owner(kScope.owner); }
  store::Kept there() const { return limits_.accounts->of_address(kAddress); }
};

// What agents are sent for it is kept for whoever has asked for the run, before a restart and behind it.
TEST_F(AccountedLedger, CountsWhatARunsAgentsAreSentForItsAsker) {
  open();
  const store::Scope scope{kScope.agent, store::run_owner("4f1d", kScope.owner)};
  ASSERT_TRUE(store_->create(scope, store::NewTask{.task = task("t"), .address = kAddress}, now_));
  ASSERT_TRUE(store_->append("t", {artifact("a", std::string(1'000, 'x'))}, now_));
  const std::size_t kept = owned().bytes;
  EXPECT_GT(kept, 1'000U);
  reopen();
  EXPECT_EQ(owned().bytes, kept);
}

TEST_F(AccountedLedger, KnowsWhatIsKeptOfATaskAndItsConfigs) {
  open();
  make("t");
  const std::size_t created = owned().bytes;
  EXPECT_GE(created, 1'024u);
  ASSERT_TRUE(store_->append("t", {artifact("x", std::string(5'000, 'x'))}, now_));
  EXPECT_GE(owned().bytes, created + 5'000);
  EXPECT_EQ(there().bytes, owned().bytes);
  ASSERT_TRUE(store_->put_push(kScope, "t", {.config = {.id = "a", .url = "https://x/"}}, 0));
  ASSERT_TRUE(store_->put_push(kScope, "t", {.config = {.id = "a", .url = "https://y/"}}, 0));
  ASSERT_TRUE(store_->put_push(kScope, "t", {.config = {.id = "b", .url = "https://x/"}}, 0));
  EXPECT_EQ(owned().push_configs, 2u) << "one was replaced";
  ASSERT_TRUE(store_->remove_push(kScope, "t", "a"));
  ASSERT_TRUE(store_->remove_push(kScope, "t", "a"));
  EXPECT_EQ(owned().push_configs, 1u);
  EXPECT_EQ(there().push_configs, 1u);
}

TEST_F(AccountedLedger, GivesBackWhatIsForgotten) {
  open();
  make("t");
  ASSERT_TRUE(store_->put_push(kScope, "t", {.config = {.id = "a", .url = "https://x/"}}, 0));
  ASSERT_TRUE(store_->append("t", {status(TaskState::kCompleted)}, now_));
  EXPECT_GT(owned().bytes, 0u);
  store_.itself().expire(now_ + limits_.retention + std::chrono::seconds(1));
  EXPECT_EQ(owned().bytes, 0u);
  EXPECT_EQ(there().bytes, 0u);
  EXPECT_EQ(owned().push_configs, 0u);
}

TEST_F(AccountedLedger, KnowsItsOwnersAgainAfterARestart) {
  open();
  make("running");
  make("ended");
  ASSERT_TRUE(store_->append("ended", {artifact("x", "y"), status(TaskState::kCompleted)}, now_));
  ASSERT_TRUE(store_->put_push(kScope, "running", {.config = {.id = "a", .url = "https://x/"}}, 0));
  const std::size_t before = owned().bytes;
  close();
  EXPECT_EQ(owned().bytes, 0u);
  reopen();
  EXPECT_EQ(owned().bytes, before);
  EXPECT_EQ(owned().push_configs, 1u);
  EXPECT_EQ(there().bytes, 0u) << "addresses are not kept";
}

}  // namespace
}  // namespace schemagate
