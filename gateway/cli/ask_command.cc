#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <istream>
#include <memory>
#include <ostream>

#include "a2a/json/tree.h"
#include "a2a/signature/key_set.h"
#include "a2a/signature/trusted_card.h"
#include "a2a/wire/codec.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/llm_mapper.h"
#include "extension/client_agent/negotiation.h"
#include "extension/client_agent/registry.h"
#include "extension/client_agent/rules_mapper.h"
#include "extension/json_schema/nearest_name.h"
#include "gateway/cli/conversation.h"
#include "gateway/cli/evolving_template.h"
#include "gateway/cli/input.h"
#include "gateway/cli/key_source.h"
#include "gateway/cli/model_options.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/proposal_view.h"
#include "gateway/cli/questions.h"
#include "gateway/cli/template_memory.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;
using client_agent::Offer;
using std::chrono::milliseconds;
using std::chrono::sys_days;

struct Options {
  AgentOptions agent;  // without its URL
  std::string sentence;
  std::vector<std::string> then;  // further sentences in the same negotiation
  std::string registry;
  std::string templates;  // file; empty: nothing is kept
  std::string mapper = "rules";
  client_agent::ModelEndpoint model;  // its key comes from the environment only
  std::string today;                  // empty: the machine's
  std::string language;
  std::string agent_name;
  std::string scenario;
  std::vector<std::string> files;
  double threshold = client_agent::kConfidenceThreshold;
  bool yes = false;
  bool interactive = false;  // questions are asked where there is no terminal, too
};

// --timeout: for everything up to the end of the first sentence, and for each further one.
milliseconds time_of(const AgentOptions& options) {
  return std::chrono::duration_cast<milliseconds>(std::chrono::duration<double>(options.timeout_s));
}

// --timeout, counted down from the beginning of the command, and --ca.
class Reach {
 public:
  explicit Reach(const AgentOptions& options) : end_(Clock::now() + time_of(options)), ca_(options.tls.ca) {}

  bool is_over() const { return Clock::now() >= end_; }
  milliseconds left() const {
    return std::max(milliseconds(1), std::chrono::duration_cast<milliseconds>(end_ - Clock::now()));
  }
  FetchTerms terms(std::size_t bytes_max) const {
    return {bytes_max, {.ca = ca_}, std::min(kFetchTime, left())};
  }
  a2a::client::FetchOptions card_terms() const {
    return {.timeouts = {.total = std::min(kFetchTime, left())}, .tls = {.ca = ca_}};
  }
  // The options with the time that is left.
  AgentOptions within(AgentOptions options) const {
    options.timeout_s = Seconds(left()).count();
    options.tls.ca = ca_;
    return options;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  Clock::time_point end_;
  std::string ca_;
};

// Where the user lives, as far as the machine knows.
sys_days machine_today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  localtime_r(&now, &local);
  return sys_days(std::chrono::year(local.tm_year + 1900) / (local.tm_mon + 1) / local.tm_mday);
}

Outcome<client_agent::Request> client_request(const Options& options, const Console& console) {
  auto sentence = options.sentence == "-" ? read_file(console, "-") : Outcome<std::string>(options.sentence);
  if (!sentence) return std::unexpected(sentence.error());
  while (sentence->ends_with('\n')) sentence->pop_back();
  const auto is_long = [](const std::string& each) { return each.size() > client_agent::kUtteranceBytesMax; };
  if (is_long(*sentence) || std::ranges::any_of(options.then, is_long))
    return failed(Cause::kArgument, "a sentence is longer than 16 KiB");
  const auto today = options.today.empty() ? machine_today() : client_agent::parse_date(options.today);
  if (!today) return failed(Cause::kArgument, "--today: expected YYYY-MM-DD");
  return client_agent::Request{*std::move(sentence), *today};
}

