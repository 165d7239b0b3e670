// Recorded payloads held against a candidate: how many it would refuse, which, and why.
#include "gateway/cli/whatif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"
#include "gateway/store/ledger_scan.h"
#include "gateway/store/sqlite_store.h"
#include "streams.h"
#include "tests/unit/gateway/store/temporary_folder.h"

namespace schemagate::cli {
namespace {

using a2a::JsonTree;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr auto kFlight = SCHEMAGATE_SOURCE_DIR "/agent_cards/flight/templates/flight_booking_v1.json";
const std::string kPayload =
    R"({"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","cabin_class":"business"})";

JsonTree flight_template() {
  Streams streams;
  std::ostringstream text;
  text << std::ifstream(kFlight).rdbuf();
  return a2a::parse_tree(text.str()).value();
}

struct Told {
  int code;
  std::string out;
  std::string err;
};
Told tell(const WhatIfOptions& options) {
  Streams streams;
  const int code = what_if(options, streams.console);
  return {code, streams.out.str(), streams.err.str()};
}

// A line of each kind that a file may have.
std::string recorded() {
  return R"({"schema_id":"flight_booking_v1","payload":)" + kPayload + "}\n" +
         R"({"ts":1,"scenario":"flight_booking","client":"c","payload":)" + kPayload + "}\n" + kPayload +
         "\n" + R"({"ts":1,"scenario":"flight_booking","client":"c","text":"window seat"})" + "\n" +
         R"({"schema_id":"photo_retouch_v2","payload":{"x":1}})" + "\n\nno json\n" +
         R"({"payload":{"origin":"PEK"}})" + "\n";
}

TEST(WhatIf, NothingChangesWhereTheCandidateIsWhatIsInForce) {
  const Told told = tell({.schema = kFlight, .base = kFlight, .traffic = write_file("t.jsonl", recorded())});
  EXPECT_EQ(told.code, kDone) << told.err;
  EXPECT_EQ(
      told.out,
      "4 payloads, 0 would be refused that are taken now, 1 are refused now, too; 1 of other schemas; 1 "
      "lines are no payload\n");
}

TEST(WhatIf, SaysWhichPayloadsWouldBreakAndWhy) {
  JsonTree narrower = flight_template();
  narrower["keys"][3]["constraints"]["enum"] = {"economy", "first"};
  narrower["keys"][3]["default_value"] = "economy";
  const std::string candidate = write_file("narrower.json", a2a::dump_tree(narrower));
  const std::string traffic = write_file("t.jsonl", recorded());
  const Told told = tell({.schema = candidate, .base = kFlight, .traffic = traffic});
  EXPECT_EQ(told.code, kRefused) << told.err;
  EXPECT_THAT(told.out, HasSubstr("4 payloads, 3 would be refused that are taken now, 1 are refused now"));
  EXPECT_THAT(told.out,
              HasSubstr("  3  /cabin_class: enum [\"economy\",\"first\"]  (line 1, line 2, line 3)\n"));
  EXPECT_THAT(told.out, Not(HasSubstr("business"))) << "no words of users";
  const Told json = tell({.schema = candidate, .traffic = traffic, .output = Output::kJson});
  const JsonTree tree = a2a::parse_tree(json.out).value();
  EXPECT_EQ(tree["would_be_refused"], 4) << "without a base nothing is known to be refused now";
  EXPECT_EQ(tree["of_other_schemas"], 1);
  EXPECT_EQ(tree["unread"], 1);
}

TEST(WhatIf, ARequiredKeyBreaksWhatDoesNotHaveIt) {
  JsonTree stricter = flight_template();
  stricter["keys"][4]["required"] = true;
  stricter["keys"][4].erase("default_value");
  const Told told = tell({.schema = write_file("stricter.json", a2a::dump_tree(stricter)),
                          .base = kFlight,
                          .traffic = write_file("t.jsonl", recorded())});
  EXPECT_THAT(told.out, HasSubstr("  3  /passenger_count: is required  (line 1"));
}

// SD-66: a patch breaks nothing, and one that would is none.
TEST(WhatIf, APatchIsLaidOverItsBase) {
  const std::string traffic = write_file("t.jsonl", recorded());
  const auto patched = [&](const char* keys) {
    return tell({.schema = write_file("p.json", std::string(R"({"patch_id":"p","new_keys":[)") + keys + "]}"),
                 .base = kFlight,
                 .traffic = traffic});
  };
  EXPECT_EQ(patched(R"({"key_name":"seat_preference","key_type":"string","required":false})").code, kDone);
  EXPECT_THAT(patched(R"({"key_name":"origin","key_type":"integer"})").err,
              HasSubstr("it changes the type of origin"));
  EXPECT_THAT(patched(R"({"key_name":"seat","key_type":"string","required":true})").err,
              HasSubstr("seat would be required"));
  const Told alone = tell({.schema = write_file("p.json", R"({"new_keys":[]})"), .traffic = traffic});
  EXPECT_EQ(alone.code, kUsage);
  EXPECT_THAT(alone.err, HasSubstr("a patch needs --base"));
}

// What no client would lay over its template is no candidate.
TEST(WhatIf, APatchThatClientsRefuseIsRefused) {
  const std::string traffic = write_file("t.jsonl", recorded());
  const auto refusal = [&traffic](const std::string& patch) {
    const Told told = tell({.schema = write_file("p.json", patch), .base = kFlight, .traffic = traffic});
    EXPECT_EQ(told.code, kUsage) << patch;
    return told.err;
  };
  const auto of_key = [&refusal](const std::string& name, const std::string& more) {
    return refusal(R"({"new_keys":[{"key_name":")" + name + "\"" + more + "}]}");
  };
  const std::string text = R"(,"key_type":"string")";
  for (const std::string name : {"other", "seat__row", "seat_", "Seat", "s eat", ""})
    EXPECT_THAT(of_key(name, text), HasSubstr("a key has no proper name")) << name;
  EXPECT_THAT(of_key(std::string(65, 's'), text), HasSubstr("a key has no proper name"));
  EXPECT_THAT(of_key("seat", text + R"(,"required":"yes")"), HasSubstr("seat would be required"));
  EXPECT_THAT(of_key("seat", R"(,"key_type":"null")"), HasSubstr("seat has no type"));
  EXPECT_THAT(refusal(R"({"new_keys":"all"})"), HasSubstr("new_keys is no list"));
  EXPECT_THAT(refusal(R"({"modified_keys":[{"key_name":"seat"}]})"),
              HasSubstr("it changes seat, which the template does not have"));
  EXPECT_THAT(refusal(R"({"parent_schema_id":"hotel_v1","new_keys":[]})"),
              HasSubstr("is a patch of hotel_v1, and --base is flight_booking_v1"));
  std::string many = R"({"key_name":"k","key_type":"string"})";
  for (int i = 0; i < 16; ++i) many += R"(,{"key_name":"k)" + std::to_string(i) + R"(","key_type":"string"})";
  EXPECT_THAT(refusal(R"({"new_keys":[)" + many + "]}"), HasSubstr("new_keys is too long"));
}

TEST(WhatIf, AJsonSchemaIsHeldAgainstPayloadsOfItsLabel) {
  const std::string schema = write_file("s.json", R"({"type":"object","required":["z"]})");
  const std::string traffic = write_file("t.jsonl", recorded());
  const Told told = tell({.schema = schema, .traffic = traffic, .of = {"photo_retouch_v2"}});
  EXPECT_THAT(told.out, HasSubstr("would be refused that are taken now; 2 of other schemas"));
  EXPECT_THAT(told.out, HasSubstr("/z: is required"));
}

TEST(WhatIf, FilesThatCannotBeUsedAreNamed) {
  const std::string traffic = write_file("t.jsonl", recorded());
  EXPECT_EQ(tell({.schema = "/nowhere.json", .traffic = traffic}).code, kUsage);
  EXPECT_EQ(tell({.schema = kFlight, .traffic = "/nowhere.jsonl"}).code, kUsage);
  EXPECT_THAT(tell({.schema = kFlight}).err, HasSubstr("give --traffic"));
  EXPECT_THAT(tell({.schema = write_file("s.json", R"({"type":7})"), .traffic = traffic}).err,
              HasSubstr("s.json: "));
  EXPECT_EQ(tell({.schema = kFlight, .traffic = traffic, .config = "/nowhere.yaml"}).code, kUsage);
}

// A task whose client has sent that data part.
void put_task(store::SqliteStore& store, const std::string& id, const std::string& data,
              const std::string& media_type) {
  store::NewTask made;
  made.task.id = id;
  made.task.context_id = "c";
  made.task.status.state = a2a::TaskState::kWorking;
  made.task.history.push_back(
      {.message_id = "m-" + id,
       .role = a2a::Role::kUser,
       .parts = {{.kind = a2a::PartKind::kData, .content = data, .media_type = media_type}}});
  ASSERT_TRUE(store.create({"flight", "alice"}, std::move(made), {}));
}

TEST(WhatIf, ReadsALedgerAndLeavesItAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("gateway.ledger");
  const std::vector<store::LedgerKey> keys{{"k", std::vector<std::uint8_t>(32, 7)}};
  auto opened = store::SqliteStore::open({.path = path, .keys = keys}, {}, {});
  ASSERT_TRUE(opened) << opened.error().message;
  store::SqliteStore& store = **opened;
  put_task(store, "t-1", R"({"schema_id":"flight_booking_v1","payload":)" + kPayload + "}",
           "application/json");
  put_task(store, "t-2", R"({"a":1})", "application/json;schema=fight");
  put_task(store, "t-3", R"({"a":1})", "application/json");
  ASSERT_TRUE(store.durable(store.written()).wait());
  // As the gateway runs: the file is in use.
  std::vector<std::string> seen;
  const auto scanned = store::scan_ledger(path, keys, [&seen](const store::TaskContent& content) {
    seen.push_back(content.task.id + " " + std::to_string(content.task.history.size()));
    return true;
  });
  EXPECT_TRUE(scanned) << scanned.error().message;
  EXPECT_THAT(seen, testing::ElementsAre("t-1 1", "t-2 1", "t-3 1"));
  EXPECT_FALSE(store::scan_ledger(path, {}, [](const auto&) { return true; })) << "without its key";
  store.close();
  const auto before = std::filesystem::last_write_time(path);
  EXPECT_EQ(tell({.schema = kFlight, .traffic = path}).code, kUsage) << "sealed, and no key is named";
  EXPECT_EQ(std::filesystem::last_write_time(path), before);
}

TEST(WhatIf, ReadsTheLedgerOfAConfiguration) {
  const TemporaryFolder folder;
  const std::string key(64, 'a');
  std::ofstream(folder.file("k.key")) << key;
  std::ofstream(folder.file("gateway.yaml"))
      << "listen: 127.0.0.1:8080\nledger: {path: the.ledger, keys: {k: k.key}}\n"
         "agents: {a: {upstream: {url: \"http://127.0.0.1:9\"}}}\n";
  const std::vector<store::LedgerKey> keys{{"k", std::vector<std::uint8_t>(32, 0xaa)}};
  {
    auto store = store::SqliteStore::open({.path = folder.file("the.ledger"), .keys = keys}, {}, {});
    ASSERT_TRUE(store) << store.error().message;
    put_task(**store, "t-1", R"({"schema_id":"flight_booking_v1","payload":{"origin":7}})",
             "application/json");
    put_task(**store, "t-2", R"({"a":1})", "application/json;schema=fight");
  }
  const Told told = tell({.schema = kFlight, .config = folder.file("gateway.yaml")});
  EXPECT_EQ(told.code, kRefused) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("1 payloads, 1 would be refused"), HasSubstr("1 of other schemas"),
                              HasSubstr("/origin: type \"string\"  (task t-1)")));
}

}  // namespace
}  // namespace schemagate::cli
