// The meaning of values: numbers, equality, patterns, URIs.
#include <limits>

#include "extension/json_schema/patterns/ecma_translation.h"
#include "extension/json_schema/patterns/pattern.h"
#include "extension/json_schema/values/number.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

TEST(Number, ComparesByExactValue) {
  EXPECT_EQ(Number("1.0"), Number(std::int64_t{1}));
  EXPECT_EQ(Number("1e2"), Number("100.00"));
  EXPECT_EQ(Number("-0"), Number("0.0e5"));
  EXPECT_LT(Number("9007199254740992"), Number("9007199254740993"));
  EXPECT_LT(Number("9007199254740992.0"), Number("9007199254740992.5"));
  EXPECT_LT(Number("-1e400"), Number("-9e399"));
  EXPECT_GT(Number("0.1"), Number("-5"));
  EXPECT_EQ(Number(0.1), Number("0.1"));
  EXPECT_EQ(Number("1.50").hash(), Number("15e-1").hash());
}

TEST(Number, DividesDecimally) {
  EXPECT_TRUE(Divisor("0.0001").divides(Number("0.0075")));
  EXPECT_FALSE(Divisor("0.0001").divides(Number("0.00751")));
  EXPECT_TRUE(Divisor("0.5").divides(Number(std::int64_t{7})));
  EXPECT_TRUE(Divisor("12345678901234567890").divides(Number("24691357802469135780")));
  EXPECT_FALSE(Divisor("1e2").divides(Number(std::int64_t{150})));
  EXPECT_TRUE(Divisor("1e308").divides(Number("3e308")));
}

// Pitfall 14: what went through protobuf is 1.0.
TEST(Number, LiteralOneDotZeroIsAnInteger) {
  EXPECT_EQ(verdict(R"({"type":"integer"})", "1.0"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"type":"integer"})", "10e-1"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"type":"integer"})", "1.5"), Verdict::kInvalid);
  EXPECT_EQ(compiled(R"({"type":"integer"})").validate(nlohmann::json(1.0)), Verdict::kValid);
  EXPECT_EQ(compiled(R"({"type":"integer"})").validate(nlohmann::json(1.5)), Verdict::kInvalid);
}

TEST(Number, ConstTellsTwoTo53FromItsNeighbour) {
  EXPECT_EQ(verdict(R"({"const":9007199254740993})", "9007199254740992.0"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"const":100000000000000000000000001})", "100000000000000000000000001"),
            Verdict::kValid);
  EXPECT_EQ(verdict(R"({"const":100000000000000000000000001})", "100000000000000000000000000"),
            Verdict::kInvalid);
}

TEST(Number, BoundsNearDoublePrecisionAreExact) {
  EXPECT_EQ(verdict(R"({"maximum":0.1})", "0.10000000000000000000001"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"exclusiveMaximum":9223372036854775808})", "9223372036854775807"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"minimum":-1e400,"maximum":1e400})", "1e399"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"minimum":-1e400,"maximum":1e400})", "1e401"), Verdict::kInvalid);
}

TEST(Number, NearestOfWhatDoubleCannotHoldKeepsItsSide) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::string huge = '1' + std::string(400, '0');
  EXPECT_EQ(Number(huge + ".5").nearest(), kInfinity);
  EXPECT_EQ(Number('-' + huge + ".5").nearest(), -kInfinity);
  EXPECT_EQ(Number("0." + std::string(400, '0') + '5').nearest(), 0);
  EXPECT_EQ(Number("10e-500").nearest(), 0);
  EXPECT_EQ(Number("0e500").nearest(), 0);
}

TEST(Number, BoundsHoldForFractionsBeyondDouble) {
  const std::string huge = '1' + std::string(400, '0') + ".5";
  EXPECT_EQ(verdict(R"({"maximum":5})", huge), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"minimum":-5})", '-' + huge), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"minimum":)" + huge + '}', "5.5"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"maximum":)" + huge + '}', huge), Verdict::kValid);
}

TEST(Equality, IgnoresMemberOrder) {
  EXPECT_EQ(verdict(R"({"const":{"a":1,"b":[2.0]}})", R"({"b":[2],"a":1.0})"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"uniqueItems":true})", R"([{"a":1,"b":2},{"b":2,"a":1}])"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"uniqueItems":true})", R"([[1,2],[2,1],false,0,null,""])"), Verdict::kValid);
}