Outcome<std::vector<client_agent::RegistryEntry>> read_entries(const std::string& place,
                                                               const Console& console, const Reach& reach) {
  const auto text = is_url(place)
                        ? fetch_text(place, "application/json", reach.terms(client_agent::kRegistryBytesMax))
                        : read_file(console, place);
  if (!text) return std::unexpected(text.error());
  auto entries = client_agent::read_registry(*text);
  if (!entries) return failed(Cause::kArgument, place + ": " + entries.error().message);
  return *std::move(entries);
}

// Without headers and credentials, whatever command line and environment have of them: who is listed in a
// registry is not yet who is trusted.
a2a::Result<a2a::client::FetchedCard> card_of(const client_agent::RegistryEntry& entry, const Reach& reach) {
  if (!entry.card.empty()) return a2a::client::FetchedCard{.text = entry.card, .url = entry.url, .etag = {}};
  auto card = a2a::client::fetch_card(with_scheme(entry.url), reach.card_terms());
  if (!card) return std::unexpected(card.error().error);
  return *std::move(card);
}

a2a::Result<std::vector<a2a::signature::PublicKey>> keys_of(const client_agent::RegistryEntry& entry,
                                                            const Reach& reach) {
  if (!entry.keys.empty()) return a2a::signature::parse_key_set(entry.keys);
  const auto text =
      fetch_text(entry.keys_url, kAcceptedKeySets, reach.terms(a2a::signature::kKeySetBytesMax));
  if (!text) return std::unexpected(text.error().error);
  return a2a::signature::parse_key_set(*text);
}

// What the owner of the keys has signed of the card. Digests of templates stand in the card: without this
// they vouch for nothing that whoever alters both cannot alter.
a2a::Result<std::string> signed_part(const std::string& card_text,
                                     const std::vector<a2a::signature::PublicKey>& keys) {
  const auto card = a2a::parse_tree(card_text, a2a::client::card_limits());
  if (!card) return std::unexpected(card.error());
  const auto trusted = a2a::signature::trusted_card(*card, keys);
  if (!trusted) return std::unexpected(trusted.error());
  return a2a::dump_tree(trusted->card);
}

a2a::Result<std::vector<Offer>> offers_in(a2a::client::FetchedCard card,
                                          const client_agent::RegistryEntry& entry, const Reach& reach) {
  std::vector<a2a::signature::PublicKey> keys;
  if (entry.names_keys()) {
    auto named = keys_of(entry, reach);
    if (!named)
      return a2a::fail(named.error().code, "the keys that the registry names: " + named.error().message);
    auto text = signed_part(card.text, *named);
    if (!text) return std::unexpected(text.error());
    card.text = *std::move(text);
    keys = *std::move(named);
  }
  return client_agent::offers_of(card.text, card.url, std::move(keys));
}

// What the agents of the registry offer, and who of them could not be reached.
struct Offers {
  std::vector<Offer> all;
  std::vector<std::string> down;  // URLs
};

Outcome<Offers> collect(const std::vector<client_agent::RegistryEntry>& entries, const Console& console,
                        Output output, const Reach& reach) {
  Offers offers;
  for (const auto& entry : entries) {
    if (reach.is_over())
      return failed(Cause::kTimeout, "the agents of the registry take too long; nothing was sent");
    auto card = card_of(entry, reach);
    const bool is_there = card.has_value();
    if (!is_there) offers.down.push_back(printable_line(entry.url));
    auto found = is_there ? offers_in(*std::move(card), entry, reach) : std::unexpected(card.error());
    if (found) {
      for (Offer& offer : *found) offer.url = entry.url.empty() ? offer.interface.url : entry.url;
      std::ranges::move(*found, std::back_inserter(offers.all));
    } else if (output == Output::kText) {
      const std::string name = entry.url.empty() ? "an agent of the registry" : entry.url;
      console.err << (is_there ? "passed over " : "could not ask ") << printable_line(name) << ": "
                  << printable_line(found.error().message) << "\n";
    }
  }
  return offers;
}

