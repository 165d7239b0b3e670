#include "extension/evolution/settings.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

namespace schemagate::evolution {
namespace {

using a2a::JsonTree;
using std::string_view;

// A member that is a number: where it goes, and its range.
struct Real {
  double Settings::* to;
  double min;
  double max;
};
struct Whole {
  std::size_t Settings::* to;
  std::size_t min;
  std::size_t max;
};
struct Flag {
  bool Settings::* to;
};
struct Row {
  string_view name;
  std::variant<Real, Whole, Flag> value;
};

constexpr auto kRows = std::to_array<Row>({
    {"theta", Real{&Settings::theta, 0.05, 1}},
    {"model_theta", Real{&Settings::model_theta, 0.05, 1}},
    {"merge_theta", Real{&Settings::merge_theta, 0.05, 2}},
    {"heat", Real{&Settings::heat, 0.1, 1e6}},
    {"half_life_hours", Real{&Settings::half_life_hours, 0.01, 8760}},
    {"increment", Real{&Settings::increment, 0.001, 1e6}},
    {"client_share", Real{&Settings::client_share, 0.001, 1000}},
    {"per_tenant", Whole{&Settings::per_tenant, 1, 1'000'000}},
    {"minimum_clients", Whole{&Settings::minimum_clients, 1, 1'000'000}},
    {"minimum_occurrences", Whole{&Settings::minimum_occurrences, 1, 1'000'000}},
    {"window_days", Real{&Settings::window_days, 0.01, 365}},
    {"minimum_texts", Whole{&Settings::minimum_texts, 0, 1000}},
    {"minimum_age_hours", Real{&Settings::minimum_age_hours, 0, 8760}},
    {"per_minute", Whole{&Settings::per_minute, 1, 1'000'000}},
    {"per_day", Whole{&Settings::per_day, 1, 100'000'000}},
    {"client_patches", Flag{&Settings::client_patches}},
    {"active_keys", Whole{&Settings::active_keys, 1, 10'000}},
    {"client_keys", Whole{&Settings::client_keys, 1, 10'000}},
    {"trial_days", Real{&Settings::trial_days, 0.001, 365}},
    {"grace_days", Real{&Settings::grace_days, 0.001, 365}},
    {"acceptance_days", Real{&Settings::acceptance_days, 0.001, 365}},
    {"life_days", Real{&Settings::life_days, 0.001, 3650}},
    {"observation_days", Whole{&Settings::observation_days, 1, 31}},
    {"minimum_payloads", Whole{&Settings::minimum_payloads, 1, 1'000'000'000}},
    {"minimum_payload_clients", Whole{&Settings::minimum_payload_clients, 1, 1'000'000}},
    {"cluster_only", Flag{&Settings::cluster_only}},
    {"placeholders", Flag{&Settings::placeholders}},
    {"stop_words", Flag{&Settings::stop_words}},
});

using Problem = std::optional<std::string>;

Problem expected(string_view what) {
  return "expected " + std::string(what);
}

std::string range(double min, double max) {
  return "a number from " + a2a::dump_tree(JsonTree(min)) + " to " + a2a::dump_tree(JsonTree(max));
}

Problem set(Settings& settings, const Row& row, const JsonTree& value) {
  if (const auto* flag = std::get_if<Flag>(&row.value)) {
    if (!value.is_boolean()) return expected("true or false");
    settings.*flag->to = value.get<bool>();
    return std::nullopt;
  }
  if (const auto* real = std::get_if<Real>(&row.value)) {
    const double number = value.is_number() ? value.get<double>() : NAN;
    if (!(number >= real->min && number <= real->max)) return expected(range(real->min, real->max));
    settings.*real->to = number;
    return std::nullopt;
  }
  const auto& whole = std::get<Whole>(row.value);
  const double number = value.is_number() ? value.get<double>() : NAN;
  const auto min = static_cast<double>(whole.min);
  const auto max = static_cast<double>(whole.max);
  if (!(number >= min && number <= max && number == std::floor(number))) {
    return expected("a whole number from " + std::to_string(whole.min) + " to " + std::to_string(whole.max));
  }
  settings.*whole.to = static_cast<std::size_t>(number);
  return std::nullopt;
}

// Members that are words.
Problem set_word(Settings& settings, string_view name, const JsonTree& value) {
  const std::string word = value.is_string() ? value.get<std::string>() : "";
  if (name == "mode") {
    if (word != "propose" && word != "automatic") return expected("\"propose\" or \"automatic\"");
    settings.mode = word == "propose" ? Mode::kPropose : Mode::kAutomatic;
  } else if (name == "exceeds") {
    if (word.empty()) return expected("\"strict\", or another word for at least");
    settings.strict = word == "strict";
  } else if (name == "decision") {
    if (word != "exact" && word != "wilson") return expected("\"wilson\" or \"exact\"");
    settings.decision = word == "exact" ? Decision::kExact : Decision::kWilson;
  }
  return std::nullopt;
}

bool is_word_member(string_view name) {
  return name == "mode" || name == "exceeds" || name == "decision";
}

Problem set_member(Settings& settings, string_view name, const JsonTree& value) {
  if (name == "profile" || name == "schemas") return std::nullopt;
  if (is_word_member(name)) return set_word(settings, name, value);
  if (name == "minimum_members") {
    Settings read;
    const Row row{name, Whole{&Settings::minimum_texts, 0, 1'000'000}};
    if (auto problem = set(read, row, value)) return problem;
    settings.minimum_members = read.minimum_texts;
    return std::nullopt;
  }
  for (const Row& row : kRows) {
    if (row.name == name) return set(settings, row, value);
  }
  return "is not known";
}

}  // namespace

std::optional<Settings> profile(string_view name) {
  Settings settings;
  if (name == "embedded") return settings;
  if (name != "embedding_service") return std::nullopt;
  settings.theta = 0.85;
  settings.heat = 50;
  return settings;
}

a2a::Result<Settings> read_settings(const JsonTree& tree) {
  if (!tree.is_object())
    return a2a::fail(a2a::ErrorCode::kInvalidParams, "the configuration is no JSON object");
  std::string name = "embedded";
  if (const JsonTree* member = a2a::find_member(tree, "profile")) {
    name = member->is_string() ? member->get<std::string>() : "";
  }
  auto settings = profile(name);
  if (!settings) {
    return a2a::fail(a2a::ErrorCode::kInvalidParams,
                     "profile: expected \"embedded\" or \"embedding_service\"");
  }
  for (const auto& [member, value] : tree.items()) {
    if (const auto problem = set_member(*settings, member, value)) {
      return a2a::fail(a2a::ErrorCode::kInvalidParams, member + ": " + *problem);
    }
  }
  return *settings;
}

}  // namespace schemagate::evolution
