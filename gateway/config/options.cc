#include "gateway/config/options.h"

#include <concepts>
#include <utility>

#include "gateway/config/text.h"

namespace schemagate {
namespace {

std::string between(const std::string& min, const std::string& max) {
  return min + " to " + max;
}

// What documentation says of an option: its default and its range.
using Words = std::pair<std::string, std::string>;

Words words_of(const option::Special& type, const auto&) {
  return {std::string(type.by_default), std::string(type.range)};
}
template <class Values>
Words words_of(const option::Flag<Values>& type, const Values& initial) {
  return {initial.*type.member ? "true" : "false", ""};
}
template <class Values>
Words words_of(const option::Count<Values>& type, const Values& initial) {
  return {std::to_string(initial.*type.member),
          between(std::to_string(type.range.min), std::to_string(type.range.max))};
}
template <class Values>
Words words_of(const option::Size<Values>& type, const Values& initial) {
  return {format_size(initial.*type.member),
          between(format_size(type.range.min), format_size(type.range.max))};
}
template <class Values, class Unit>
Words words_of(const option::Duration<Values, Unit>& type, const Values& initial) {
  constexpr bool kInSeconds = std::same_as<Unit, std::chrono::seconds>;
  return {format_duration(initial.*type.member),
          between(format_duration(type.range.min), format_duration(type.range.max)) +
              (kInSeconds ? ", whole seconds" : "")};
}
template <class Values>
Words words_of(const option::Choice<Values>& type, const Values& initial) {
  std::string choices;
  for (const auto each : type.choices) choices += (choices.empty() ? "" : " ") + std::string(each);
  return {initial.*type.member, choices};
}

template <class Values, std::size_t N>
void append_rows(std::vector<OptionRow>& rows, std::string_view section,
                 const std::array<Option<Values>, N>& options) {
  const Values initial{};
  for (const Option<Values>& each : options) {
    auto [by_default, range] =
        std::visit([&](const auto& type) { return words_of(type, initial); }, each.type);
    rows.push_back(
        {std::string(section), std::string(each.name), std::move(by_default), std::move(range), each.reload});
  }
}

}  // namespace

std::string_view name(Reload reload) {
  switch (reload) {
    case Reload::kNewWork:
      return "new work";
    case Reload::kRestart:
      return "restart";
  }
  std::unreachable();
}

std::vector<OptionRow> option_rows() {
  std::vector<OptionRow> rows;
  append_rows(rows, "", options::kProcess);
  append_rows(rows, "listeners.*", options::kListeners);
  append_rows(rows, "listeners.*.certificates.*", options::kCertificates);
  append_rows(rows, "log", options::kLog);
  append_rows(rows, "audit", options::kAudit);
  append_rows(rows, "limits", options::kListener);
  append_rows(rows, "limits", options::kGateway);
  append_rows(rows, "limits", options::kDrain);
  append_rows(rows, "limits.upstream", options::kUpstream);
  append_rows(rows, "limits.upstream", options::kAnswers);
  append_rows(rows, "ledger", options::kLedger);
  append_rows(rows, "context_store", options::kContextStore);
  append_rows(rows, "context_store.readers.*", options::kContextReader);
  append_rows(rows, "context_sources.*", options::kContextSource);
  append_rows(rows, "signing", options::kSigning);
  append_rows(rows, "admin", options::kAdmin);
  append_rows(rows, "authentication", options::kAuthentication);
  append_rows(rows, "authentication.api_keys", options::kApiKeys);
  append_rows(rows, "authentication.api_keys.keys.*", options::kApiKey);
  append_rows(rows, "authentication.client_certificates", options::kCertificateMethod);
  append_rows(rows, "authentication.client_certificates.clients.*", options::kCertificateClient);
  append_rows(rows, "authentication.tokens.*", options::kTokens);
  append_rows(rows, "rules.*", options::kRule);
  append_rows(rows, "quotas.*", options::kQuota);
  append_rows(rows, "push", options::kPush);
  append_rows(rows, "push", options::kPushReceivers);
  append_rows(rows, "push", options::kPushRetry);
  append_rows(rows, "push", options::kPushDelivery);
  append_rows(rows, "agents.*", options::kAgent);
  append_rows(rows, "agents.*.agent_context", options::kAgentContext);
  append_rows(rows, "agents.*.planner", options::kPlanner);
  append_rows(rows, "agents.*.evolution", options::kEvolution);
  append_rows(rows, "agents.*.evolution.embedding", options::kEmbedding);
  append_rows(rows, "agents.*.hidden_fields.*", options::kHiddenField);
  append_rows(rows, "agents.*.upstream", options::kAgentUpstream);
  append_rows(rows, "agents.*.upstream.tls", options::kAgentTls);
  append_rows(rows, "agents.*.upstream.credentials", options::kCredentials);
  append_rows(rows, "agents.*.upstream.credentials.oauth2", options::kAgentTokens);
  append_rows(rows, "agents.*.upstream.credentials.caller", options::kCallerToken);
  append_rows(rows, "agents.*.skills.*", options::kSkill);
  return rows;
}

}  // namespace schemagate
