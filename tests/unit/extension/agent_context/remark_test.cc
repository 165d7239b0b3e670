#include "extension/agent_context/remark.h"

#include <gmock/gmock.h>

#include <set>
#include <utility>

#include "extension/agent_context/run_event.h"

namespace schemagate::agent_context {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(RemarkText, SaysTheKindAndIsReadBack) {
  std::set<std::string_view> names;
  for (int i = 0; i <= std::to_underlying(RemarkKind::kOther); ++i) {
    const Remark remark{static_cast<RemarkKind>(i), "a: b"};
    names.insert(name(remark.kind));
    EXPECT_EQ(read_remark(text_of(remark)), remark) << text_of(remark);
  }
  EXPECT_EQ(names.size(), std::to_underlying(RemarkKind::kOther) + 1U);
  EXPECT_EQ(text_of({RemarkKind::kNoData, "x"}), "no_data: x");
}

TEST(RemarkText, OfAnotherReleaseStaysAsItIs) {
  for (const std::string text : {"of_a_later_release: x", "no_data", "", ": x"}) {
    EXPECT_EQ(read_remark(text), (Remark{RemarkKind::kOther, text}));
    EXPECT_EQ(text_of(read_remark(text)), text);
  }
}

TEST(RemarkText, IsWhatAJournalHolds) {
  CallEnded ended{.call = {}, .outcome = CallOutcome::kAnswered, .text = {}, .results = {}, .remarks = {}};
  ended.remarks = {{RemarkKind::kOutputCut, "item a: 1 of 2 bytes are kept"}};
  const std::string line = write_event({.time = 0, .body = ended});
  EXPECT_THAT(line, HasSubstr(R"("remarks":["output_cut: item a: 1 of 2 bytes are kept"])"));
  const auto read = read_event(line);
  ASSERT_TRUE(read);
  EXPECT_THAT(std::get<CallEnded>(read->body).remarks, ElementsAre(ended.remarks.front()));
}

}  // namespace
}  // namespace schemagate::agent_context
