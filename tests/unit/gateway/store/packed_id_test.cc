#include "gateway/store/packed_id.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate {

namespace {

using schemagate::store::PackedId;

TEST(PackedId, GivesBackTheTextThatItWasMadeOf) {
  for (const std::string id :
       {"", "t", "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9", "0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F9",
        "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f", "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9x",
        "0f1e2d3c+4b5a-4978-8695-a4b3c2d1e0f9", "0f1e2d3c-4b5a+4978-8695-a4b3c2d1e0f9",
        "0f1e2d3c-4b5a-4978+8695-a4b3c2d1e0f9", "0f1e2d3c-4b5a-4978-8695+a4b3c2d1e0f9",
        "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0fg", "------------------------------------"}) {
    EXPECT_EQ(PackedId(id).text(), id);
    EXPECT_EQ(PackedId(id), PackedId(id));
  }
  EXPECT_EQ(PackedId(std::string("a\0b", 3)).text(), std::string("a\0b", 3));
}

TEST(PackedId, TellsIdsApart) {
  const PackedId uuid("0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9");
  EXPECT_FALSE(uuid == PackedId("0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f8"));
  EXPECT_FALSE(uuid == PackedId("0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F9")) << "ids are exact";
  EXPECT_FALSE(uuid == PackedId("\x0f\x1e\x2d\x3c\x4b\x5a\x49\x78\x86\x95\xa4\xb3\xc2\xd1\xe0\xf9"))
      << "a text of the same bytes";
  EXPECT_FALSE(PackedId("") == PackedId("t"));
}

TEST(PackedId, TakesNoMoreThanItShould) {
  EXPECT_LE(sizeof(PackedId), 24U);
}

}  // namespace

}  // namespace schemagate
