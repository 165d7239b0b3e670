#include "a2a/model/extensions.h"

#include <gmock/gmock.h>

namespace schemagate::a2a {
namespace {

TEST(Extensions, AreNamedOnceInTheOrderInWhichTheyCame) {
  std::vector<std::string> extensions;
  for (const char* uri : {"b", "a", "b"}) add_extension(extensions, uri);
  EXPECT_THAT(extensions, testing::ElementsAre("b", "a"));
}

}  // namespace
}  // namespace schemagate::a2a
