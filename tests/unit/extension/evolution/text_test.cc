#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/evolution/text/fold.h"
#include "extension/evolution/text/redaction.h"
#include "extension/evolution/text/stemmer.h"
#include "extension/evolution/text/tokens.h"

namespace schemagate::evolution {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string split(std::string_view text) {
  std::string out;
  for (const Token& token : tokenise(redact(fold(text)), {})) {
    if (!out.empty()) out += ' ';
    out += token.content ? token.text : "(" + token.text + ")";
  }
  return out;
}

TEST(Fold, FindsOneSpellingBehindWidthAccentsAndInvisibleCharacters) {
  EXPECT_EQ(fold("Ｗｉｎｄｏｗ  se\u200b\u00e1t\u00ad"), "Window seat");
  EXPECT_EQ(fold("\u0663 \u096a"), "3 4");
  EXPECT_EQ(fold("\xff\xfe x"), "\uFFFD\uFFFD x");
  EXPECT_EQ(fold("  a\n\tb  "), "a b");
}

TEST(Fold, CutsALongText) {
  EXPECT_EQ(fold(std::string(5000, 'a')).size(), kFragmentCharactersMax);
  std::string accents;
  for (int i = 0; i < 3000; ++i) accents += "é";
  EXPECT_EQ(fold(accents), std::string(kFragmentCharactersMax, 'e'));
}

TEST(Redaction, TakesOutWhatTellsOfAPerson) {
  EXPECT_EQ(redact("mail jane.doe+x@mail.example now"), "mail [email] now");
  EXPECT_EQ(redact("jane @ mail.example"), "[email]");
  EXPECT_EQ(redact("jane dot doe at mail dot example please"), "[email] please");
  EXPECT_EQ(redact("jane [at] mail [dot] example"), "[email]");
  EXPECT_EQ(redact("ask @jane_doe"), "ask [handle]");
  EXPECT_EQ(redact("call +49 170 1234567"), "call [phone]");
  EXPECT_EQ(redact("(555) 123-4567 or 555.123.4567"), "[phone] or [phone]");
  EXPECT_EQ(redact("0170/1234567"), "[phone]");
  EXPECT_EQ(redact("card 4111 1111 1111 1111!"), "card [card]!");
  EXPECT_EQ(redact("IBAN DE89 3704 0044 0532 0130 00 please"), "IBAN [iban] please");
  EXPECT_EQ(redact("gb82west12345698765432"), "[iban]");
  EXPECT_EQ(redact("from 192.168.10.7 and 2001:db8::1"), "from [ip] and [ip]");
  EXPECT_EQ(redact("booking 482913"), "booking [digits]");
  EXPECT_EQ(redact("my password is hunter2! please"), "my password is [secret] please");
  EXPECT_EQ(redact("passwort: geheim"), "passwort: [secret]");
  EXPECT_EQ(redact("i forgot my password"), "i forgot my password");
  EXPECT_EQ(redact("key akiaexample7wskey0001"), "key [secret]");
  EXPECT_EQ(redact("use eyjhbgcioi1.eyjzdwiioi2.c2lnbmf0dxjl3"), "use [secret]");
  EXPECT_EQ(redact("seat 23a in a wide-window-row"), "seat 23a in a wide-window-row");
  EXPECT_EQ(redact(fold("\u0660\u0661\u0667\u0660 \u0661\u0662\u0663\u0664\u0665\u0666\u0667")), "[phone]");
  EXPECT_EQ(redact("a@b@c"), "[email][email]");
}

TEST(Redaction, LeavesDatesTimesAndPrices) {
  for (const char* text : {"2026-05-04 at 10:30", "from 4.5.2026 to 11/05/2026", "for 4 people",
                           "under $1,200.50", "10:30:15", "room 1203", "dinner @ 8", "a b c", "at 10.30"}) {
    EXPECT_EQ(redact(text), text);
  }
}

TEST(Tokens, StandInForWhatDiffersThoughTheWishIsTheSame) {
  EXPECT_EQ(split("I'd like a table for 4 on May 3rd"), "(i) (d) (like) (a) table (for) <num> (on) <date>");
  EXPECT_EQ(split("breakfast at 7:30 or 8 am"), "breakfast (at) <time> (or) <time>");
  EXPECT_EQ(split("at half past 6, or a quarter to seven"), "(at) <time> (or) (a) <time>");
  EXPECT_EQ(split("under $150, or 90 euros"), "(under) <money> (or) <money>");
  EXPECT_EQ(split("a stop in New York City"), "(a) stop (in) <name>");
  EXPECT_EQ(split("two bags"), "<num> bags");
  EXPECT_EQ(split("3 of March 2027"), "<date> (of) <date>");
  EXPECT_EQ(split("it may be next Monday"), "(it) (may) (be) next <date>");
  EXPECT_EQ(split("mail me at a@b.example"), "mail (me) (at) <personal>");
}

TEST(Tokens, KeepNegationsAndDropPoliteness) {
  EXPECT_EQ(split("please don't add onions, no nuts"), "(please) (do) not add onions no nuts");
  EXPECT_EQ(split("can't without wi-fi"), "(can) not without wifi");
}

TEST(Tokens, KeepEverythingWhereNothingElseIsLeft) {
  EXPECT_EQ(split("I would like that"), "i would like that");
}

TEST(Tokens, JoinAVerbAndItsParticle) {
  EXPECT_EQ(split("checking in on Friday"), "checkin (on) <date>");
  EXPECT_EQ(split("dropped off at noon, picked up"), "dropoff (at) <time> pickup");
  EXPECT_EQ(split("a meal in the room"), "(a) meal (in) (the) room");
}

TEST(Tokens, TakeNoNamesFromTitleCaseOrAcronyms) {
  EXPECT_EQ(split("Window Seat Please Thanks"), "window seat (please) (thanks)");
  EXPECT_EQ(split("fly United Airlines"), "fly <name>");
  EXPECT_EQ(split("I prefer Delta"), "(i) (prefer) <name>");
  EXPECT_EQ(split("a TV in the room"), "(a) tv (in) (the) room");
}

TEST(Tokens, SplitScriptsWithoutBlanksIntoPairs) {
  EXPECT_EQ(split("靠窗座位"), "靠窗 窗座 座位");
  EXPECT_EQ(split("窗"), "窗");
}

TEST(Tokens, TellQuestionsFromRequests) {
  const auto asks = [](std::string_view text) { return is_question(text, tokenise(text, {})); };
  EXPECT_TRUE(asks("do they have live music"));
  EXPECT_TRUE(asks("live music?"));
  EXPECT_FALSE(asks("can you make it a window seat?"));
  EXPECT_FALSE(asks("a window seat"));
}

TEST(Tokens, TellCourtesyFromWishes) {
  const auto courteous = [](std::string_view text) { return is_courtesy(tokenise(redact(fold(text)), {})); };
  for (const char* text : {"No, thanks.", "thank you so much for your help", "that's all for now",
                           "That'll do it", "Nope. I'm finished!", "Have a nice day, bye", "yes please",
                           "Sure, that sounds good", "nothing else, thank you"}) {
    EXPECT_TRUE(courteous(text)) << text;
  }
  for (const char* text :
       {"no onions", "thanks, a quiet room", "yes, at 7 pm", "no, two bags", "the day ticket",
        "I would like that", "that hotel", "to Paris, thanks", "something else", "without"}) {
    EXPECT_FALSE(courteous(text)) << text;
  }
}

TEST(Tokens, HaveOneEssenceForTextsThatDifferInPolitenessAndNumbers) {
  const auto of = [](std::string_view text) { return essence(tokenise(redact(fold(text)), {})); };
  EXPECT_EQ(of("deal 1"), of("the deal 2 please"));
  EXPECT_EQ(of("de\u200bal 1"), of("deal 1"));
  EXPECT_NE(of("deal"), of("meal"));
}

TEST(Stemmer, TakesEndingsOffAndLeavesPlaceholders) {
  const Stemmer stemmer;
  EXPECT_EQ(stemmer.stem("seats"), stemmer.stem("seat"));
  EXPECT_EQ(stemmer.stem("<num>"), "<num>");
}

}  // namespace
}  // namespace schemagate::evolution
