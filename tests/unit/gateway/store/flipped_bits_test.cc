// One bit of the ledger's file is not what was written: that is noticed and said, or changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "gateway/store/task_encoding.h"
#include "ledger_fixture.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using schemagate::store::PushTarget;

// All that a ledger gives away, as text; the first error that it gives instead.
struct Shown {
  std::string text;
  std::string error;
};

class FlippedBits : public LedgerTest {
 protected:
  FlippedBits() { options_.cache_bytes_max = 0; }

  // Of everything that a ledger holds something; large and little; more than one page of each table.
  void fill() {
    open();
    for (int i = 0; i < kTasks; ++i) {
      const std::string id = "t" + std::to_string(i);
      ASSERT_TRUE(store_->create_once(kScope, key_of(i), task(id), now_));
      store_->link_upstream(id, {"up-" + id, "up-c-" + id});
      store_->link_context(kScope, "c-" + id, "up-c-" + id, now_);
      ASSERT_TRUE(store_->put_push(kScope, id, {{.id = "p", .url = "https://x.example.com/"}, {}}, 0));
      ASSERT_TRUE(store_->append(id, {artifact("a", std::string(i % 5 == 0 ? 9'000 : 90, 'a'))}, now_));
      if (i % 3 != 0) {
        ASSERT_TRUE(store_->append(id, {status(TaskState::kCompleted, "done")}, now_));
      }
      if (i % 9 == 1) {
        ASSERT_TRUE(store_->append(id, {schemagate::store::PushGivenUp{"p", "", "no answer"}}, now_));
      }
    }
    ASSERT_TRUE(durable(*store_));
    close();
  }
  static std::string key_of(int i) { return "m-" + std::to_string(i) + "\ndigest"; }

  Shown show(schemagate::store::SqliteStore& store) const {
    Shown shown;
    for (int i = 0; i < kTasks; ++i) show_task(store, "t" + std::to_string(i), shown);
    for (const auto& each : told(store.unfinished().wait(), shown))
      shown.text += "unfinished " + each.id + '\n';
    for (const PushTarget& each : told(store.push_targets().wait(), shown)) {
      const auto progress = told(store.push_progress(each).wait(), shown);
      shown.text += "push " + each.task_id + (progress ? encode(progress->subscription) : " none") + '\n';
    }
    return shown;
  }
  void show_task(schemagate::store::SqliteStore& store, const std::string& id, Shown& shown) const {
    const auto record = told(store.get(kScope, id).wait(), shown);
    shown.text += encode(schemagate::store::NewTask{.task = record.task}) + ' ' +
                  std::to_string(record.version) + ' ' + record.upstream.task_id + ' ' +
                  told(store.upstream_context(kScope, "c-" + id, now_).wait(), shown);
    for (const auto& event : told(store.events_after(kScope, id, 0, 100).wait(), shown))
      shown.text += ' ' + encode(event);
    shown.text += '\n';
  }
  // Changes the store: the last thing that is asked.
  void show_messages(schemagate::store::SqliteStore& store, Shown& shown) const {
    for (int i = 0; i < kTasks; ++i) {
      const auto recorded = told(
          store.record_message(kScope, key_of(i), "new", schemagate::store::NextStep::kAskAgent, now_).wait(),
          shown);
      shown.text += "message " + (recorded.earlier ? recorded.earlier->task_id : "new") + '\n';
    }
  }
  template <class T>
  static T told(a2a::Result<T> result, Shown& shown) {
    if (result) return *std::move(result);
    if (result.error().code == ErrorCode::kInternal) shown.error = result.error().message;
    shown.text += result.error().message;
    return {};
  }
  // "same", "refused" when it is opened, "error" when it is asked; else what it has shown, wrongly.
  std::string outcome_with(const std::string& bytes, const Shown& whole) const {
    const TemporaryFolder folder;
    std::ofstream(folder.file("ledger"), std::ios::binary) << bytes;
    auto opened = schemagate::store::SqliteStore::open({.path = folder.file("ledger"), .cache_bytes_max = 0},
                                                       limits_, now_);
    if (!opened) return "refused";
    Shown shown = show(**opened);
    show_messages(**opened, shown);
    if (!shown.error.empty()) return "error";
    return shown.text == whole.text ? "same" : "other";
  }
  std::string bytes_of_file() const {
    std::ifstream file(options_.path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void expect_that_flips_are_noticed(int flips) {
    const std::string bytes = bytes_of_file();
    std::ofstream(folder_.file("whole"), std::ios::binary) << bytes;
    auto opened = schemagate::store::SqliteStore::open({.path = folder_.file("whole")}, limits_, now_);
    ASSERT_TRUE(opened) << opened.error().message;
    Shown whole = show(**opened);
    show_messages(**opened, whole);
    opened->reset();
    ASSERT_EQ(whole.error, "");
    std::mt19937 random(1);  // NOLINT: the same bits every time
    std::vector<std::future<std::string>> outcomes;
    for (int i = 0; i < flips; ++i) {
      std::size_t bit = random() % (8 * bytes.size());
      // Every other one where a page says what it holds: few bytes, with most to lose.
      if (i % 2 == 1) bit = bit / kPageBits * kPageBits + bit % 512;
      std::string flipped = bytes;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
      outcomes.push_back(std::async(std::launch::async, [this, &whole, bit, flipped = std::move(flipped)] {
        const std::string outcome = outcome_with(flipped, whole);
        EXPECT_NE(outcome, "other") << "bit " << bit % 8 << " of byte " << bit / 8 % 4096 << " of page "
                                    << bit / 8 / 4096 + 1;
        return outcome;
      }));
      if (outcomes.size() >= kAtOnce) outcomes[outcomes.size() - kAtOnce].wait();
    }
    std::map<std::string, int> counts;
    for (auto& outcome : outcomes) ++counts[outcome.get()];
    EXPECT_GT(counts["refused"], flips / 10) << testing::PrintToString(counts);
    RecordProperty("outcomes", testing::PrintToString(counts));
  }

  static constexpr std::size_t kPageBits = 8 * 4'096;
  static constexpr std::size_t kAtOnce = 8;  // most of the time is the disk's
  static constexpr int kTasks = 30;
};

// SQLite's own check of the whole file is not made then.
TEST_F(FlippedBits, AreNoticedAfterAStopInOrder) {
  fill();
  expect_that_flips_are_noticed(300);
}

TEST_F(FlippedBits, AreNoticedAfterACrash) {
  fill();
  run_sql("UPDATE clean_stop SET totals = ''");
  expect_that_flips_are_noticed(200);
}

}  // namespace
}  // namespace schemagate