bool is_at(const Offer& offer, const std::string& url) {
  const auto bare = [](std::string_view each) {
    while (each.ends_with('/')) each.remove_suffix(1);
    return each;
  };
  return bare(offer.url) == bare(url) || bare(offer.interface.url) == bare(url);
}

// In the words that choose it among `all`: by its URL where another one has its name and its scenario.
std::string name_of(const Offer& offer, const std::vector<Offer>& all) {
  const bool is_unique = std::ranges::none_of(all, [&offer](const Offer& other) {
    return other.agent == offer.agent && other.url != offer.url &&
           schema_interaction::is_same_scenario(other.scenario, offer.scenario);
  });
  return "--agent \"" + (is_unique ? offer.agent : offer.url) + "\" --scenario \"" + offer.scenario + "\"";
}

std::string names_of(const std::vector<client_agent::RankedOffer>& ranking, const std::vector<Offer>& all) {
  std::string names;
  for (const auto& [offer, score] : ranking) names += (names.empty() ? "" : ", or ") + name_of(*offer, all);
  return names;
}

std::string said_of_down(const std::vector<std::string>& down) {
  std::string text;
  for (const std::string& url : down) text += (text.empty() ? "" : ", ") + url;
  return text.empty() ? "" : " (down: " + text + ")";
}

// --agent or --scenario names what no agent has.
a2a::client::Failure none_of_that_name(const Options& options, const std::vector<Offer>& offers) {
  std::string name = options.agent_name.empty() ? "" : "--agent \"" + options.agent_name + "\"";
  if (!options.scenario.empty())
    name += (name.empty() ? "" : " ") + ("--scenario \"" + options.scenario) + "\"";
  std::vector<std::string_view> names;
  names.reserve(offers.size());
  for (const Offer& offer : offers)
    names.push_back(options.agent_name.empty() ? offer.scenario : offer.agent);
  const std::string& meant = options.agent_name.empty() ? options.scenario : options.agent_name;
  const auto nearest = json_schema::nearest_name(meant, names, std::max<std::size_t>(2, meant.size() / 3));
  if (nearest) name += "; did you mean \"" + std::string(*nearest) + "\"?";
  constexpr std::size_t kNamed = 5;
  std::string there;
  for (std::size_t i = 0; i < std::min(offers.size(), kNamed); ++i) {
    there += (i == 0 ? "" : ", or ") + name_of(offers[i], offers);
  }
  if (offers.size() > kNamed) there += ", …";
  return failed(Cause::kArgument, "no agent of the registry has " + name +
                                      (nearest ? " There are " : "; there are ") + there +
                                      "; nothing was sent")
      .error();
}

// --agent and --scenario leave out what has another name; what is left is chosen by the sentence, or is the
// only one.
Outcome<const Offer*> choose(Offers& offers, const Options& options, const std::string& sentence) {
  const std::string down = said_of_down(offers.down);
  if (offers.all.empty() && !down.empty())
    return failed(Cause::kUnreachable, "no agent of the registry can be asked" + down +
                                           ": start one, or give another --registry; nothing was sent");
  const a2a::client::Failure not_there = none_of_that_name(options, offers.all);
  std::erase_if(offers.all, [&options](const Offer& offer) {
    const bool is_another = offer.agent != options.agent_name && !is_at(offer, options.agent_name);
    return (!options.agent_name.empty() && is_another) ||
           (!options.scenario.empty() &&
            !schema_interaction::is_same_scenario(offer.scenario, options.scenario));
  });
  const bool is_named = !options.agent_name.empty() || !options.scenario.empty();
  if (is_named && offers.all.empty() && down.empty()) return std::unexpected(not_there);
  if (is_named && offers.all.size() == 1) return &offers.all.front();
  const auto routing = client_agent::route(offers.all, sentence);
  if (routing.offer != nullptr) return routing.offer;
  if (routing.nearest.empty())
    return failed(Cause::kArgument, "no agent of the registry offers that" + down + "; nothing was sent");
  return failed(Cause::kArgument, "no agent of the registry is sure to be meant" + down + "; nearest: " +
                                      names_of(routing.nearest, offers.all) + "; nothing was sent");
}