bool matches(std::string_view pattern, std::string_view text) {
  PatternBudget budget(100'000);
  const auto compiled_pattern = Pattern::compile(pattern, budget);
  EXPECT_TRUE(compiled_pattern) << pattern;
  std::size_t steps = 0;
  return compiled_pattern && compiled_pattern->search(text, steps) == Pattern::Outcome::kMatch;
}

// The same in a form that only the engine with backreferences takes.
std::string for_the_engine(std::string_view pattern) {
  return "()(?:" + std::string(pattern) + ")\\1";
}

TEST(Pattern, MeansWhatEcma262Means) {
  EXPECT_TRUE(matches("^\\d{4}-\\d{2}$", "2025-10"));
  EXPECT_FALSE(matches("^\\d$", "\u0663"));
  EXPECT_FALSE(matches("^\\w$", "é"));
  EXPECT_TRUE(matches("^\\s$", "\u2003"));
  EXPECT_TRUE(matches("^\\S+$", "héllo"));
  EXPECT_TRUE(matches("^\\p{Letter}+$", "héllo"));
  EXPECT_TRUE(matches("^\\p{Script=Greek}+$", "αβγ"));
  EXPECT_TRUE(matches("^.$", "🐲"));
  EXPECT_TRUE(matches("^\\uD83D\\uDC32$", "🐲"));
  EXPECT_FALSE(matches("^a.b$", "a\nb"));
  EXPECT_FALSE(matches("^a$", "a\n"));
  EXPECT_TRUE(matches("b", "abc"));
}

// A place inside the bytes of a character is none of the text.
TEST(Pattern, FindsNoPlaceInsideACharacter) {
  for (const std::string_view text : {"x\u20281", "AüZ", "aé"}) EXPECT_EQ(matches("\\B", text), text == "aé");
  EXPECT_FALSE(matches("_|-\\B", "AüZ"));
  EXPECT_TRUE(matches("b\\B", "abc"));
  EXPECT_FALSE(matches("^\\b", "é"));
}

TEST(Pattern, OfWhatIsNeverThereMatchesNothing) {
  for (const std::string_view pattern : {"(?=(?:a|b){0})", "(?=(a|b){0,0}x?)", "(?!q)(?:a|b){00}"})
    EXPECT_TRUE(matches(pattern, "9")) << pattern;
}

// A repeated class alone is counted in code points, not written out.
TEST(Pattern, RepeatedClassesAgreeWithTheEngine) {
  const std::string_view patterns[] = {"^[\\p{L} .-]{2,4}$", "^[\\p{L} .-]{3}$", "^[^x]{2,}$",   "^.{0,3}$",
                                       "^[\\p{L}]{0}$",      "^[é-]{1,2}$",      "^[\\]a]{1,2}$"};
  const std::string_view texts[] = {"",  "a",  "é",    "éé",       "é-é", "a.b-", "a.b-c",
                                    "x", "ax", "日本", "日本語文", "\n",  "a]"};
  for (const std::string_view pattern : patterns) {
    const std::string grouped = for_the_engine(pattern);
    for (const std::string_view text : texts) {
      EXPECT_EQ(matches(pattern, text), matches(grouped, text)) << pattern << " on " << text;
    }
  }
}

TEST(Pattern, TakesLookaroundAndBackreferences) {
  EXPECT_TRUE(matches("^(?!x)[a-z]+$", "abc"));
  EXPECT_FALSE(matches("^(?!x)[a-z]+$", "xbc"));
  EXPECT_TRUE(matches("^(?<q>['\"]).*\\k<q>$", "'a'"));
  EXPECT_FALSE(matches("^(['\"]).*\\1$", "'a\""));
  EXPECT_TRUE(matches("^.{0,4096}$", std::string(4096, 'x')));
  EXPECT_FALSE(matches("^.{0,4096}$", std::string(4097, 'x')));
}

// Sequences of classes are matched without an engine; both must agree, so each case is asked in a form that
// only an engine takes as well.
TEST(Pattern, SequencesAgreeWithTheEngine) {
  const std::string_view patterns[] = {"^[a-z][a-z0-9_-]*$",
                                       "^\\d{3,5}$",
                                       "^ab?c$",
                                       "^[0-9]+\\.[0-9]*$",
                                       "^v\\d+",
                                       "^[A-Z]{2}\\d*$",
                                       "^a{2,}$",
                                       "^[+-]?\\d+$",
                                       "^$",
                                       "^"};
  const std::string_view texts[] = {"",    "a",   "abc", "ac",   "12",  "123",  "123456", "1.5", "12.",  "v1",
                                    "v1x", "AB1", "aa",  "aaaa", "-17", "+-17", "a_b-c",  "Ab",  "v\n1", "é"};
  for (const std::string_view pattern : patterns) {
    const std::string grouped = for_the_engine(pattern);
    for (const std::string_view text : texts) {
      EXPECT_EQ(matches(pattern, text), matches(grouped, text)) << pattern << " on " << text;
    }
  }
}

// What is open at an end, and classes that have all characters beyond ASCII, or all but the two separators of
// lines.
TEST(Pattern, OpenSequencesAgreeWithTheEngine) {
  const std::string_view patterns[] = {"",
                                       "$",
                                       ".*",
                                       ".+",
                                       ".",
                                       "a*",
                                       "a?$",
                                       "[a-c]+",
                                       "\\d{1,3}",
                                       "^x?",
                                       "^a.*",
                                       "^a.+",
                                       "^\\..+$",
                                       "^.*$",
                                       "^.+$",
                                       "^.",
                                       "^.+",
                                       "a+b$",
                                       "[ab]*-$",
                                       "[^/]+",
                                       "[^/]+$",
                                       "^[^/]+/.*$",
                                       "^[^.]+\\.[^.]*$",
                                       "^[^a-c]",
                                       "^[^\\d-]+-\\d+$",
                                       "[^a]$",
                                       "^.?$",
                                       "^[^^a]*$",
                                       "^a[^b]*",
                                       "^.a",
                                       "^.{1,}$",
                                       "^a{2,}.*$"};
  const std::string_view characters[] = {"a",  "b",      "-",      "/",      ".", "1",      "\n",
                                         "\r", "\u2028", "\u2029", "\u20AC", "é", "\u3042", "🐲"};
  std::vector<std::string> texts = {"", "ab/c.d", "a.b\u2028", "12-3\u20AC\u2026"};
  for (const std::string_view first : characters) {
    texts.emplace_back(first);
    for (const std::string_view second : characters) {
      texts.push_back(std::string(first) + std::string(second));
      for (const std::string_view third : characters)
        texts.push_back(std::string(first) + std::string(second) + std::string(third));
    }
  }
  for (const std::string_view pattern : patterns) {
    const std::string grouped = for_the_engine(pattern);
    for (const std::string_view text : texts)
      EXPECT_EQ(matches(pattern, text), matches(grouped, text)) << pattern << " on " << text;
  }
}

// Of one length: every byte is looked at, at both ends of what it may be and beyond.
TEST(Pattern, SequencesOfOneLengthAgreeWithTheEngine) {
  const std::pair<std::string_view, std::string> cases[] = {{"^\\d{4}-\\d{2}-\\d{2}$", "2026-05-04"},
                                                            {"^[A-Z]{3}\\d{5}$", "ABC01234"},
                                                            {"^[a-f0-9]{8}$", "0123abcd"},
                                                            {"^[0-9]{16}$", "0123456789012345"},
                                                            {"^[0-9]{17}$", "01234567890123456"},
                                                            {"^\\d{4}-\\d{2}-\\d{2}", "2026-05-04T09"},
                                                            {"-\\d{2}-\\d{2}-\\d$", "2026-05-04-1"}};
  for (const auto& [pattern, text] : cases) {
    const std::string grouped = for_the_engine(pattern);
    const auto expect_same = [&pattern, &grouped](const std::string& one) {
      EXPECT_EQ(matches(pattern, one), matches(grouped, one)) << pattern << " on " << one;
    };
    EXPECT_TRUE(matches(pattern, text));
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (const char c : std::string_view("\0/059:@AZ[`afgz{~-.\x7f", 21)) {
        std::string changed = text;
        changed[i] = c;
        expect_same(changed);
      }
      expect_same(text.substr(0, i));
      expect_same(text + text.substr(0, i));
    }
  }
}

