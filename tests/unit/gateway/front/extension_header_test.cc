#include "gateway/front/extension_header.h"

#include <gmock/gmock.h>

#include "extension/object_schemas/mode.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate {
namespace {

using a2a::wire::Version;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kOurs(object_schemas::kExtensionUri);

RequestedExtensions read(const std::string& value, bool declared = true,
                         const std::string& name = "A2A-Extensions") {
  net::HttpRequest request;
  request.headers.push_back({name, value});
  return requested_extensions(request, {.object_schemas = declared});
}

TEST(RequestedExtensions, AreReadUnderBothNames) {
  EXPECT_TRUE(read(kOurs).object_schemas);
  EXPECT_TRUE(read(kOurs, true, "X-A2A-Extensions").object_schemas);
  EXPECT_TRUE(read(kOurs, true, "a2a-extensions").object_schemas);
  EXPECT_FALSE(read(kOurs, true, "Extensions").object_schemas);
}

TEST(RequestedExtensions, OS1OursIsTheExactAddressOfADeclaringAgent) {
  EXPECT_FALSE(read(kOurs, false).object_schemas);
  EXPECT_FALSE(read(kOurs.substr(0, kOurs.size() - 1) + "2").object_schemas);
  EXPECT_FALSE(read(kOurs + "/").object_schemas);
  EXPECT_THAT(read(kOurs).others, IsEmpty());
}

TEST(RequestedExtensions, OursIsForTheAgentWhereWeAddNoSchemas) {
  EXPECT_THAT(read("urn:x," + kOurs, false).others, ElementsAre("urn:x", kOurs));
}

TEST(RequestedExtensions, TheOthersAreForTheAgent) {
  const RequestedExtensions requested = read(" https://a.example/v1 ,\t" + kOurs + ",, urn:x:y,");
  EXPECT_TRUE(requested.object_schemas);
  EXPECT_THAT(requested.others, ElementsAre("https://a.example/v1", "urn:x:y"));
}

TEST(RequestedExtensions, AreBoundedAndVisible) {
  EXPECT_THAT(read("with blank,caf\xc3\xa9,del\x7f,\x01").others, IsEmpty());
  EXPECT_THAT(read(std::string(512, 'x')).others, SizeIs(1));
  EXPECT_THAT(read(std::string(513, 'x')).others, IsEmpty());
  std::string many;
  for (int i = 0; i < 100; ++i) many += "urn:" + std::to_string(i) + ",";
  EXPECT_THAT(read(many).others, SizeIs(16));
  EXPECT_TRUE(read(many + kOurs).object_schemas) << "ours does not count";
}

// each of ours where it is declared, and for the agent where it is not.
TEST(RequestedExtensions, TellBothOfOursApart) {
  const std::string interaction(schema_interaction::kExtensionUri);
  net::HttpRequest request;
  request.headers.push_back({"A2A-Extensions", kOurs + "," + interaction});
  const auto both = requested_extensions(request, {.object_schemas = true, .schema_interaction = true});
  EXPECT_TRUE(both.object_schemas && both.schema_interaction);
  net::HttpResponse answer;
  add_activation(answer, both, Version::kV1_0);
  EXPECT_EQ(answer.headers.at(0).value, kOurs + ", " + interaction);
  const auto one = requested_extensions(request, {.object_schemas = true});
  EXPECT_FALSE(one.schema_interaction);
  EXPECT_THAT(one.others, ElementsAre(interaction));
}

TEST(Activation, IsEchoedInTheWordsOfTheVersion) {
  for (const auto& [version, name] :
       {std::pair{Version::kV1_0, "A2A-Extensions"}, std::pair{Version::kV0_3, "X-A2A-Extensions"}}) {
    net::HttpResponse answer;
    add_activation(answer, read(kOurs + ",urn:x"), version);
    ASSERT_THAT(answer.headers, SizeIs(1));
    EXPECT_EQ(answer.headers[0].name, name);
    EXPECT_EQ(answer.headers[0].value, kOurs);
  }
  net::HttpResponse answer;
  add_activation(answer, read("urn:x"), Version::kV1_0);
  EXPECT_THAT(answer.headers, IsEmpty());
}

}  // namespace
}  // namespace schemagate
