#include "extension/object_schemas/label.h"

#include <gtest/gtest.h>

#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

// OS-13, OS-35: both carriers, the same string.
TEST(Label, IsSetOnBothCarriers) {
  a2a::Part part = data_part("{}");
  part.metadata.text = R"({"n":1.0,"mediaType":"application/json;schema=old"})";
  set_label(part, "x");
  EXPECT_EQ(part.media_type, "application/json;schema=x");
  EXPECT_EQ(part.metadata_mime_type, part.media_type);
  EXPECT_EQ(part.metadata.text, R"({"n":1.0,"mimeType":"application/json;schema=x"})");
}

TEST(Label, IsClearedFromEveryCarrier) {
  a2a::Part part = flagged("x", "{}");
  part.metadata = a2a::with_member(part.metadata, "mediaType", R"("application/json;schema=x")");
  clear_label(part);
  EXPECT_TRUE(part.metadata.empty());
  EXPECT_EQ(part.metadata_mime_type, "");
  EXPECT_EQ(part.media_type, "application/json");
}

TEST(Label, LeavesUnlabelledPartsAlone) {
  a2a::Part part = data_part_of_type("text/markdown", "{}");
  part.media_type = "text/markdown";
  const a2a::Part before = part;
  clear_label(part);
  EXPECT_EQ(part, before);
}

// A malformed carrier or two names are no label to follow.
TEST(Label, IsMalformedWhenItsCarriersDisagree) {
  a2a::Part part = flagged("x", "{}");
  part.media_type = "application/json;schema=y";
  EXPECT_TRUE(std::holds_alternative<MalformedFlag>(label_of(part).flag));
  part.media_type = "application/json;schema=";
  EXPECT_TRUE(std::holds_alternative<MalformedFlag>(label_of(part).flag));
}

}  // namespace
}  // namespace schemagate::object_schemas