// Texts that come near to what the patterns below ask for, and mutations of them.
std::vector<std::string> texts_near_patterns() {
  std::vector<std::string> texts = {"",
                                    "\n",
                                    "a\u2028b",
                                    "x-y",
                                    "-x-",
                                    "@@key",
                                    "@key",
                                    "key",
                                    "a.json",
                                    "A.JSON",
                                    "a.jso",
                                    "12-34",
                                    "2026-01-01",
                                    "2026-13-01",
                                    "a b c",
                                    "a  b",
                                    "${x}_1",
                                    "pre${x}",
                                    "PWA",
                                    "pwa",
                                    "pWA",
                                    "abbbc",
                                    "ac",
                                    "abbbbc",
                                    "\xC3\xA9t\xC3\xA9",
                                    "\xF0\x9F\x90\xB2",
                                    "\xE6\x97\xA5\xE6\x9C\xAC",
                                    "foo.bar.baz",
                                    "foo",
                                    "foobar",
                                    "barfoo",
                                    "0x1F",
                                    "\xC2\xA0",
                                    "aab",
                                    "aaab",
                                    "a much longer text, printable from its begin to its end.",
                                    "a much longer text with a \t in it and printable elsewhere"};
  const std::size_t count = texts.size();
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(texts[i] + texts[(i * 7 + 3) % count]);
    if (texts[i].size() > 1 && texts[i].find_first_not_of("\x80\xFF") != 0) texts.push_back(texts[i] + "\n");
  }
  return texts;
}