Outcome<a2a::SendRequest> request_of(const Options& options, const ProposedRequest& proposed,
                                     const Console& console) {
  auto id = new_message_id();
  if (!id) return std::unexpected(id.error());
  a2a::Message message{.message_id = *std::move(id),
                       .role = a2a::Role::kUser,
                       .extensions = {std::string(schema_interaction::kExtensionUri)}};
  for (const std::string& path : options.files) {
    auto part = file_part(console, path);
    if (!part) return std::unexpected(part.error());
    message.parts.push_back(*std::move(part));
  }
  message.parts.push_back({.kind = a2a::PartKind::kData,
                           .content = client_agent::payload_envelope(proposed.negotiated, proposed.proposal),
                           .media_type = "application/json"});
  return a2a::SendRequest{.message = std::move(message), .configuration = {}};
}

bool is_confirmed(const Console& console) {
  console.err << "Send this? [y/N] " << std::flush;
  std::string answer;
  std::getline(console.in, answer);
  if (!console.can_ask) console.err << printable_line(answer) << "\n";
  return answer == "y" || answer == "Y" || answer == "yes";
}

// "the sentence does not say: departure_date; what the sentence says is not sure for: passenger_count"
std::string what_is_missing(const client_agent::Proposal& proposal) {
  std::string unsaid;
  std::string unsure;
  for (const std::string& key : proposal.missing) {
    const bool is_heard =
        std::ranges::find(proposal.heard, key, &client_agent::HeardFor::key) != proposal.heard.end();
    std::string& keys = is_heard ? unsure : unsaid;
    keys += (keys.empty() ? "" : ", ") + printable_line(key);
  }
  if (unsure.empty()) return "the sentence does not say: " + unsaid;
  const std::string text = "what the sentence says is not sure for: " + unsure;
  return unsaid.empty() ? text : "the sentence does not say: " + unsaid + "; " + text;
}

// Whether the sentence asks for the action, so that what is missing may be said.
bool may_be_meant(const client_agent::Intent& intent) {
  return intent.is_request() || intent.purpose == client_agent::Purpose::kUnclear;
}

// Why the proposal cannot be sent; empty: it can. All that is to be said otherwise, in one go.
std::string obstacle(const ProposedRequest& proposed) {
  const client_agent::Proposal& proposal = proposed.proposal;
  std::string reason = client_agent::reason_not_to_act(proposal.intent);
  if (!proposal.missing.empty() && may_be_meant(proposal.intent))
    return reason + (reason.empty() ? "" : "; ") + what_is_missing(proposal);
  if (!reason.empty()) return reason;
  const auto checked = client_agent::check_payload(proposed.negotiated, proposed.proposal.payload);
  return checked ? "" : "the payload does not fit: " + checked.error().message;
}

bool may_ask(const Options& options, const Console& console) {
  return options.agent.output == Output::kText && (console.can_ask || options.interactive);
}

// Whoever sees what is not understood, and what the rest was taken for, may send it all the same.
void leave_to_the_user(client_agent::Proposal& proposal) {
  if (proposal.intent.purpose != client_agent::Purpose::kUnclear) return;
  proposal.notes.push_back(client_agent::reason_not_to_act(proposal.intent));
  proposal.intent.purpose = client_agent::Purpose::kRequest;
}

std::unique_ptr<client_agent::Mapper> mapper_of(const Options& options, milliseconds time) {
  if (options.mapper == "rules") return std::make_unique<client_agent::RulesMapper>();
  return std::make_unique<client_agent::LlmMapper>(with_key(options.model),
                                                   client_agent::RetryPolicy{.total = time});
}

