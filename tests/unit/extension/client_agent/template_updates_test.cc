// Patches on the side of who uses them: what is taken of them, and what is not, whoever has signed it.
#include "extension/client_agent/template_updates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "negotiated_schemas.h"
#include "signed_patches.h"

namespace schemagate::client_agent {
namespace {

using a2a::JsonTree;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::chrono::sys_seconds kNow = kThursday;

// What is taken of one patch, and why it is not.
struct Taken {
  std::vector<TemplatePatch> patches;
  std::vector<std::string> refused;
};
Taken take(const std::vector<std::string>& texts, std::chrono::sys_seconds now = kNow) {
  const std::vector keys{a2a::signature::test_key("p256.pem").public_key()};
  Taken taken;
  taken.patches = read_patches(texts, {keys, "flight_booking_v1", now}, taken.refused);
  return taken;
}
Taken take_one(const JsonTree& patch) {
  return take(std::vector{a2a::dump_tree(patch)});
}
std::string refusal_of(const std::function<void(JsonTree&)>& change) {
  JsonTree patch = seat_patch();
  change(patch);
  const Taken taken = take_one(signed_patch(patch));
  EXPECT_THAT(taken.patches, IsEmpty());
  return taken.refused.empty() ? "" : taken.refused.front();
}

TEST(UpdatesCall, NamesTheTemplate) {
  const auto call = updates_call("flight_booking_v1");
  EXPECT_EQ(call.method, "get_schema_updates");
  EXPECT_EQ(call.params, R"({"schema_id":"flight_booking_v1"})");
  EXPECT_EQ(call.path, "/schemaTemplates/flight_booking_v1/patches");
}

// SD-74, SD-93
TEST(SignedPatches, AreTakenFromTheOwnerAlone) {
  const Taken good = take_one(signed_patch(seat_patch()));
  ASSERT_THAT(good.patches, SizeIs(1)) << testing::PrintToString(good.refused);
  EXPECT_EQ(good.patches[0].id, "flight_booking_v1.p1");
  EXPECT_THAT(take_one(seat_patch()).refused,
              ElementsAre("patch flight_booking_v1.p1 was not taken: it is not signed"));
  EXPECT_THAT(take_one(signed_patch(seat_patch(), "ed25519.pem")).refused,
              ElementsAre(HasSubstr("none of its signatures is of the agent's owner")));
  JsonTree altered = signed_patch(seat_patch());
  altered["new_keys"][0]["key_name"] = "card_number";
  EXPECT_THAT(take_one(altered).refused, ElementsAre(HasSubstr("none of its signatures")));
  std::vector<std::string> refused;
  const std::string text = a2a::dump_tree(signed_patch(seat_patch()));
  EXPECT_THAT(read_patches(std::span(&text, 1), {{}, "flight_booking_v1", kNow}, refused), IsEmpty());
  EXPECT_THAT(refused, ElementsAre(HasSubstr("the registry names no keys")));
}

// X-32, X-35, SD-66: what a patch may not say, signed or not.
TEST(SignedPatches, AreHeldAgainstTheRulesOfPatches) {
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch["expiration_date"] = "2026-04-29T23:59:59.000Z"; }),
              HasSubstr("it has expired"));
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch["expiration_date"] = "later"; }),
              HasSubstr("does not say when it expires"));
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch["new_keys"][0]["required"] = true; }),
              HasSubstr("seat_preference would be required"));
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch["new_keys"][0]["key_type"] = "text"; }),
              HasSubstr("seat_preference has no type"));
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch["new_keys"][0]["key_name"] = "other"; }),
              HasSubstr("a key has no proper name"));
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch["new_keys"][0]["key_name"] = "seat__row"; }),
              HasSubstr("no proper name"));
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch["new_keys"] = "all"; }), HasSubstr("is no list"));
  EXPECT_THAT(refusal_of([](JsonTree& patch) { patch.erase("patch_id"); }), HasSubstr("a patch was not"));
  EXPECT_EQ(refusal_of([](JsonTree& patch) { patch["parent_schema_id"] = "photo_retouch_v2"; }), "")
      << "of another template: nothing to tell";
  EXPECT_THAT(take({"{", "[]", "null"}).patches, IsEmpty());
}

TEST(SignedPatches, AreReadOnceAndToALimit) {
  const std::string text = a2a::dump_tree(signed_patch(seat_patch()));
  EXPECT_THAT(take({text, text}).patches, SizeIs(1));
  std::vector<std::string> many;
  for (std::size_t i = 0; i <= kPatchesMax; ++i)
    many.push_back(a2a::dump_tree(signed_patch(seat_patch("p" + std::to_string(i)))));
  EXPECT_THAT(take(many).patches, SizeIs(kPatchesMax));
  EXPECT_THAT(take({std::string(kPatchBytesMax + 1, ' ')}).patches, IsEmpty());
}