TEST(Pattern, AutomataAgreeWithTheEngine) {
  const std::string_view patterns[] = {
      ".*",
      ".",
      ".+",
      "^.*$",
      "^.+$",
      "^[^\\n]{1,64}$",
      "x-",
      "^x-.*",
      "-$",
      "^\\d{4}-(0[1-9]|1[0-2])-01$",
      "^.*\\.[jJ][sS][oO][nN]$",
      "^(pwa|PWA|Pwa)$",
      "^\\w+( \\w+)*$",
      "ab{1,3}c",
      "ab{0}c",
      "a(?:b|c)*?d|^k",
      "^([a-zA-Z_][a-zA-Z0-9_]*)?\\$\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[a-zA-Z0-9_]*$",
      "\\s",
      "^\\S+$",
      "\\W",
      "^[^a]$",
      "[\\u00E0-\\u00FF]",
      "^[^\\u0000-\\u007F]+$",
      "[\\uD83D\\uDC00-\\uD83D\\uDCFF]",
      "^a*aab$",
      "^(a|ab)(c|bcd)*$",
      "(^a|b$)",
      "$",
      "^$",
      "a$|^b",
      "a^",
      "$a",
      "(|a)+",
      "^(?:foo|bar)(?:\\.\\w+)*$",
      "^(?:a*)*b",
      "[]",
      "^[^]$",
      "(?<name>0x)?[0-9A-F]+$",
      "^\\D+$",
      "^.{3,7}$"};
  for (const std::string_view pattern : patterns) {
    // A group is never a plain sequence.
    const std::string grouped = "(?:" + std::string(pattern) + ")";
    for (const std::string& text : texts_near_patterns()) {
      const bool expected = matches(for_the_engine(pattern), text);
      EXPECT_EQ(matches(pattern, text), expected) << pattern << " on " << text;
      EXPECT_EQ(matches(grouped, text), expected) << grouped << " on " << text;
    }
  }
}

TEST(Pattern, OfOrdinarySchemasAreAutomata) {
  std::size_t work = 0;
  for (const std::string_view pattern : {"^.*$", ".+", "^x-.*", "^[^=]+$", "\\s", "^(a|b)+$",
                                         "^\\d{4}-(0[1-9]|1[0-2])-01$", "^.*\\.[jJ][sS]$"})
    EXPECT_TRUE(PatternAutomaton::compile(translate_ecma(pattern)->text, work)) << pattern;
  for (const std::string_view pattern : {"^(?!@@)[\\w@]+$", "^(?=.*\\d).{3,}$"})
    EXPECT_TRUE(LookaheadAutomaton::compile(translate_ecma(pattern)->text, work)) << pattern;
  EXPECT_FALSE(PatternAutomaton::compile(translate_ecma("\\bx")->text, work));
  EXPECT_FALSE(PatternAutomaton::compile(translate_ecma("\\p{L}")->text, work));
  EXPECT_FALSE(PatternAutomaton::compile(translate_ecma("[ab]*a[ab]{12}")->text, work)) << "too many states";
}

// Each of them is compiled: 800 fit into a pattern of 4 KiB, and 128 such patterns took half a minute.
TEST(PatternAutomaton, LooksAtABoundedNumberOfUnicodeProperties) {
  std::string properties;
  for (int i = 0; i < 16; ++i) properties += "\\p{L}";
  std::size_t work = 0;
  EXPECT_TRUE(PatternAutomaton::compile("[" + properties + "]", work, Texts::kAscii));
  EXPECT_FALSE(PatternAutomaton::compile("[" + properties + "\\p{N}]", work, Texts::kAscii));
}

