#include "gateway/cli/whatif.h"

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "a2a/json/tree.h"
#include "extension/schema_interaction/schema_template.h"
#include "gateway/cli/candidate.h"
#include "gateway/cli/input.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"
#include "gateway/cli/traffic.h"

namespace schemagate::cli {
namespace {

using a2a::JsonTree;
using a2a::client::Outcome;

constexpr std::size_t kReasonsMax = 1'000;  // told apart
constexpr std::size_t kNamedMax = 100;      // payloads of one reason
constexpr std::size_t kShownMax = 3;        // for readers

struct Reason {
  std::size_t count = 0;
  std::vector<std::string> where;
};

struct Findings {
  std::size_t payloads = 0;
  std::size_t others = 0;   // of other schemas
  std::size_t breaks = 0;   // would be refused
  std::size_t already = 0;  // of these, refused by what is in force
  std::map<std::string, Reason> reasons;
};

// Values of users are none of a reason: where it is, and which rule. "/cabin_class: enum".
std::string reason_of(const json_schema::Violation& violation) {
  std::string place = violation.instance_pointer.empty() ? "/" : violation.instance_pointer;
  if (!violation.missing.empty()) place += (place == "/" ? "" : "/") + violation.missing;
  if (!violation.missing.empty()) return place + ": is required";
  if (violation.keyword == "additionalProperties") return place + ": is no key";
  if (violation.keyword == "false") return place + ": unknown key";
  std::string reason = place + ": " + violation.keyword;
  if (!violation.expected.empty()) reason += " " + violation.expected;
  return reason;
}

bool is_of(const SentPayload& sent, const std::vector<std::string>& names) {
  if (names.empty() || (sent.schema.empty() && sent.scenario.empty())) return true;
  return std::ranges::any_of(names, [&sent](const std::string& name) {
    return name == sent.schema ||
           (!sent.scenario.empty() && schema_interaction::is_same_scenario(name, sent.scenario));
  });
}

void add(Findings& findings, const json_schema::Report& report, std::string_view where) {
  std::vector<std::string> told;
  for (const auto& violation : report.violations) {
    std::string reason = reason_of(violation);
    if (std::ranges::find(told, reason) == told.end()) told.push_back(std::move(reason));
  }
  if (told.empty()) told.push_back("/: beyond a limit (" + report.limit + ")");
  for (const std::string& reason : told) {
    if (findings.reasons.size() >= kReasonsMax && !findings.reasons.contains(reason)) continue;
    Reason& known = findings.reasons[reason];
    ++known.count;
    if (known.where.size() < kNamedMax) known.where.emplace_back(where);
  }
}

void show(const Findings& findings, std::size_t unread, std::ostream& out) {
  const std::size_t broken = findings.breaks - findings.already;
  out << findings.payloads << " payloads, " << broken << " would be refused that are taken now";
  if (findings.already > 0) out << ", " << findings.already << " are refused now, too";
  if (findings.others > 0) out << "; " << findings.others << " of other schemas";
  if (unread > 0) out << "; " << unread << " lines are no payload";
  out << "\n";
  std::vector<std::pair<std::string, Reason>> reasons(findings.reasons.begin(), findings.reasons.end());
  std::ranges::stable_sort(reasons, std::greater{}, [](const auto& each) { return each.second.count; });
  for (const auto& [text, reason] : reasons) {
    out << "  " << reason.count << "  " << printable_line(text) << "  (";
    for (std::size_t i = 0; i < std::min(reason.where.size(), kShownMax); ++i)
      out << (i == 0 ? "" : ", ") << printable_line(reason.where[i]);
    out << (reason.count > kShownMax ? ", …)\n" : ")\n");
  }
}

std::string json_of(const Findings& findings, std::size_t unread) {
  JsonTree reasons = JsonTree::array();
  for (const auto& [text, reason] : findings.reasons)
    reasons.push_back({{"reason", text}, {"count", reason.count}, {"payloads", reason.where}});
  return a2a::dump_tree(JsonTree{{"payloads", findings.payloads},
                                 {"would_be_refused", findings.breaks - findings.already},
                                 {"refused_now", findings.already},
                                 {"of_other_schemas", findings.others},
                                 {"unread", unread},
                                 {"reasons", std::move(reasons)}});
}

Outcome<Candidate> read_candidate(const std::string& file, const std::string& text, const std::string& base) {
  auto candidate = Candidate::read(text, base);
  if (!candidate)
    return a2a::client::failed(a2a::client::Cause::kArgument, file + ": " + candidate.error().message);
  return *std::move(candidate);
}

// What is held against the candidate, and against what is in force.
class Trial {
 public:
  Trial(const Candidate& candidate, const std::optional<Candidate>& base, std::vector<std::string> of)
      : candidate_(candidate), base_(base), of_(std::move(of)) {
    if (!of_.empty()) return;
    of_ = candidate.names();
    if (base_) std::ranges::copy(base_->names(), std::back_inserter(of_));
  }

  void look_at(const SentPayload& sent) {
    if (!is_of(sent, of_)) {
      ++findings_.others;
      return;
    }
    ++findings_.payloads;
    const auto report = candidate_.explain(sent.data);
    if (report.verdict == json_schema::Verdict::kValid) return;
    ++findings_.breaks;
    if (base_ && base_->explain(sent.data).verdict != json_schema::Verdict::kValid) {
      ++findings_.already;
    } else {
      add(findings_, report, sent.where);
    }
  }
  const Findings& findings() const { return findings_; }

 private:
  const Candidate& candidate_;
  const std::optional<Candidate>& base_;
  std::vector<std::string> of_;
  Findings findings_;
};

Outcome<std::optional<Candidate>> read_base(const std::string& file, const std::string& text) {
  if (file.empty()) return std::optional<Candidate>();
  auto base = read_candidate(file, text, "");
  if (!base) return std::unexpected(base.error());
  return std::optional(*std::move(base));
}

}  // namespace

int what_if(const WhatIfOptions& options, const Console& console) {
  const auto base_text = options.base.empty() ? Outcome<std::string>("") : read_file(console, options.base);
  if (!base_text) return report(console, options.output, base_text.error());
  const auto base = read_base(options.base, *base_text);
  if (!base) return report(console, options.output, base.error());
  const auto text = read_file(console, options.schema);
  if (!text) return report(console, options.output, text.error());
  const auto candidate = read_candidate(options.schema, *text, *base_text);
  if (!candidate) return report(console, options.output, candidate.error());
  Trial trial(*candidate, *base, options.of);
  const auto read = for_each_payload(options.traffic, options.config, console,
                                     [&trial](const SentPayload& sent) { trial.look_at(sent); });
  if (!read) return report(console, options.output, read.error());
  const Findings& findings = trial.findings();
  if (options.output == Output::kJson) {
    print_json(console, json_of(findings, read->unread));
  } else {
    show(findings, read->unread, console.out);
  }
  return findings.breaks == findings.already ? kDone : kRefused;
}

}  // namespace schemagate::cli