// Sentences to one offer, in one negotiation: the template learns between them.
class Asking {
 public:
  Asking(const Offer& offer, const Options& options, sys_days today, EvolvingTemplate& evolving,
         const Console& console)
      : offer_(offer), options_(options), today_(today), evolving_(evolving), console_(console) {}

  int say(const AgentConnection& agent, const std::string& sentence) {
    evolving_.refresh(agent.client());
    news_ = evolving_.take_news();
    auto mapping = mapper_of(options_, agent.time_left())->map(evolving_.schema(), {sentence, today_});
    if (!mapping) return report(console_, output(), mapping.error());
    auto proposal = client_agent::propose(evolving_.schema(), *std::move(mapping), options_.threshold);
    const auto left = agent.time_left();  // thinking takes none of it
    if (!options_.yes && may_ask(options_, console_)) leave_to_the_user(proposal);
    const bool is_request = proposal.intent.is_request();
    if (output() == Output::kText && is_request) show(proposal);
    if (!proposal.missing.empty() && is_request && may_ask(options_, console_)) {
      console_.out << std::flush;
      ask_for_missing(console_, evolving_.schema(), today_, proposal);
      news_ = {};
      show(proposal);
    }
    return settle(agent, proposal, left);
  }

 private:
  Output output() const { return options_.agent.output; }
  ProposedRequest proposed(const client_agent::Proposal& proposal) const {
    return {offer_, evolving_.schema(), proposal, news_};
  }
  void show(const client_agent::Proposal& proposal) const { show_proposal(console_.out, proposed(proposal)); }

  int decline(const client_agent::Proposal& proposal, const std::string& reason, ExitCode code) const {
    if (output() == Output::kJson) {
      print_json(console_, proposal_json(proposed(proposal), false, ""));
    } else {
      console_.err << printable(reason) << "; nothing was sent\n";
      if (may_be_meant(proposal.intent) && !may_ask(options_, console_))
        explain_missing(console_.err, evolving_.schema(), proposal);
    }
    return code;
  }

  int settle(const AgentConnection& agent, const client_agent::Proposal& proposal, milliseconds left) {
    if (const auto reason = obstacle(proposed(proposal)); !reason.empty())
      return decline(proposal, reason, kUsage);
    if (!options_.yes && !may_ask(options_, console_)) {
      return decline(proposal, "without a terminal nobody can agree to it: add --yes to send what is shown",
                     kUsage);
    }
    if (!options_.yes && !is_confirmed(console_)) return decline(proposal, "as you wish", kDone);
    return send(agent.with_time(left), proposal);
  }

  int send(const AgentConnection& agent, const client_agent::Proposal& proposal) {
    auto request = request_of(options_, proposed(proposal), console_);
    if (!request) return report(console_, output(), request.error());
    const auto result = send_until_settled(agent, console_, *std::move(request));
    if (!result) return report(console_, output(), result.error());
    const auto* task = std::get_if<a2a::Task>(&*result);
    if (task != nullptr) evolving_.take_suggestions(*task);
    auto learnt = evolving_.take_news();
    if (output() == Output::kText) {
      const int code = show_result(console_, output(), *result);
      show_news(console_.out, learnt);
      return code;
    }
    news_.append(std::move(learnt));
    print_json(console_, proposal_json(proposed(proposal), true,
                                       a2a::wire::encode_send_result(a2a::wire::Version::kV1_0, *result)));
    return task == nullptr ? kDone : exit_code_of(task->status.state);
  }

  const Offer& offer_;
  const Options& options_;
  const sys_days today_;
  EvolvingTemplate& evolving_;
  const Console& console_;
  TemplateNews news_;
};