// What needs an engine for all texts may need none for those of ASCII: both must say the same.
TEST(Pattern, TextsOfAsciiAndOthersMatchAlike) {
  struct Case {
    const char* pattern;
    std::vector<const char*> matching;
    std::vector<const char*> others;
  };
  const std::vector<Case> cases = {
      {R"(^[\\p{L}\\p{N} _-]+$)", {"Name 1", "N\u00e4me 1", "\u0663", "_-"}, {"", "a.b", "\u00e4.", "a\\n"}},
      {R"(^\\P{Lu}*$)", {"", "abc 1", "\u00e4"}, {"aB", "\u00e4B", "\u00c4"}},
      {R"([^\\p{L}])", {"1", "\u00e41", "\\u0000"}, {"", "ab", "\u00e4"}},
      {R"(^\\p{Script=Greek}?x$)", {"x", "\u03b1x"}, {"ax", "\u03b1"}},
      {R"(^[\\p{L} .-]{1,60}$)", {"J. Smith-Doe", "Jos\u00e9"}, {"", "J_", "\u00e9_"}},
      {R"(^[^@\\s]+@[^@\\s]+\\.[a-z]+$)",
       {"a@b.co", "\u00e4@b.co"},
       {"a@b", "a@@b.co", "a b@c.de", "\u00a0@b.co"}},
      {R"(\\p{ASCII_Hex_Digit}$)", {"xF", "\u00e4f"}, {"", "xg", "f\u00e4"}},
  };
  for (const Case& each : cases) {
    const Validator validator = compiled(R"({"pattern":")" + std::string(each.pattern) + "\"}");
    for (const char* text : each.matching)
      EXPECT_EQ(verdict(validator, '"' + std::string(text) + '"'), Verdict::kValid)
          << each.pattern << ' ' << text;
    for (const char* text : each.others)
      EXPECT_EQ(verdict(validator, '"' + std::string(text) + '"'), Verdict::kInvalid)
          << each.pattern << ' ' << text;
  }
}

// Lookaheads behind `^` are automata of their own where no alternative is beside them.
TEST(Pattern, LookaheadsAgreeWithTheEngine) {
  const std::string_view patterns[] = {"^(?!@@)[@a-zA-Z0-9_-]+$",
                                       "^(?=.*[0-9])(?=.*[a-z]).{3,}$",
                                       "^(?!x)(?!.*y$)",
                                       "^(?=a)a|b",
                                       "^(?!foo$)foo",
                                       "^(?=a|f)(?!foo)\\w+$",
                                       "^(?!a)*key$",
                                       "^(?!(?:foo|bar)$).*$",
                                       "^(?=[)]|k).",
                                       "^(?!a)(?:b|f).*|key"};
  for (const std::string_view pattern : patterns) {
    // A group is never a plain sequence.
    const std::string grouped = "(?:" + std::string(pattern) + ")";
    for (const std::string& text : texts_near_patterns()) {
      const bool expected = matches(for_the_engine(pattern), text);
      EXPECT_EQ(matches(pattern, text), expected) << pattern << " on " << text;
      EXPECT_EQ(matches(grouped, text), expected) << grouped << " on " << text;
    }
  }
}

// Whether `text` has the format, asserted.
bool has_format(const std::string& format, const std::string& text) {
  const CompileOptions options{.assert_format = true};
  const Validator validator = compiled(R"({"format":")" + format + "\"}", options);
  return validator.validate(nlohmann::json(text)) == Verdict::kValid;
}

TEST(Format, IdnHostnameFollowsTheBidiRule) {
  EXPECT_TRUE(has_format("idn-hostname", "אבג.com"));
  EXPECT_FALSE(has_format("idn-hostname", "0a.אבג"));  // every label of a Bidi name
  EXPECT_FALSE(has_format("idn-hostname", "0אב"));
  EXPECT_FALSE(has_format("idn-hostname", "aאb"));
  EXPECT_TRUE(has_format("idn-hostname", "0a.com"));
}

