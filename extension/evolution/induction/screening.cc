#include "extension/evolution/induction/screening.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "a2a/text/ascii.h"
#include "a2a/text/hidden_character.h"
#include "a2a/text/utf8.h"
#include "extension/evolution/text/fold.h"

namespace schemagate::evolution {
namespace {

using std::string_view;

constexpr std::size_t kWordBytesMax = 40;
constexpr std::size_t kTextBytesMax = 2000;
constexpr std::size_t kReach = 7;  // words between what is done and what it is done to

template <std::size_t kSize>
bool is_in(const std::array<string_view, kSize>& list, string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// Anywhere in the text.
constexpr auto kMarks = std::to_array<string_view>(
    {"system:", "assistant:", "user:",       "developer:", "human:", "ai:",        "<|",
     "|>",      "[inst",      "<<sys",       "###",        "```",    "</",         "<script",
     "<img",    "<iframe",    "{{",          "}}",         "${",     "http:",      "https:",
     "www.",    "://",        "javascript:", "data:text",  "\\n",    "drop table", "union select",
     "; rm ",   "&&",         "$(",          "<!--",       "-->",    "eval("});

// Words on their own.
constexpr auto kPhrases = std::to_array<string_view>({"you are now",
                                                      "you are a",
                                                      "you are an",
                                                      "act as",
                                                      "acting as",
                                                      "pretend to",
                                                      "pretend you",
                                                      "pretend that",
                                                      "role play",
                                                      "roleplay",
                                                      "from now on",
                                                      "new instruction",
                                                      "new instructions",
                                                      "system prompt",
                                                      "system message",
                                                      "developer mode",
                                                      "jailbreak",
                                                      "do anything now",
                                                      "dan mode",
                                                      "language model",
                                                      "as an ai",
                                                      "you must",
                                                      "you should always",
                                                      "always respond",
                                                      "always answer",
                                                      "always reply",
                                                      "always return",
                                                      "always set",
                                                      "always choose",
                                                      "always include",
                                                      "respond with",
                                                      "respond only",
                                                      "reply with",
                                                      "reply only",
                                                      "answer with",
                                                      "answer only",
                                                      "tell the user",
                                                      "tell users",
                                                      "tell every",
                                                      "following instructions",
                                                      "these instructions",
                                                      "your instructions",
                                                      "the instructions",
                                                      "admin mode",
                                                      "god mode",
                                                      "debug mode",
                                                      "sudo",
                                                      "base64",
                                                      "execute",
                                                      "run the command",
                                                      "run this command",
                                                      "call the function",
                                                      "tool call",
                                                      "function call",
                                                      "end of prompt",
                                                      "prompt injection",
                                                      "chatgpt",
                                                      "gpt",
                                                      "llm",
                                                      "prompt injection",
                                                      "override",
                                                      "exfiltrate",
                                                      "backdoor",
                                                      "instead of the",
                                                      "do not tell",
                                                      "never mention",
                                                      "never refuse",
                                                      "attention ai",
                                                      "dear ai",
                                                      "important message",
                                                      "top priority",
                                                      "highest priority",
                                                      "set the default",
                                                      "must be set",
                                                      "mark as approved",
                                                      "approve all",
                                                      "auto approve"});

// What is done to rules, and which rules. The first verbs say it of anything, the others of rules alone.
constexpr auto kSetsAside =
    std::to_array<string_view>({"ignore", "ignoring", "disregard", "disregarding", "forget", "overrule",
                                "supersede", "circumvent", "violate", "neglect"});
constexpr auto kRules = std::to_array<string_view>(
    {"instruction", "instructions", "previous",   "prior",        "above",      "earlier",  "preceding",
     "rules",       "rule",         "guidelines", "restrictions", "policy",     "policies", "constraints",
     "safeguards",  "filters",      "safety",     "training",     "directives", "commands", "context",
     "everything",  "validation",   "schema",     "system",       "security",   "limits",   "told"});
constexpr auto kTakesAway = std::to_array<string_view>({"skip", "stop", "erase", "delete", "drop", "disable",
                                                        "discard", "dismiss", "break", "replace", "remove"});
constexpr auto kRulesAlone = std::to_array<string_view>(
    {"instruction", "instructions", "guidelines", "safeguards", "directives", "validation", "schema"});
constexpr auto kGivesAway = std::to_array<string_view>(
    {"reveal",    "print",  "output",   "repeat", "display", "leak",     "expose", "dump",  "send",
     "email",     "mail",   "forward",  "post",   "upload",  "transmit", "fetch",  "read",  "return",
     "list",      "show",   "disclose", "share",  "export",  "copy",     "append", "write", "translate",
     "summarize", "encode", "collect",  "steal",  "give",    "tell"});
constexpr auto kSecrets = std::to_array<string_view>(
    {"instructions", "secret", "secrets", "password", "passwords", "credential", "credentials", "api",
     "database", "configuration", "conversation", "conversations", "confidential"});

// Where blanks and marks are left out.
constexpr auto kSqueezed = std::to_array<string_view>(
    {"ignoreprevious",       "ignoreallprevious", "ignoreallinstructions", "ignoretheprevious",
     "ignoreprior",          "ignoreallprior",    "ignoretheabove",        "ignoreallabove",
     "ignoreyour",           "disregardprevious", "disregardall",          "disregardthe",
     "forgetprevious",       "forgetall",         "forgeteverything",      "systemprompt",
     "developermode",        "youarenow",         "newinstructions",       "jailbreak",
     "previousinstructions", "priorinstructions"});

constexpr auto kOtherTongues = std::to_array<string_view>(
    {"ignoriere",  "ignorieren sie", "vergiss alle",  "vergessen sie", "missachte",     "anweisungen",
     "ignorez",    "ignore les",     "ignore toutes", "oubliez",       "oublie les",    "consignes",
     "ignora las", "ignora todas",   "ignora le",     "ignora tutte",  "instrucciones", "istruzioni",
     "instruções", "instrucoes",     "olvida",        "olvide las",    "ignoruj",       "negeer",
     "忽略",       "无视",           "無視",          "忘记",          "指示",          "指令",
     "命令",       "提示词",         "プロンプト",    "システム",      "игнориру",      "проигнориру",
     "забудь",     "инструкци",      "تجاهل",         "التعليمات",     "무시",          "지시",
     "अनदेखा",      "निर्देश"});

constexpr auto kSecurityWords =
    std::to_array<string_view>({"pay",          "paid",          "pays",          "paying",
                                "payment",      "payments",      "payer",         "prepay",
                                "card",         "cards",         "credit",        "debit",
                                "iban",         "bic",           "bank",          "banks",
                                "banking",      "account",       "accounts",      "invoice",
                                "invoices",     "billing",       "bill",          "billed",
                                "refund",       "refunds",       "wallet",        "crypto",
                                "bitcoin",      "paypal",        "cash",          "cheque",
                                "wire",         "cvv",           "cvc",           "password",
                                "passwort",     "passphrase",    "passwords",     "passcode",
                                "pin",          "otp",           "token",         "tokens",
                                "login",        "logins",        "signin",        "credential",
                                "credentials",  "secret",        "secrets",       "key",
                                "keys",         "apikey",        "identity",      "identification",
                                "passport",     "passports",     "ssn",           "license",
                                "licence",      "visa",          "biometric",     "fingerprint",
                                "verification", "verify",        "authenticate",  "authentication",
                                "authorize",    "authorise",     "authorization", "authorisation",
                                "permission",   "permissions",   "role",          "roles",
                                "admin",        "administrator", "privilege",     "privileges",
                                "impersonate",  "unlock",        "security",      "2fa",
                                "mfa",          "sso",           "certificate"});

constexpr auto kReservedNames = std::to_array<string_view>({"other",
                                                            "schema_id",
                                                            "scenario",
                                                            "keys",
                                                            "key_name",
                                                            "key_type",
                                                            "required",
                                                            "default_value",
                                                            "semantic_description",
                                                            "experimental",
                                                            "deprecated",
                                                            "method",
                                                            "params",
                                                            "patch_id",
                                                            "parent_schema_id",
                                                            "new_keys",
                                                            "modified_keys",
                                                            "schema_update_suggestion",
                                                            "response_schema",
                                                            "metadata",
                                                            "name",
                                                            "type"});

std::vector<string_view> words_of(string_view text) {
  std::vector<string_view> words;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool inside = at < text.size() && (a2a::text::is_letter_or_digit(text[at]) ||
                                             !a2a::text::is_ascii(text[at]) || text[at] == '\'');
    if (inside) continue;
    if (at > begin) words.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  }
  return words;
}

std::string joined(const std::vector<string_view>& words) {
  std::string text = " ";
  for (const string_view word : words) {
    text += word;
    text += ' ';
  }
  return text;
}

// In a line as joined() makes it, with a blank on either side of each word.
bool has_words(string_view line, string_view phrase) {
  for (std::size_t at = line.find(phrase); at != line.npos; at = line.find(phrase, at + 1)) {
    if (line[at - 1] == ' ' && line[at + phrase.size()] == ' ') return true;
  }
  return false;
}

template <std::size_t kVerbs, std::size_t kObjects>
bool does_to(const std::vector<string_view>& words, const std::array<string_view, kVerbs>& verbs,
             const std::array<string_view, kObjects>& objects) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_in(verbs, words[at])) continue;
    for (std::size_t to = at + 1; to < words.size() && to <= at + kReach; ++to) {
      if (is_in(objects, words[to])) return true;
    }
  }
  return false;
}