int run_on_offer(const Offer& offer, const Options& options, const client_agent::Request& request,
                 const Console& console, const Reach& reach) {
  const Output output = options.agent.output;
  AgentOptions agent_options = reach.within(options.agent);
  agent_options.extensions = {std::string(schema_interaction::kExtensionUri)};
  const auto agent = AgentConnection::known({{}, offer.interface}, agent_options);
  if (!agent) return report(console, output, agent.error());
  auto memory = TemplateMemory::read(console, options.templates);
  if (!memory) return report(console, output, memory.error());
  auto negotiated = client_agent::negotiate(agent->client(), offer, options.language);
  if (!negotiated) return report(console, output, negotiated.error());
  EvolvingTemplate evolving(offer, *std::move(negotiated), memory->find(offer.interface.url, offer.scenario));
  Asking asking(offer, options, request.today, evolving, console);
  int code = asking.say(*agent, request.utterance);
  for (const std::string& sentence : options.then) {
    if (code == kDone) code = asking.say(agent->with_time(time_of(options.agent)), sentence);
  }
  if (options.templates.empty()) return code;
  memory->put(evolving.remembered());
  // What was sent was sent: the exit code and the answer stay those of the sentences.
  if (const auto written = memory->write(options.templates); !written)
    console.err << "warning: --templates: " << printable_line(written.error().error.message) << "\n";
  return code;
}

int run(const Options& options, const Console& console) {
  const Output output = options.agent.output;
  if (options.mapper == "llm" && (options.model.url.empty() || options.model.model.empty())) {
    return report(console, output,
                  failed(Cause::kArgument, "--mapper llm: give --llm-url and --llm-model").error());
  }
  const auto request = client_request(options, console);
  if (!request) return report(console, output, request.error());
  const Reach reach(options.agent);
  const auto entries = read_entries(options.registry, console, reach);
  if (!entries) return report(console, output, entries.error());
  auto offers = collect(*entries, console, output, reach);
  if (!offers) return report(console, output, offers.error());
  const auto offer = choose(*offers, options, request->utterance);
  if (!offer) return report(console, output, offer.error());
  return run_on_offer(**offer, options, *request, console, reach);
}

}  // namespace

void add_ask_command(CLI::App& app, const Console& console, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("ask", "Say in plain words what you want; an agent that suits gets it as data");
  command
      ->add_option("SENTENCE", options->sentence,
                   "What you want, in one sentence; - reads it from standard input")
      ->required();
  command
      ->add_option(
          "--then", options->then,
          "A further sentence to the same agent, with what its template has learnt and a --timeout of its "
          "own; repeatable")
      ->allow_extra_args(false);
  command
      ->add_option("--templates", options->templates,
                   "Where templates and their patches are kept between runs: what is new is told")
      ->type_name("FILE");
  command->add_option("--registry", options->registry, "FILE or URL with the agents to choose from")
      ->required();
  expect_one_of(*command->add_option("--mapper", options->mapper,
                                     "Who makes data of the sentence: rules (default) or llm"),
                {"rules", "llm"});
  add_model_options(*command, options->model);
  command->add_flag("--yes", options->yes, "Send without asking");
  command->add_flag("--interactive", options->interactive,
                    "Ask for what is missing even where standard input is no terminal: one answer a line");
  command->add_option("--today", options->today, "The date that \"tomorrow\" counts from, YYYY-MM-DD");
  command->add_option("--threshold", options->threshold, "Below this confidence words go to \"other\" (0.6)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--language", options->language,
                      "Language of the template (BCP 47), for example en-US");
  command->add_option("--file", options->files, "A file part to go along; repeatable")
      ->allow_extra_args(false);
  command->add_option("--agent", options->agent_name,
                      "Only the agent of this name, or at this URL of the registry");
  command->add_option("--scenario", options->scenario, "Only this scenario");
  add_call_options(*command, options->agent);
  command->callback([options, &console, &exit_code] { exit_code = run(*options, console); });
}

}  // namespace schemagate::cli
