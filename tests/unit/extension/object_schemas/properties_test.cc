// What must hold whatever an agent sends: no content is lost, and a label is always true. Pseudo-random with
// fixed seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "extension/object_schemas/label.h"
#include "extension/object_schemas/typed_artifacts.h"
#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

constexpr std::uint32_t kRuns = 3000;

using Random = std::minstd_rand;

std::size_t pick(Random& random, std::size_t count) {
  return random() % count;
}

std::string random_text(Random& random) {
  static constexpr std::string_view kPieces[] = {
      kTigerWins, kImprobable, "{\"winner\":", "{}",           "[1]", "```json\n", "```\n", "\n```\n", "```",
      "`",        "\n",        "  ",           "Tiger wins. ", "}",   "\xC3\xA4",  "\"",    "[",       "{"};
  std::string text;
  for (std::size_t n = pick(random, 6); n > 0; --n) text += kPieces[pick(random, std::size(kPieces))];
  return text;
}

a2a::Part random_part(Random& random) {
  switch (pick(random, 8)) {
    case 0:
      return data_part(pick(random, 2) == 0 ? kTigerWins : kImprobable);
    case 1:
      return flagged(pick(random, 2) == 0 ? "fightResponse" : "nope",
                     pick(random, 2) == 0 ? kTigerWins : "null");
    case 2: {
      a2a::Part file;
      file.kind = a2a::PartKind::kUrl;
      file.content = "https://files.example/{}";
      return file;
    }
    default:
      return text_part(random_text(random));
  }
}

std::vector<a2a::Part> random_parts(Random& random) {
  std::vector<a2a::Part> parts;
  for (std::size_t n = pick(random, 4); n > 0; --n) parts.push_back(random_part(random));
  return parts;
}

// Everything that is content: blanks and fence marks around typed JSON are the only things that may go.
std::string content_of(const std::vector<a2a::Part>& parts) {
  std::string content;
  for (const a2a::Part& part : parts) content += part.content;
  for (std::size_t at; (at = content.find("```json")) != content.npos;) content.erase(at + 3, 4);
  std::erase_if(content, [](char c) { return c == ' ' || c == '\n' || c == '`'; });
  return content;
}

void expect_true_labels(const Contract& contract, const std::vector<a2a::Part>& parts) {
  a2a::JsonDocument document;
  for (const a2a::Part& part : parts) {
    const Flag flag = label_of(part).flag;
    ASSERT_FALSE(std::holds_alternative<MalformedFlag>(flag));
    const auto* named = std::get_if<FlaggedWith>(&flag);
    if (named == nullptr) continue;
    ASSERT_EQ(part.kind, a2a::PartKind::kData);
    EXPECT_EQ(part.media_type, format_mode(named->schema));
    EXPECT_EQ(part.metadata_mime_type, part.media_type);
    const auto value = document.parse(part.content);
    ASSERT_TRUE(value && contract.find(named->schema) != nullptr);
    EXPECT_EQ(contract.find(named->schema)->validator.validate(*value), json_schema::Verdict::kValid);
  }
}

// OS-35.
TEST(Properties, FinishedArtifactsLoseNothingAndCarryTrueLabels) {
  const Contract contract = fight_contract();
  for (std::uint32_t seed = 1; seed <= kRuns; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    a2a::JsonDocument document;
    ArtifactTyper typer(contract, contract.skills.front(), {}, document);
    a2a::Artifact artifact;
    artifact.artifact_id = "x";
    artifact.parts = random_parts(random);
    const auto out = typer.type(artifact);
    ASSERT_EQ(content_of(out.parts), content_of(artifact.parts));
    expect_true_labels(contract, out.parts);
  }
}

// OS-35.
TEST(Properties, StreamsLoseNothingAndCarryTrueLabels) {
  const Contract contract = fight_contract();
  for (std::uint32_t seed = 1; seed <= kRuns; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    a2a::JsonDocument document;
    ArtifactTyper typer(contract, contract.skills.front(), {}, document, 50 + pick(random, 400));
    std::vector<a2a::Part> sent;
    std::vector<a2a::Part> published;
    const auto publish = [&published](const std::vector<a2a::TaskArtifactUpdate>& updates) {
      for (const auto& update : updates)
        std::ranges::copy(update.artifact.parts, std::back_inserter(published));
    };
    for (std::size_t n = 1 + pick(random, 6); n > 0; --n) {
      a2a::TaskArtifactUpdate update;
      update.artifact.artifact_id = "x";
      update.artifact.parts = random_parts(random);
      update.append = pick(random, 5) > 0;
      update.last_chunk = pick(random, 6) == 0;
      std::ranges::copy(update.artifact.parts, std::back_inserter(sent));
      publish(typer.on_update(std::move(update)));
    }
    publish(typer.finish());
    ASSERT_EQ(content_of(published), content_of(sent));
    expect_true_labels(contract, published);
  }
}

// However a text is cut into chunks, the same parts come out in the end.
TEST(Properties, ChunksComeOutAsTheWholeTextWould) {
  const Contract contract = fight_contract();
  const std::string text = "\n```json\n" + std::string(kTigerWins) + "\n```\nThat is all.";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    a2a::JsonDocument document;
    ArtifactTyper typer(contract, contract.skills.front(), {}, document);
    for (std::size_t at = 0; at < text.size(); at += size) {
      a2a::TaskArtifactUpdate update;
      update.artifact.artifact_id = "x";
      update.artifact.parts = {text_part(std::string_view(text).substr(at, size))};
      update.append = at > 0;
      ASSERT_TRUE(typer.on_update(std::move(update)).empty());
    }
    const auto out = typer.finish();
    ASSERT_EQ(out.size(), 1U);
    ASSERT_EQ(out[0].artifact.parts.size(), 2U);
    EXPECT_EQ(out[0].artifact.parts[0].content, kTigerWins);
    EXPECT_EQ(out[0].artifact.parts[1], text_part("That is all."));
  }
}

}  // namespace
}  // namespace schemagate::object_schemas
