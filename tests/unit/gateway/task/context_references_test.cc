#include "gateway/task/context_references.h"

#include <gtest/gtest.h>

#include "gateway/store/memory_store.h"
#include "tests/unit/gateway/task/fake_core.h"

namespace schemagate {
namespace {

using agent_context::ReferenceFault;
using enum agent_context::ReferenceUse;
using std::chrono::minutes;
using std::chrono::seconds;

class References : public testing::Test {
 protected:
  static ContextStoreConfig config_of_store() {
    ContextStoreConfig config;
    EXPECT_TRUE(config.keys.add({"k1", std::string(32, 'k')}));
    config.enabled = true;
    config.readers = {{"rx", reader_.owner}, {"other", authenticated("key", {.subject = "o"}).owner}};
    return config;
  }
  std::string keep(std::string content, seconds call_time = {}) {
    return *contexts_.keep({.run = "4f1d",
                            .id = "4f1d-3",
                            .audience = "rx",
                            .content = std::move(content),
                            .call_time = call_time});
  }
  std::string fault_of(const std::string& target, const Principal& caller) {
    const auto checked = contexts_.check(target, caller, kRead);
    return checked ? "" : std::string(name(checked.error()));
  }
  static std::string target_of(const std::string& uri) { return uri.substr(uri.find("/contexts/")); }

  static inline const Principal reader_ = authenticated("key", {.subject = "rx"});
  const ContextStoreConfig config_ = config_of_store();
  store::MemoryStore store_{store::StoreLimits()};
  FakeClock clock_;
  const ContextReferences contexts_{config_, "https://gw.example", store_, clock_};
};

// AC-51, AC-53
TEST_F(References, OpenForTheReaderThatTheyNameAlone) {
  const std::string uri = keep("pages");
  ASSERT_TRUE(uri.starts_with("https://gw.example/contexts/4f1d-3?aud=rx&"));
  const auto reference = contexts_.check(target_of(uri), reader_, kRead);
  ASSERT_TRUE(reference);
  EXPECT_EQ((*contexts_.read(*reference).wait())->content, "pages");
  EXPECT_EQ(fault_of(target_of(uri), authenticated("key", {.subject = "o"})), "wrong_audience");
  EXPECT_EQ(fault_of(target_of(uri), authenticated("other", {.subject = "rx"})), "wrong_audience");
  EXPECT_EQ(fault_of(target_of(uri), Principal()), "wrong_audience");
}

// AC-52
TEST_F(References, LiveAsLongAsIsConfiguredAndACallTakes) {
  const std::string uri = target_of(keep("pages"));
  clock_.advance(minutes(15));
  EXPECT_EQ(fault_of(uri, reader_), "");
  clock_.advance(minutes(2));
  EXPECT_EQ(fault_of(uri, reader_), "expired");
  EXPECT_EQ(fault_of(uri, authenticated("key", {.subject = "o"})), "wrong_audience") << "and learns nothing";
  const std::string longer = target_of(keep("pages", minutes(60)));
  clock_.advance(minutes(60));
  EXPECT_EQ(fault_of(longer, reader_), "");
}

// AC-52
TEST_F(References, LeadNowhereOnceTheSubtaskOrTheRunHasEnded) {
  const auto reference = *contexts_.check(target_of(keep("pages")), reader_, kRead);
  contexts_.revoke("4f1d-3");
  EXPECT_FALSE(contexts_.read(reference).wait()->has_value());
  (void)keep("pages");
  contexts_.purge("4f1d");
  EXPECT_FALSE(contexts_.read(reference).wait()->has_value());
}

TEST_F(References, ForWritingAreForThatAloneAndOnce) {
  using Filled = store::RecordStore::Filled;
  const std::string uri =
      *contexts_.keep_place({.run = "4f1d", .id = "4f1d-3", .audience = "rx", .content = {}});
  EXPECT_EQ(fault_of(target_of(uri), reader_), "malformed") << "nothing to read";
  const auto reference = contexts_.check(target_of(uri), reader_, kWrite);
  ASSERT_TRUE(reference);
  EXPECT_EQ(contexts_.write(*reference, "{}"), Filled::kFilled);
  EXPECT_EQ(contexts_.write(*reference, "{}"), Filled::kAlready);
  EXPECT_FALSE(contexts_.check(target_of(uri), authenticated("key", {.subject = "o"}), kWrite));
  EXPECT_FALSE(contexts_.check(target_of(keep("pages")), reader_, kWrite));
  const std::string read =
      *contexts_.refer_to_output("4f1d-3", "other", agent_context::content_digest("{}"), {});
  const auto others = contexts_.check(target_of(read), authenticated("key", {.subject = "o"}), kRead);
  ASSERT_TRUE(others);
  EXPECT_EQ((*contexts_.read(*others).wait())->content, "{}");
}

// AC-52: what is sent late has a reference that is good then, and what was put in the place stays.
TEST_F(References, AreOutwornBeforeTheirTimeIsOver) {
  const std::string uri = keep("pages");
  EXPECT_FALSE(contexts_.needs_renewal(uri, {}));
  EXPECT_TRUE(contexts_.needs_renewal(uri, minutes(60))) << "too short for such a call";
  clock_.advance(minutes(7));
  EXPECT_FALSE(contexts_.needs_renewal(uri, {}));
  clock_.advance(minutes(1));
  EXPECT_TRUE(contexts_.needs_renewal(uri, {}));
  EXPECT_TRUE(contexts_.needs_renewal(uri + "x", {}));
}

TEST_F(References, WhatAnAgentGivesOutlivesItsReferences) {
  const std::string uri =
      *contexts_.keep_place({.run = "4f1d", .id = "4f1d-3", .audience = "rx", .content = {}});
  const auto place = contexts_.check(target_of(uri), reader_, kWrite);
  ASSERT_EQ(contexts_.write(*place, "{}"), store::RecordStore::Filled::kFilled);
  clock_.advance(std::chrono::days(20));
  EXPECT_EQ(contexts_.check(target_of(uri), reader_, kWrite).error(), ReferenceFault::kExpired);
  const std::string again = *contexts_.refer_to_place("4f1d-3", "rx", {});
  EXPECT_EQ(contexts_.write(*contexts_.check(target_of(again), reader_, kWrite), "[]"),
            store::RecordStore::Filled::kAlready);
  const std::string read =
      *contexts_.refer_to_output("4f1d-3", "rx", agent_context::content_digest("{}"), {});
  EXPECT_EQ((*contexts_.read(*contexts_.check(target_of(read), reader_, kRead)).wait())->content, "{}");
}

// AC-51: in the agent's place the gateway reads for the run that was meant to tell it.
TEST_F(References, AreHandedToAPlainAgentByTheirOwnRunAlone) {
  const std::string uri = keep("pages");
  EXPECT_TRUE(contexts_.is_own(uri));
  EXPECT_FALSE(contexts_.is_own("https://gw.example.evil/contexts/4f1d-3"));
  EXPECT_TRUE(contexts_.check_handed(uri, "rx", store::run_owner("4f1d", "5:alice")));
  for (const auto& owner : {store::run_owner("4f1e", "4f1d"), store::run_owner("", "4f1d"),
                            std::string("plan/4f1d-/x"), std::string("anonymous"), reader_.owner})
    EXPECT_EQ(contexts_.check_handed(uri, "rx", owner).error(), ReferenceFault::kWrongAudience) << owner;
  EXPECT_EQ(contexts_.check_handed(uri, "other", store::run_owner("4f1d", "5:alice")).error(),
            ReferenceFault::kWrongAudience);
}

}  // namespace
}  // namespace schemagate
