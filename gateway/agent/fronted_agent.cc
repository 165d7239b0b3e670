#include "gateway/agent/fronted_agent.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>
#include <utility>

#include "gateway/agent/agent_tokens.h"
#include "gateway/agent/caller_snapshots.h"
#include "gateway/agent/card_trust.h"

namespace schemagate {
namespace {

constexpr a2a::JsonLimits kCardLimits = {.bytes_max = 4 << 20, .depth_max = 128};

// "card /skills: …; /skills/0/inputModes/1: …; and 7 more"; empty when nothing is fatal.
std::string fatal_problems(const std::vector<object_schemas::CardProblem>& problems) {
  constexpr std::size_t kToldMax = 5;
  std::string told;
  std::size_t count = 0;
  for (const object_schemas::CardProblem& problem : problems) {
    if (!problem.fatal || ++count > kToldMax) continue;
    told.append(told.empty() ? "card " : "; ").append(problem.path).append(": ").append(problem.message);
  }
  if (count > kToldMax) told += "; and " + std::to_string(count - kToldMax) + " more";
  return told;
}

// nullptr: the agent needs none.
std::shared_ptr<AgentTokens> make_tokens(const UpstreamCredentials& credentials) {
  constexpr std::size_t kExchangesAtOnce = 4;
  if (!credentials.tokens) return nullptr;
  const bool exchanges = credentials.exchanges();
  const auto fetch = [settings = *credentials.tokens, exchanges](const std::string& subject,
                                                                 const std::stop_token& stop) {
    const a2a::client::TokenEndpoint endpoint = settings.endpoint_now();
    return exchanges ? a2a::client::exchange_token(endpoint, subject, stop)
                     : a2a::client::fetch_token(endpoint, stop);
  };
  return std::make_shared<AgentTokens>(
      AgentTokensOptions{.fetch = fetch, .threads = exchanges ? kExchangesAtOnce : 1});
}

// No call waits longer for an answer. A program may take its time until it reads for the first time.
std::chrono::milliseconds silence_max(const AgentConfig& config) {
  constexpr std::chrono::milliseconds kLeast{30'000};
  return std::max({config.request_timeout, config.stall_timeout, kLeast});
}

// nullptr: the agent is none. When it ends, its card is asked for at once: that tells whether it came back.
std::shared_ptr<process::AgentProcess> make_process(const AgentConfig& config,
                                                    const FrontedAgent::ProcessSettings& settings,
                                                    const std::shared_ptr<std::atomic<bool>>& call_failed) {
  if (!config.command) return nullptr;
  return std::make_shared<process::AgentProcess>(
      process::AgentProcessOptions{.agent = config.name,
                                   .command = *config.command,
                                   .log = settings.log,
                                   .line_bytes_max = settings.line_bytes_max,
                                   .memory = settings.memory,
                                   .restarts_in_a_row_max = config.command_restarts,
                                   .silence_max = silence_max(config),
                                   .on_ended = [call_failed] { call_failed->store(true); }});
}

bool runs_the_same(const AgentConfig& one, const AgentConfig& other) {
  return one.command == other.command && one.command_restarts == other.command_restarts &&
         silence_max(one) == silence_max(other);
}

std::shared_ptr<const AgentSnapshot> first_snapshot(std::shared_ptr<const AgentConfig> config,
                                                    const FrontedAgent::ProcessSettings& settings,
                                                    const FrontedAgent* before) {
  AgentSnapshot first{.configuration = std::move(config), .problem = card_not_read()};
  first.tokens = make_tokens(first.config().credentials);
  const auto last = before == nullptr ? nullptr : before->snapshot();
  if (last && last->process && runs_the_same(last->config(), first.config())) {
    first.call_failed = last->call_failed;
    first.process = last->process;
  } else {
    first.process = make_process(first.config(), settings, first.call_failed);
  }
  return std::make_shared<const AgentSnapshot>(std::move(first));
}

std::shared_ptr<const a2a::signature::PrivateKey> shared(std::optional<a2a::signature::PrivateKey> signer) {
  return signer ? std::make_shared<const a2a::signature::PrivateKey>(*std::move(signer)) : nullptr;
}

// Of a master, which nobody calls.
a2a::Result<UpstreamEndpoint> own_endpoint() {
  UpstreamEndpoint endpoint;
  endpoint.streaming = true;
  return endpoint;
}

}  // namespace

FrontedAgent::FrontedAgent(AgentConfig config, std::optional<a2a::signature::PrivateKey> signer,
                           const ProcessSettings& process, const FrontedAgent* before)
    : name_(config.name),
      signer_(shared(std::move(signer))),
      configured_(std::make_shared<const AgentConfig>(std::move(config))),
      status_(Status{first_snapshot(configured_, process, before)}),
      call_failed_(snapshot()->call_failed) {}

std::shared_ptr<const AgentSnapshot> FrontedAgent::snapshot() const {
  return status_.with([](const Status& status) { return status.snapshot; });
}

void FrontedAgent::replace(Status& status, std::shared_ptr<const PublishedAgent> published,
                           std::optional<AgentProblem> problem) {
  AgentSnapshot next = *status.snapshot;
  next.published = std::move(published);
  next.problem = std::move(problem);
  if (next.evolved) next.callers = std::make_shared<CallerSnapshots>();
  status.snapshot = std::make_shared<const AgentSnapshot>(std::move(next));
}

void FrontedAgent::set_problem(AgentProblem problem) {
  status_.with([&](Status& status) { replace(status, status.snapshot->published, std::move(problem)); });
}

bool FrontedAgent::take_call_failure() const {
  return call_failed_->load(std::memory_order_relaxed) && call_failed_->exchange(false);
}

namespace {

// Cards that declare one version and speak the other exist, so it is used; one that tells the truth is heard
// of.
std::optional<object_schemas::CardProblem> doubt_of_version(const UpstreamEndpoint& endpoint,
                                                            const a2a::JsonTree& card) {
  if (!endpoint.version_undeclared) return std::nullopt;
  const std::string version(a2a::wire::name(endpoint.protocol.version));
  return object_schemas::CardProblem{
      false, card.contains("supportedInterfaces") ? "/supportedInterfaces" : "/protocolVersion",
      "offers no interface of A2A " + version +
          ", in which upstream.version has the agent called: " + "if it does not speak it, every call fails"};
}

// What is passed on unchecked from now on, or since one of the cards before.
std::vector<std::string> lost_schemas(const AgentSnapshot& before, const object_schemas::Contract& now) {
  if (!now.schemas.empty() || !before.published) return {};
  if (!before.published->lost_schemas.empty()) return before.published->lost_schemas;
  std::vector<std::string> lost;
  for (const auto& [name, schema] : before.contract().schemas) lost.push_back(name);
  return lost;
}

std::vector<PublishedElsewhere> elsewhere(std::vector<PublishedCards> cards,
                                          std::vector<CardIdentity> identities) {
  std::vector<PublishedElsewhere> made;
  made.reserve(cards.size());
  for (std::size_t i = 0; i < cards.size(); ++i)
    made.push_back({std::move(cards[i]), std::move(identities[i])});
  return made;
}

}  // namespace

struct FrontedAgent::Publication {
  std::shared_ptr<const PublishedAgent> agent;
  CardUpdate update;
};

CardIdentity FrontedAgent::identity(std::string_view public_url) const {
  CardIdentity identity{.base_url = std::string(public_url) + "/" + name_};
  if (!signer_) return identity;
  identity.signer = signer_;
  identity.key_set_url = std::string(public_url) + std::string(kKeySetPath);
  return identity;
}

CardIdentity FrontedAgent::identity_at(const PublicAddress& address, std::string_view public_url) const {
  CardIdentity at = identity(address.url.empty() ? public_url : address.url);
  at.takes_certificates = address.takes_certificates;
  at.context_store = std::string(public_url) + "/contexts";  // references are signed for that alone
  return at;
}

a2a::Result<FrontedAgent::Publication> FrontedAgent::publish(const AgentConfig& config,
                                                             std::string_view card_text,
                                                             std::string_view public_url,
                                                             const RestProbe& probe) const {
  auto card = a2a::parse_tree(card_text, kCardLimits);
  if (!card) return std::unexpected(card.error());
  auto trusted = trust_card(*std::move(card), config);
  if (!trusted) return std::unexpected(trusted.error());
  auto endpoint = config.master != nullptr ? own_endpoint() : find_endpoint(trusted->card, config);
  if (!endpoint) return std::unexpected(endpoint.error());
  if (probe) endpoint->protocol = probe(*endpoint).value_or(endpoint->protocol);
  const bool has_url = config.master == nullptr && !config.command;
  auto url = has_url ? net::parse_url(endpoint->url) : net::Url();
  if (!url) return a2a::fail(a2a::ErrorCode::kInvalidParams, std::move(url.error().detail));
  const std::vector<PublicAddress>& addresses = config.public_addresses;
  CardIdentity published_as = identity_at(addresses.front(), public_url);
  std::vector<CardIdentity> further;
  for (const PublicAddress& each : std::views::drop(addresses, 1))
    further.push_back(identity_at(each, public_url));
  CardResult published = publish_card(trusted->card, config, published_as, further);
  if (std::string fatal = fatal_problems(published.problems); !fatal.empty())
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::move(fatal));
  if (auto doubt = doubt_of_version(*endpoint, trusted->card))
    published.problems.push_back(*std::move(doubt));
  auto lost = lost_schemas(*snapshot(), published.contract);
  PublishedAgent agent{.endpoint = std::move(*endpoint),
                       .url = std::move(*url),
                       .cards = std::move(published.cards),
                       .identity = std::move(published_as),
                       .contract = std::move(published.contract),
                       .refused = std::move(published.refused),
                       .lost_schemas = std::move(lost),
                       .elsewhere = elsewhere(std::move(published.elsewhere), std::move(further))};
  return Publication{std::make_shared<const PublishedAgent>(std::move(agent)),
                     {true, trusted->verified, std::move(trusted->finding), std::move(published.problems)}};
}

std::optional<CardUpdate> FrontedAgent::find_unchanged(std::string_view card_text) {
  return status_.with([card_text](Status& status) -> std::optional<CardUpdate> {
    if (!status.snapshot->published || status.card_text != card_text) return std::nullopt;
    if (status.snapshot->problem) replace(status, status.snapshot->published, std::nullopt);
    CardUpdate update = status.update;
    update.changed = false;
    update.change = std::nullopt;
    return update;
  });
}

// An agent that cannot be asked keeps what it had.
bool FrontedAgent::has_moved(const RestProbe& probe) const {
  const auto now = snapshot();
  if (!probe || !now->published) return false;
  const UpstreamEndpoint& endpoint = now->published->endpoint;
  return probe(endpoint).value_or(endpoint.protocol) != endpoint.protocol;
}

a2a::Result<CardUpdate> FrontedAgent::update(std::string_view card_text, std::string_view public_url,
                                             const RestProbe& probe) {
  const std::lock_guard one_at_a_time(publishing_);
  auto unchanged = find_unchanged(card_text);
  if (unchanged && !has_moved(probe)) return *std::move(unchanged);
  const auto before = snapshot();
  auto made = publish(before->config(), card_text, public_url, probe);
  if (!made) {
    set_problem(card_not_usable(made.error()));
    return std::unexpected(made.error());
  }
  made->update.change = change_to(card_text);
  status_.with([&](Status& status) {
    replace(status, std::move(made->agent), std::nullopt);
    status.card_text = card_text;
    status.update = made->update;
  });
  return std::move(made->update);
}

void FrontedAgent::take_card_of(const FrontedAgent& before, std::string_view public_url) {
  const Status had = before.status_.with([](const Status& status) { return status; });
  if (!had.snapshot->published) return;
  const auto as_before = [&had](const UpstreamEndpoint&) {
    return std::optional(had.snapshot->published->endpoint.protocol);
  };
  const auto taken = update(had.card_text, public_url, as_before);
  if (taken && had.snapshot->problem) set_problem(*had.snapshot->problem);
}

bool FrontedAgent::is_tried() const {
  const auto now = snapshot();
  return now->published || now->problem->kind != AgentProblem::Kind::kStarting;
}

std::optional<CardChange> FrontedAgent::change_to(std::string_view card_text) const {
  const std::string before_text = status_.with([](const Status& status) { return status.card_text; });
  if (before_text.empty() || before_text == card_text) return std::nullopt;
  const auto before = a2a::parse_tree(before_text, kCardLimits);
  const auto after = a2a::parse_tree(card_text, kCardLimits);
  return before && after ? card_change(*before, *after) : std::nullopt;
}

// Only what the card says of templates changes.
std::shared_ptr<const PublishedAgent> FrontedAgent::published_again(const Status& status,
                                                                    const AgentConfig& config) const {
  const std::shared_ptr<const PublishedAgent>& before = status.snapshot->published;
  if (!before) return nullptr;
  auto card = a2a::parse_tree(status.card_text, kCardLimits);
  auto trusted = card ? trust_card(*std::move(card), config) : std::unexpected(card.error());
  if (!trusted) return before;
  std::vector<CardIdentity> further;
  for (const PublishedElsewhere& each : before->elsewhere) further.push_back(each.identity);
  CardResult made = publish_card(trusted->card, config, before->identity, further);
  if (!fatal_problems(made.problems).empty()) return before;
  PublishedAgent agent{.endpoint = before->endpoint,
                       .url = before->url,
                       .cards = std::move(made.cards),
                       .identity = before->identity,
                       .contract = std::move(made.contract),
                       .refused = before->refused,
                       .lost_schemas = before->lost_schemas,
                       .streams = before->streams,
                       .elsewhere = elsewhere(std::move(made.elsewhere), std::move(further))};
  return std::make_shared<const PublishedAgent>(std::move(agent));
}

void FrontedAgent::set_evolved(std::shared_ptr<const EvolvedTemplates> evolved) {
  const std::lock_guard one_at_a_time(publishing_);
  auto config = configured_;
  if (evolved) {
    AgentConfig shown = *configured_;
    shown.templates = evolved->stack_of("").templates;
    shown.contract = with_stack(std::move(shown.contract), *evolved, evolved->stack_of(""));
    config = std::make_shared<const AgentConfig>(std::move(shown));
  }
  const Status now = status_.with([](const Status& status) { return status; });
  auto published = published_again(now, *config);
  status_.with([&](Status& status) {
    AgentSnapshot next = *status.snapshot;
    next.configuration = std::move(config);
    next.evolved = std::move(evolved);
    next.callers = nullptr;
    status.snapshot = std::make_shared<const AgentSnapshot>(std::move(next));
    replace(status, std::move(published), status.snapshot->problem);
  });
}

}  // namespace schemagate
