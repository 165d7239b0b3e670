// What is taken out of an agent's output, and that nothing else changes.
#include "gateway/access/hidden_fields.h"

#include <gmock/gmock.h>

namespace schemagate::access {
namespace {

using a2a::PartKind;
using testing::HasSubstr;
using testing::Not;

HiddenFields masked(const std::string& pointer) {
  return {std::make_shared<const HiddenField>(HiddenField{.pointer = pointer, .visible_to = {"clerk"}})};
}
HiddenFields dropped(const std::string& pointer) {
  return {std::make_shared<const HiddenField>(HiddenField{.pointer = pointer, .drop = true})};
}
a2a::Part data(std::string content) {
  return {.kind = PartKind::kData, .content = std::move(content)};
}

TEST(HiddenFields, AreThoseThatNoRoleOfTheCallerSees) {
  const HiddenFields fields = masked("/a");
  EXPECT_TRUE(hidden_from({.roles = {"x", "clerk"}}, fields).empty());
  EXPECT_EQ(hidden_from({.roles = {"x"}}, fields).size(), 1U);
  EXPECT_EQ(hidden_from({}, fields).size(), 1U);
  EXPECT_EQ(name_of({}), "");
  EXPECT_EQ(name_of(fields), R"(["/a"])");
}

TEST(HiddenFields, AreMaskedOrDropped) {
  EXPECT_EQ(without_hidden(R"({"a":1,"b":2})", masked("/a")), R"({"a":"***","b":2})");
  EXPECT_EQ(without_hidden(R"({"a":1,"b":2})", dropped("/a")), R"({"b":2})");
  EXPECT_EQ(without_hidden(R"({"b":2,"a":1})", dropped("/a")), R"({"b":2})");
  EXPECT_EQ(without_hidden(R"({"a":1})", dropped("/a")), "{}");
  EXPECT_EQ(without_hidden(R"({"a":{"b":{"c":1},"d":2}})", masked("/a/b")), R"({"a":{"b":"***","d":2}})");
}

TEST(HiddenFields, EverythingElseKeepsItsText) {
  EXPECT_EQ(without_hidden(R"({ "x" : 1.50000000000000000001e2 , "y":[1, 2 ], "a":0})", masked("/a")),
            R"({"x":1.50000000000000000001e2,"y":[1, 2 ],"a":"***"})");
  EXPECT_EQ(without_hidden(R"({"b":1})", masked("/a")), std::nullopt) << "nothing to hide";
  EXPECT_EQ(without_hidden(R"({"a":1})", masked("/a/b")), std::nullopt);
  EXPECT_EQ(without_hidden(R"({"a":1})", {}), std::nullopt);
  EXPECT_EQ(without_hidden("no JSON", masked("/a")), std::nullopt);
}

TEST(HiddenFields, AreFoundInArraysByIndexAndByTheStar) {
  EXPECT_EQ(without_hidden(R"([{"n":1},{"n":2}])", masked("/1/n")), R"([{"n":1},{"n":"***"}])");
  EXPECT_EQ(without_hidden(R"({"p":[{"n":1,"m":0},{"n":2}]})", dropped("/p/*/n")), R"({"p":[{"m":0},{}]})");
  EXPECT_EQ(without_hidden(R"({"a":{"n":1},"b":{"n":2}})", masked("/*/n")),
            R"({"a":{"n":"***"},"b":{"n":"***"}})");
  EXPECT_EQ(without_hidden("[1,2]", dropped("/0")), R"(["***",2])") << "an element keeps its place";
}

TEST(HiddenFields, AreFoundHoweverTheirNamesAreWritten) {
  EXPECT_EQ(without_hidden(R"({"\u0061":1})", masked("/a")), R"({"a":"***"})");
  EXPECT_EQ(without_hidden(R"({"a/b":1,"c~d":2})", masked("/a~1b")), R"({"a/b":"***","c~d":2})");
}

// Data of a model that has put its JSON in quotes once more.
TEST(HiddenFields, AreFoundInAStringThatIsJson) {
  EXPECT_EQ(without_hidden(R"("{\"a\":1,\"b\":2}")", masked("/a")), R"("{\"a\":\"***\",\"b\":2}")");
  EXPECT_EQ(without_hidden(R"("{\"b\":2}")", masked("/a")), std::nullopt);
  EXPECT_EQ(without_hidden(R"("a")", masked("/a")), std::nullopt);
}

TEST(HiddenFields, SeveralOfThemAreTakenOutAtOnce) {
  HiddenFields both = masked("/a");
  both.push_back(dropped("/b/c").front());
  both.push_back(dropped("/a").front());
  EXPECT_EQ(without_hidden(R"({"a":1,"b":{"c":2,"d":3}})", both), R"({"b":{"d":3}})")
      << "dropping is stronger";
}

TEST(HiddenFields, AreFoundInATextThatComesInSeveralParts) {
  const auto shown = [](std::vector<std::string> texts) {
    a2a::Message message;
    for (std::string& each : texts) message.parts.push_back({.content = std::move(each)});
    hide(message, masked("/a"));
    std::vector<std::string> parts;
    for (const a2a::Part& each : message.parts) parts.push_back(each.content);
    return parts;
  };
  using testing::ElementsAre;
  EXPECT_THAT(shown({"Here:", R"({"b":[1],"a)", R"(":")", R"(7"})", "Bye"}),
              ElementsAre("Here:", R"({"b":[1],"a":"***"})", "Bye"));
  EXPECT_THAT(shown({R"({"a":")", "7"}), ElementsAre(R"("***")")) << "it never ends";
  EXPECT_THAT(shown({R"({"b":"{"})", R"({"a":7})"}), ElementsAre(R"({"b":"{"})", R"({"a":"***"})"));
}

TEST(HiddenFields, AreTakenOutOfEveryPartOfATask) {
  a2a::Task task;
  task.artifacts.push_back({.parts = {data(R"({"a":1})"), {.content = "a"}}});
  task.history.push_back({.parts = {data(R"({"a":2})")}});
  task.status.message = a2a::Message{.parts = {data(R"({"a":3})")}};
  hide(task, masked("/a"));
  EXPECT_EQ(task.artifacts[0].parts[0].content, R"({"a":"***"})");
  EXPECT_EQ(task.artifacts[0].parts[1].content, "a");
  EXPECT_EQ(task.history[0].parts[0].content, R"({"a":"***"})");
  EXPECT_EQ(task.status.message->parts[0].content, R"({"a":"***"})");
}

TEST(HiddenFields, AreTakenOutOfEveryKindOfEvent) {
  a2a::Task task;
  task.history.push_back({.parts = {data(R"({"a":1})")}});
  a2a::TaskStatusUpdate status;
  status.status.message = a2a::Message{.parts = {data(R"({"a":1})")}};
  for (a2a::StreamEvent event :
       {a2a::StreamEvent(task), a2a::StreamEvent(a2a::Message{.parts = {data(R"({"a":1})")}}),
        a2a::StreamEvent(status),
        a2a::StreamEvent(a2a::TaskArtifactUpdate{.artifact = {.parts = {data(R"({"a":1})")}}})}) {
    const a2a::StreamEvent before = event;
    hide(event, masked("/a"));
    EXPECT_FALSE(event == before) << event.index();
  }
}

// Who accepts no JSON gets data as text.
TEST(HiddenFields, AreTakenOutOfATextThatIsJson) {
  a2a::Message message{.parts = {{.content = " {\"a\":1}"}, {.content = "a 1"}, {.content = "\"a\""}}};
  hide(message, masked("/a"));
  EXPECT_EQ(message.parts[0].content, R"({"a":"***"})");
  EXPECT_EQ(message.parts[1].content, "a 1");
  EXPECT_EQ(message.parts[2].content, "\"a\"");
}

// Others read it: a browser, Python's json, JSON5.
TEST(HiddenFields, ATextThatBeginsLikeJsonAndCannotBeReadIsHiddenWhole) {
  for (const char* text :
       {"\xEF\xBB\xBF{\"a\":1}", " \xEF\xBB\xBF\n{\"a\":1}", R"({"b":1,"a":2,"a":3})", R"({"a":NaN})",
        R"([{"a":"\ud800"}])", "{a: 1}", R"({"a":1} and more)", R"({"a":1)"}) {
    a2a::Message message{.parts = {{.content = text}}};
    hide(message, masked("/a"));
    EXPECT_EQ(message.parts[0].content, "\"***\"") << text;
    EXPECT_THAT(message.parts[0].metadata.text, HasSubstr("hiddenFields")) << text;
    a2a::Message shown{.parts = {{.content = text}}};
    hide(shown, {});
    EXPECT_EQ(shown.parts[0].content, text) << "who may see the field sees the text";
  }
}

TEST(HiddenFields, APartWithSomethingHiddenKeepsNoLabel) {
  const std::string label = "application/json;schema=x";
  a2a::Part labelled = data(R"({"a":1})");
  labelled.media_type = labelled.metadata_mime_type = label;
  labelled.metadata = {R"({"mimeType":")" + label + R"(","k":1})"};
  a2a::Message message{.parts = {labelled, labelled}};
  message.parts[1].content = R"({"b":1})";
  hide(message, masked("/a"));
  EXPECT_EQ(message.parts[0].media_type, "application/json");
  EXPECT_THAT(message.parts[0].metadata.text, Not(HasSubstr("schema=x")));
  EXPECT_THAT(message.parts[0].metadata.text,
              HasSubstr(R"("https://schemagate.dev/v1/hiddenFields":["/a"])"));
  EXPECT_EQ(message.parts[1].media_type, label) << "nothing was hidden there";
}

}  // namespace
}  // namespace schemagate::access