// RFC 5891 section 4.2.1: a U-label is in normalization form C, an A-label stands for such a one.
TEST(Format, IdnHostnameIsNormalized) {
  EXPECT_TRUE(has_format("idn-hostname", "b\u00fccher.example"));
  EXPECT_TRUE(has_format("idn-hostname", "XN--BCHER-KVA.EXAMPLE"));
  EXPECT_TRUE(has_format("hostname", "Xn--Bcher-Kva"));
  EXPECT_FALSE(has_format("hostname", "XN--BCHER-KV"));
  EXPECT_FALSE(has_format("idn-hostname", "bu\u0308cher.example"));
  EXPECT_TRUE(has_format("idn-hostname", "\ud55c\uae00"));
  EXPECT_FALSE(has_format("idn-hostname", "\u1112\u1161\u11ab"));  // conjoining jamo of one syllable
  EXPECT_FALSE(has_format("idn-hostname", "\u0958"));              // excluded from composition
  EXPECT_TRUE(has_format("idn-hostname", "\u0915\u093c"));
  EXPECT_TRUE(has_format("idn-hostname", "q\u0323\u0307"));
  EXPECT_FALSE(has_format("idn-hostname", "q\u0307\u0323"));  // marks in another order
  EXPECT_TRUE(has_format("hostname", "xn--bcher-kva.example"));
  EXPECT_FALSE(has_format("hostname", "xn--bucher-xyd.example"));
}

TEST(Format, RegexIsOfEcmaNotOfTheEngines) {
  EXPECT_TRUE(has_format("regex", "(?<=a+)b"));
  EXPECT_FALSE(has_format("regex", "(?<=a"));
}

TEST(Format, DurationNamesEveryUnit) {
  EXPECT_TRUE(has_format("duration", "P1DT1H"));
  EXPECT_FALSE(has_format("duration", "P1T1H"));
}

// An anchored end alone is enough for a direct match; text before it may be anything.
TEST(Pattern, AWordHoldsTheLowLine) {
  EXPECT_EQ(verdict(R"({"pattern":"^[\\w]+$"})", R"("a_b")"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"pattern":"^[\\w]+$"})", R"("a-b")"), Verdict::kInvalid);
}

TEST(DynamicReference, LeavesItsNeighboursInForce) {
  constexpr std::string_view kSchema =
      R"({"items":{"$dynamicRef":"#node","required":["a"]},"$defs":{"n":{"$dynamicAnchor":"node"}}})";
  EXPECT_EQ(verdict(kSchema, R"([{"a":1}])"), Verdict::kValid);
  EXPECT_EQ(verdict(kSchema, "[{}]"), Verdict::kInvalid);
}

TEST(Enum, LeavesItsNeighboursInForce) {
  constexpr std::string_view kSchema = R"({"enum":[{},{"a":1}],"required":["a"]})";
  EXPECT_EQ(verdict(kSchema, R"({"a":1})"), Verdict::kValid);
  EXPECT_EQ(verdict(kSchema, "{}"), Verdict::kInvalid);
}

TEST(Pattern, MatchesAtTheEndOfTheText) {
  const Validator validator = compiled(R"({"pattern":"_ms$"})");
  for (const char* text : {"_ms", "parse_ms", "ä_ms", "_ms_ms"})
    EXPECT_EQ(validator.validate(nlohmann::json(text)), Verdict::kValid) << text;
  for (const char* text : {"", "ms", "_ms ", "_ms\n", "_Ms"})
    EXPECT_EQ(validator.validate(nlohmann::json(text)), Verdict::kInvalid) << text;
}

// Branches told apart by a constant stand beside others.
TEST(Union, TakesConstantsAndOtherBranches) {
  const Validator validator = compiled(R"({"oneOf":[{"type":"null"},
      {"type":"object","required":["op"],"properties":{"op":{"const":"a"},"x":{"type":"integer"}}},
      {"type":"object","required":["op"],"properties":{"op":{"const":"b"}}},
      {"type":"object","required":["y"]}]})");
  EXPECT_EQ(verdict(validator, "null"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"op":"a","x":1})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"op":"a","x":"1"})"), Verdict::kInvalid);
  EXPECT_EQ(verdict(validator, R"({"op":"b"})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"op":"c"})"), Verdict::kInvalid);
  EXPECT_EQ(verdict(validator, R"({"op":"c","y":1})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"op":"b","y":1})"), Verdict::kInvalid);  // two match
  EXPECT_EQ(verdict(validator, "1"), Verdict::kInvalid);
}

}  // namespace
}  // namespace schemagate::json_schema
