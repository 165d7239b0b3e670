// What the evolution of an agent's templates keeps: the same on every store, and over a restart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "gateway/store/sqlite_store.h"
#include "implementation.h"
#include "task_values.h"
#include "temporary_folder.h"

namespace schemagate {

namespace {

using schemagate::store::EvolutionText;
using schemagate::store::LedgerKey;
using schemagate::store::SqliteStore;
using schemagate::store::Store;
using schemagate::store::StoreLimits;
using testing::HasSubstr;
using testing::Not;

EvolutionText evolution_text(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

class EvolutionStoreContract : public testing::TestWithParam<Implementation> {
 protected:
  const TemporaryFolder folder_;
  const std::unique_ptr<Store> store_ = GetParam().make({}, folder_.file("ledger"));
};

TEST_P(EvolutionStoreContract, HasTheLastTextOfEachAgent) {
  EXPECT_EQ(store_->evolution("flight"), nullptr);
  ASSERT_TRUE(store_->put_evolution("flight", evolution_text("1")));
  ASSERT_TRUE(store_->put_evolution("photo", evolution_text("2")));
  ASSERT_TRUE(store_->put_evolution("flight", evolution_text("3")));
  EXPECT_EQ(*store_->evolution("flight"), "3");
  EXPECT_EQ(*store_->evolution("photo"), "2");
}

TEST_P(EvolutionStoreContract, ATextIsAChangeThatBecomesDurable) {
  const auto before = store_->written();
  ASSERT_TRUE(store_->put_evolution("flight", evolution_text("1")));
  EXPECT_GT(store_->written(), before);
  EXPECT_TRUE(store_->durable(store_->written()).wait());
}

std::unique_ptr<Store> evolutions_sealed(StoreLimits limits, const std::string& file) {
  const LedgerKey key{"k", std::vector<std::uint8_t>(32, 7)};
  return std::move(*SqliteStore::open({.path = file, .keys = {key}}, limits, kStart));
}
INSTANTIATE_TEST_SUITE_P(Stores, EvolutionStoreContract,
                         testing::Values(Implementation::in_memory(),
                                         Implementation{"Sealed", evolutions_sealed},
                                         Implementation::archiving("Archiving")),
                         [](const auto& test) { return test.param.name; });

// SD-92: what users have wished for stands in the file sealed.
TEST(EvolutionLedger, SurvivesARestartSealed) {
  const TemporaryFolder folder;
  const std::string file = folder.file("ledger");
  {
    const auto store = evolutions_sealed({}, file);
    ASSERT_TRUE(store->put_evolution("flight", evolution_text("window seat")));
    ASSERT_TRUE(store->durable(store->written()).wait());
  }
  std::ifstream written(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(written)), {});
  EXPECT_THAT(bytes, Not(HasSubstr("window seat")));
  const auto store = evolutions_sealed({}, file);
  ASSERT_NE(store->evolution("flight"), nullptr);
  EXPECT_EQ(*store->evolution("flight"), "window seat");
  ASSERT_TRUE(store->put_evolution("flight", evolution_text("aisle seat")));
  EXPECT_EQ(*store->evolution("flight"), "aisle seat");
}

}  // namespace

}  // namespace schemagate
