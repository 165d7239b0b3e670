#include "gateway/store/content_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

namespace schemagate {

namespace {

using schemagate::store::ContentCache;
using schemagate::store::memory_of;
using schemagate::store::TaskContent;

ContentCache::Slot content(std::size_t bytes = 0) {
  auto made = std::make_unique<TaskContent>();
  made->task.metadata.text = std::string(bytes, 'x');
  return made;
}

class ContentCacheTest : public testing::Test {
 protected:
  ContentCacheTest() {
    for (auto& slot : slots_) {
      slot = content();
      cache_.add(slot);
    }
  }
  const std::size_t each_ = memory_of(TaskContent());
  ContentCache cache_{8 * each_};
  std::array<ContentCache::Slot, 8> slots_;
};

TEST_F(ContentCacheTest, WhatWasNotUsedForLongestGoesFirst) {
  cache_.touch(slots_[0]);
  ContentCache::Slot one_more = content();
  cache_.add(one_more);
  EXPECT_EQ(cache_.evict().size(), 1U);
  EXPECT_TRUE(slots_[0]);
  EXPECT_FALSE(slots_[1]);
  EXPECT_TRUE(slots_[2]);
  EXPECT_TRUE(cache_.evict().empty());
}

TEST_F(ContentCacheTest, WhatIsRemovedMakesRoom) {
  cache_.remove(slots_[3]);
  cache_.remove(slots_[3]);
  ContentCache::Slot one_more = content();
  cache_.add(one_more);
  EXPECT_TRUE(cache_.evict().empty());
}

TEST_F(ContentCacheTest, ALargeOnePushesOutNoOther) {
  ContentCache::Slot large = content(3 * each_);
  cache_.add(large);
  const auto evicted = cache_.evict();
  EXPECT_EQ(evicted.size(), 1U);
  EXPECT_FALSE(large);
}

}  // namespace

}  // namespace schemagate