// C2, steps 2.6 and 2.7 (SD-74): the next sentence is mapped to the new key.
TEST(Adoption, GivesTheTemplateTheNewKey) {
  const NegotiatedSchema before = flight();
  std::vector<std::string> refused;
  const NegotiatedSchema after = adopt(before, take_one(signed_patch(seat_patch())).patches, refused);
  EXPECT_THAT(refused, IsEmpty());
  EXPECT_EQ(after.schema.keys.size(), before.schema.keys.size() + 1);
  const std::string sentence = "Book me a flight from Beijing to Shanghai next Monday, window seat please";
  EXPECT_EQ(member(mapped(before, sentence), "seat_preference"), "");
  const Proposal proposal = mapped(after, sentence);
  EXPECT_EQ(member(proposal, "seat_preference"), "\"window\"") << proposal.payload;
  EXPECT_TRUE(check_payload(after, proposal.payload)) << proposal.payload;
  EXPECT_FALSE(check_payload(before, proposal.payload));
  // Its use is measured: what nobody says is not filled in.
  const Proposal silent = mapped(after, "Book me a flight from Beijing to Shanghai next Monday");
  EXPECT_EQ(member(silent, "seat_preference"), "");
}

TEST(Adoption, ChangesNoTypeAndNoKeyThatIsNotThere) {
  const NegotiatedSchema before = flight();
  JsonTree narrower = seat_patch("p2");
  narrower["new_keys"][0]["key_name"] = "cabin_class";
  narrower["new_keys"][0]["key_type"] = "integer";
  JsonTree stray = seat_patch("p3");
  stray["modified_keys"] = JsonTree::array({{{"key_name", "pet"}, {"semantic_description", "A pet."}}});
  std::vector<std::string> refused;
  const Taken taken = take({a2a::dump_tree(signed_patch(narrower)), a2a::dump_tree(signed_patch(stray))});
  const NegotiatedSchema after = adopt(before, taken.patches, refused);
  EXPECT_EQ(after.json_schema, before.json_schema);
  EXPECT_THAT(refused, ElementsAre(HasSubstr("p2 was not taken: it changes the type of cabin_class"),
                                   HasSubstr("p3 was not taken: it changes pet, which")));
}

// SD-71
TEST(Adoption, TakesWhatAPatchSaysMoreOfAKey) {
  JsonTree more = seat_patch();
  more.erase("new_keys");
  more["modified_keys"] = JsonTree::array(
      {{{"key_name", "cabin_class"}, {"semantic_description", "Cabin class. Example: 'at the front'."}}});
  std::vector<std::string> refused;
  const NegotiatedSchema after = adopt(flight(), take_one(signed_patch(more)).patches, refused);
  EXPECT_EQ(after.schema.find("cabin_class")->description, "Cabin class. Example: 'at the front'.");
  EXPECT_FALSE(check_payload(after, R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04",
                                        "cabin_class":"deck"})"))
      << "its rules stay";
}

// SD-72: a patch may hold both.
TEST(Adoption, TakesNewKeysAndModifiedOnesOfOnePatch) {
  JsonTree both = seat_patch();
  both["modified_keys"] = JsonTree::array(
      {{{"key_name", "cabin_class"}, {"semantic_description", "Cabin class, as on the ticket."}}});
  std::vector<std::string> refused;
  const NegotiatedSchema after = adopt(flight(), take_one(signed_patch(both)).patches, refused);
  EXPECT_THAT(refused, IsEmpty());
  EXPECT_EQ(after.schema.find("cabin_class")->description, "Cabin class, as on the ticket.");
  EXPECT_NE(after.schema.find("seat_preference"), nullptr);
}

// X-31: both places of Figure 9.
TEST(Suggestions, AreFoundInMetadataAndInData) {
  const std::string patch = a2a::dump_tree(seat_patch());
  const std::string key = std::string(schema_interaction::kExtensionUri) + "/schema_update_suggestion";
  a2a::Task task;
  task.artifacts.push_back({.metadata = {"{\"" + key + "\":" + patch + "}"}});
  EXPECT_THAT(suggested_patches(task), ElementsAre(patch));
  a2a::Task with_data;
  with_data.artifacts.push_back(
      {.parts = {{.kind = a2a::PartKind::kData,
                  .content = R"({"booking_id":"x","schema_update_suggestion":)" + patch + "}"},
                 {.kind = a2a::PartKind::kText, .content = patch}},
       .metadata = {"{\"" + key + "\":{\"patch_id\":\"flight_booking_v1.p1\"}}"}});
  EXPECT_THAT(suggested_patches(with_data), ElementsAre(patch));
}

TEST(PatchTexts, AreThoseOfTheAnswer) {
  EXPECT_THAT(patch_texts(R"({"schema_id":"s","patches":[{"patch_id":"a"}]})").value(),
              ElementsAre(R"({"patch_id":"a"})"));
  EXPECT_FALSE(patch_texts(R"({"patches":{}})"));
  EXPECT_FALSE(patch_texts("no json"));
}

}  // namespace
}  // namespace schemagate::client_agent