// Letters alone, digits read as the letters that they look like.
std::string squeezed(string_view text) {
  constexpr string_view kDigits = "013457@$!";
  constexpr string_view kLetters = "oieastasi";
  std::string out;
  for (const char c : text) {
    const std::size_t place = kDigits.find(c);
    if (place != kDigits.npos) {
      out += kLetters[place];
    } else if (a2a::text::is_letter(c)) {
      out += c;
    }
  }
  return out;
}

bool has_any(string_view text, std::span<const string_view> list) {
  return std::ranges::any_of(list, [text](string_view each) { return text.contains(each); });
}

bool instructs(string_view text) {
  if (has_any(text, kMarks)) return true;
  const auto words = words_of(text);
  const std::string line = joined(words);
  if (std::ranges::any_of(kPhrases, [&line](string_view phrase) { return has_words(line, phrase); }))
    return true;
  // In either order: "previous instructions: ignore them".
  return does_to(words, kRulesAlone, kSetsAside) || does_to(words, kSetsAside, kRules) ||
         does_to(words, kTakesAway, kRulesAlone) || does_to(words, kGivesAway, kSecrets) ||
         has_any(squeezed(text), kSqueezed);
}

}  // namespace

bool is_instructing(string_view received) {
  const std::string lower = lower_case(fold(received));
  return has_any(lower, kOtherTongues) || instructs(latin_look(lower));
}

bool is_security_relevant(string_view word) {
  return is_in(kSecurityWords, word);
}

bool is_publishable_word(string_view word) {
  if (word.empty() || word.size() > kWordBytesMax || is_instructing(word)) return false;
  return !is_in(kSetsAside, word) && std::ranges::all_of(word, [](char c) {
    return a2a::text::is_letter_or_digit(c) || !a2a::text::is_ascii(c);
  });
}

bool is_publishable_text(string_view text) {
  if (text.empty() || text.size() > kTextBytesMax || !a2a::text::is_utf8(text)) return false;
  for (std::size_t at = 0; at < text.size();) {
    if (a2a::text::is_hidden_character(a2a::text::decode(text, at))) return false;
  }
  return !has_any(text, kMarks) && !has_any(squeezed(lower_case(text)), kSqueezed);
}

bool is_reserved_name(string_view name) {
  return is_in(kReservedNames, name);
}

}  // namespace schemagate::evolution
