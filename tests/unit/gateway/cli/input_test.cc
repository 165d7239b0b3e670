#include "gateway/cli/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "streams.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using testing::EndsWith;
using testing::HasSubstr;

TEST(ReadFile, GivesTheWholeFileOrStandardInput) {
  Streams streams;
  streams.in.str("from standard input");
  EXPECT_EQ(read_file(streams.console, "-").value(), "from standard input");
  const std::string bytes = std::string(100'000, 'x') + '\0' + "end";
  EXPECT_EQ(read_file(streams.console, write_file("a.txt", bytes)).value(), bytes);
  EXPECT_EQ(read_file(streams.console, write_file("empty.txt", "")).value(), "");
}

TEST(ReadFile, SaysWhatCannotBeRead) {
  Streams streams;
  const auto missing = read_file(streams.console, "/nowhere/a.json");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().cause, Cause::kArgument);
  EXPECT_EQ(missing.error().error.message, "/nowhere/a.json: cannot be opened");
  EXPECT_THAT(read_file(streams.console, "/").error().error.message, EndsWith("is a folder"));
}

TEST(ReadFile, StopsAtItsLimit) {
  Streams streams;
  streams.in.str(std::string(kInputBytesMax, 'x'));
  EXPECT_EQ(read_file(streams.console, "-").value().size(), kInputBytesMax);
  streams.in.clear();
  streams.in.str(std::string(kInputBytesMax + 1, 'x'));
  EXPECT_THAT(read_file(streams.console, "-").error().error.message, HasSubstr("larger than 16 MiB"));
}

TEST(ReadArgument, TellsTextFromFile) {
  Streams streams;
  streams.in.str("input");
  EXPECT_EQ(read_argument(streams.console, "a@b").value(), "a@b");
  EXPECT_EQ(read_argument(streams.console, "").value(), "");
  EXPECT_EQ(read_argument(streams.console, "@" + write_file("a.txt", "file")).value(), "file");
  EXPECT_EQ(read_argument(streams.console, "-").value(), "input");
  EXPECT_FALSE(read_argument(streams.console, "@/nowhere"));
}

TEST(IsUrl, LooksAtTheScheme) {
  EXPECT_TRUE(is_url("http://a"));
  EXPECT_TRUE(is_url("https://a"));
  EXPECT_FALSE(is_url("a/http://b"));
  EXPECT_FALSE(is_url("httpx://a"));
  EXPECT_FALSE(is_url(""));
}

TEST(FetchText, RefusesWhatIsNoUrl) {
  EXPECT_EQ(fetch_text("http://", "text/plain", {10}).error().cause, Cause::kArgument);
}

TEST(DataPart, IsJsonWithALabelWhenASchemaIsNamed) {
  Streams streams;
  const auto plain = data_part(streams.console, R"( {"a":1.0} )", "").value();
  EXPECT_EQ(plain.kind, a2a::PartKind::kData);
  EXPECT_EQ(plain.content, R"({"a":1.0})");
  EXPECT_EQ(plain.media_type, "application/json");
  EXPECT_EQ(plain.metadata_mime_type, "");
  const auto labelled = data_part(streams.console, "{}", "fightComparison").value();
  EXPECT_EQ(labelled.metadata_mime_type, "application/json;schema=fightComparison");
  EXPECT_THAT(labelled.metadata.text, HasSubstr("fightComparison"));
}

TEST(DataPart, RefusesWhatIsNoJsonAndNoName) {
  Streams streams;
  const auto broken = data_part(streams.console, "{", "");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().cause, Cause::kArgument);
  EXPECT_THAT(broken.error().error.message, testing::StartsWith("--data: "));
  EXPECT_THAT(data_part(streams.console, "{}", "a b").error().error.message, HasSubstr("--schema"));
  EXPECT_FALSE(data_part(streams.console, "@/nowhere", ""));
}

TEST(FilePart, HasNameTypeAndBytesOfTheFile) {
  Streams streams;
  const auto part = file_part(streams.console, write_file("cat.png", "abc")).value();
  EXPECT_EQ(part.kind, a2a::PartKind::kRaw);
  EXPECT_EQ(part.content, "YWJj");
  EXPECT_EQ(part.media_type, "image/png");
  EXPECT_EQ(part.filename, "FilePart.HasNameTypeAndBytesOfTheFile.cat.png");
  EXPECT_EQ(file_part(streams.console, write_file("a.unknown", "abcd")).value().content, "YWJjZA==");
  EXPECT_EQ(file_part(streams.console, write_file("a.unknown", "")).value().media_type,
            "application/octet-stream");
  EXPECT_FALSE(file_part(streams.console, "/nowhere.png"));
}

TEST(LineColumn, CountsFromOne) {
  const auto at = [](std::size_t offset) {
    const auto [line, column] = line_column_at("ab\nc\n\nd", offset);
    return std::pair(line, column);
  };
  EXPECT_EQ(at(0), std::pair(1UL, 1UL));
  EXPECT_EQ(at(1), std::pair(1UL, 2UL));
  EXPECT_EQ(at(2), std::pair(1UL, 3UL));  // the line end belongs to its line
  EXPECT_EQ(at(3), std::pair(2UL, 1UL));
  EXPECT_EQ(at(5), std::pair(3UL, 1UL));
  EXPECT_EQ(at(6), std::pair(4UL, 1UL));
  EXPECT_EQ(at(99), std::pair(4UL, 2UL));
}

}  // namespace
}  // namespace schemagate::cli
