// Texts of a well-known kind, codes with blanks, inscriptions, ages and states, over templates of strangers.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(KnownKinds, ASubjectIsOneThatSchoolsTeach) {
  constexpr std::string_view kSubject =
      R"({"key_name":"subject","key_type":"string","required":true,"semantic_description":"School subject."},
         {"key_name":"pupil_age","key_type":"integer","required":true,"semantic_description":"Age of the pupil."})";
  constexpr std::array<Said, 5> kRows = {{{"My daughter is nine and needs help with English", "\"English\""},
                                          {"I want help with physics for a boy of 15", "\"physics\""},
                                          {"Help with maths or physics for a boy of 15", ""},
                                          {"I want help for a boy of 15, but no physics", ""},
                                          {"I want help for a girl of 15", ""}}};
  expect_values(kSubject, kRows);
}

TEST(KnownKinds, APartOfTheBodyIsSomebodys) {
  constexpr std::string_view kBody =
      R"({"key_name":"body_part","key_type":"string","required":true,"semantic_description":"Part of the body."},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day of the visit.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 4> kRows = {{{"Come on Friday for my left knee", "\"left knee\""},
                                          {"A visit on Friday, elbow, please", "\"elbow\""},
                                          {"I want to come back on Friday", ""},
                                          {"Book Friday for my left knee and my neck", ""}}};
  expect_values(kBody, kRows);
}

TEST(KnownKinds, OfTwoLanguagesEachHasItsSide) {
  constexpr std::string_view kFrom =
      R"({"key_name":"source_language","key_type":"string","required":true,"semantic_description":"Language of the text."},
         {"key_name":"target_language","key_type":"string","required":true,"semantic_description":"Language that is wanted."})";
  constexpr std::string_view kInto =
      R"({"key_name":"target_language","key_type":"string","required":true,"semantic_description":"Language that is wanted."},
         {"key_name":"source_language","key_type":"string","required":true,"semantic_description":"Language of the text."})";
  constexpr std::array<Said, 2> kSources = {{{"Please translate it from German into English", "\"German\""},
                                             {"Please translate it into English", ""}}};
  constexpr std::array<Said, 1> kTargets = {
      {{"Please translate it from German into English", "\"English\""}}};
  expect_values(kFrom, kSources);
  expect_values(kInto, kTargets);
}

TEST(Wordings, AQuoteIsTheInscription) {
  constexpr std::string_view kText =
      R"({"key_name":"inscription","key_type":"string","required":true,"semantic_description":"Text to be engraved."},
         {"key_name":"item","key_type":"string","required":false,"semantic_description":"Thing that is engraved, e.g. 'watch'."},
         {"key_name":"ready_by","key_type":"string","required":false,"semantic_description":"Day by which it is ready.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 6> kRows = {
      {{"Please engrave \"Forever yours\" on my watch", "\"Forever yours\""},
       {"Engrave \"See you Monday!\" on a ring", "\"See you Monday!\""},
       {"Engrave \u201cGrandpa's flask\u201d on a flask", "\"Grandpa's flask\""},
       {"Engrave the names Lea and Paul on two rings", "\"Lea and Paul\""},
       {"Engrave \"Lea\" or \"Paul\" on a ring", ""},
       {"Please engrave my watch", ""}}};
  expect_values(kText, kRows);
}

TEST(Wordings, WhatIsWrittenOnIsTheThing) {
  constexpr std::string_view kItem =
      R"({"key_name":"item","key_type":"string","required":true,"semantic_description":"Thing that is engraved, e.g. 'watch'."},
         {"key_name":"inscription","key_type":"string","required":true,"semantic_description":"Text to be engraved."})";
  constexpr std::array<Said, 3> kRows = {{{"Please engrave \"Forever yours\" on my watch", "\"watch\""},
                                          {"I want \"Forever yours\" engraved on a flask", "\"flask\""},
                                          {"I want \"Forever yours\" on Monday", ""}}};
  expect_values(kItem, kRows);
}

TEST(Codes, MayHaveBlanksOrBeSaidWithThem) {
  constexpr std::string_view kPlate =
      R"({"key_name":"plate","key_type":"string","required":true,"semantic_description":"Number plate.",
          "constraints":{"pattern":"^[A-Z]{2}[0-9]{2} [A-Z]{3}$"}})";
  constexpr std::string_view kTight =
      R"({"key_name":"plate","key_type":"string","required":true,"semantic_description":"Number plate.",
          "constraints":{"pattern":"^[A-Z]{2}[0-9]{2}[A-Z]{3}$"}})";
  constexpr std::array<Said, 3> kSpaced = {{{"Book KV21 XRT in", "\"KV21 XRT\""},
                                            {"book kv21 xrt in", "\"KV21 XRT\""},
                                            {"Book KV21 XRTS in", ""}}};
  constexpr std::array<Said, 1> kJoined = {{{"Book KV21 XRT in", "\"KV21XRT\""}}};
  expect_values(kPlate, kSpaced);
  expect_values(kTight, kJoined);
}

TEST(Ages, AreToldOfWhomeverTheyAreOf) {
  constexpr std::string_view kAge =
      R"({"key_name":"pupil_age","key_type":"integer","required":true,"semantic_description":"Age of the pupil."})";
  constexpr std::array<Said, 3> kRows = {{{"Lessons for a pupil of ten, please", "10"},
                                          {"Lessons for Emma, who is 8", "8"},
                                          {"Lessons for a pupil of 15 schools", ""}}};
  expect_values(kAge, kRows);
}

TEST(States, AreAnsweredInTheWordsThatAskForThem) {
  constexpr std::string_view kNervous =
      R"({"key_name":"nervous","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether the animal is afraid of strangers."})";
  constexpr std::array<Said, 3> kRows = {{{"Wash my dog, she is afraid of strangers", "true"},
                                          {"Wash my dog", "false"},
                                          {"Wash my dog, she is not afraid of strangers", ""}}};
  expect_values(kNervous, kRows);
}

}  // namespace
}  // namespace schemagate::client_agent
