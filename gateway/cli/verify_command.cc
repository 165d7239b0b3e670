#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

#include "a2a/json/tree.h"
#include "a2a/signature/digest.h"
#include "extension/object_schemas/mode.h"
#include "gateway/cli/input.h"
#include "gateway/cli/key_source.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;
using a2a::signature::CheckedSignature;
using a2a::signature::SignatureStatus;

constexpr auto kExitCodes =
    "Exit codes: 0 a signature is right and none is wrong, 1 anything else, 2 wrong options or keys that "
    "cannot\n"
    "be used, 3 no connection or no agent card, 5 timed out.";

struct Options {
  AgentOptions agent;
  std::string keys;
  bool any_origin = false;
};

struct Verification {
  std::string card_url;
  std::vector<CheckedSignature> signatures;
  std::vector<KeySource> sources;
  bool schemas_altered = false;

  bool holds() const {
    const auto count = [this](SignatureStatus finding) {
      return std::ranges::count(signatures, finding, &CheckedSignature::status);
    };
    return count(SignatureStatus::kValid) > 0 && count(SignatureStatus::kInvalid) == 0 && !schemas_altered;
  }
};

std::string_view result_of(const CheckedSignature& signature) {
  switch (signature.status) {
    case SignatureStatus::kValid:
      return "verified";
    case SignatureStatus::kInvalid:
      return "wrong";
    case SignatureStatus::kUnknownKey:
      return "unknown_key";
    case SignatureStatus::kUnusable:
      break;
  }
  return "unusable";
}

Outcome<std::vector<CheckedSignature>> check(const a2a::JsonTree& card,
                                             const std::vector<a2a::signature::PublicKey>& keys) {
  auto checked = a2a::signature::check_signatures(card, keys);
  if (!checked) return a2a::client::failed(Cause::kProtocol, checked.error().message);
  return *std::move(checked);
}

// Whether there are schemas beside a digest that is not theirs: what is empty in them, a signature in the
// SDKs' form does not bind otherwise.
bool has_altered_schemas(const a2a::JsonTree& card) {
  const auto* capabilities = a2a::find_member(card, "capabilities");
  const auto* extensions = capabilities != nullptr ? a2a::find_member(*capabilities, "extensions") : nullptr;
  if (extensions == nullptr) return false;
  const auto known = a2a::find_index(*extensions, "uri", object_schemas::kExtensionUri);
  const auto* params = known ? a2a::find_member((*extensions)[*known], "params") : nullptr;
  const auto* digest = params != nullptr ? a2a::find_string(*params, "schemasDigest") : nullptr;
  if (digest == nullptr) return false;
  return std::ranges::any_of(
      std::array{a2a::find_member(card, "schemas"), a2a::find_member(*params, "schemas")},
      [digest](const a2a::JsonTree* schemas) {
        return schemas != nullptr && a2a::signature::digest_of(*schemas).value_or("") != *digest;
      });
}

Outcome<Verification> verify(const Options& options, const Console& console) {
  const auto fetched = fetch_card(options.agent);
  if (!fetched) return std::unexpected(fetched.error());
  const auto card = a2a::parse_tree(fetched->text, a2a::client::card_limits());
  if (!card) return a2a::client::failed(Cause::kProtocol, card.error().message);
  const auto claimed = check(*card, {});
  if (!claimed) return std::unexpected(claimed.error());
  const KeyAccess access{options.agent.tls, options.any_origin};
  auto keys = options.keys.empty() ? Outcome<FoundKeys>(fetch_named_keys(*claimed, fetched->url, access))
                                   : read_keys(console, options.keys, access);
  if (!keys) return std::unexpected(keys.error());
  auto signatures = check(*card, keys->keys);
  if (!signatures) return std::unexpected(signatures.error());
  return Verification{fetched->url, *std::move(signatures), std::move(keys->sources),
                      has_altered_schemas(*card)};
}

a2a::JsonTree as_json(const CheckedSignature& signature) {
  a2a::JsonTree tree = {{"result", result_of(signature)}};
  if (signature.form) tree["form"] = name(*signature.form);
  if (!signature.reason.empty()) tree["reason"] = signature.reason;
  if (!signature.key_id.empty()) tree["kid"] = signature.key_id;
  if (!signature.algorithm.empty()) tree["alg"] = signature.algorithm;
  if (!signature.key_set_url.empty()) tree["jku"] = signature.key_set_url;
  return tree;
}

a2a::JsonTree as_json(const Verification& verification) {
  a2a::JsonTree tree = {{"url", verification.card_url}, {"verified", verification.holds()}};
  if (verification.schemas_altered) tree["schemas"] = "altered";
  tree["signatures"] = tree["keys"] = a2a::JsonTree::array();
  for (const CheckedSignature& each : verification.signatures) tree["signatures"].push_back(as_json(each));
  for (const auto& [place, problem] : verification.sources) {
    auto& source = tree["keys"].emplace_back(a2a::JsonTree{{"place", place}});
    if (!problem.empty()) source["problem"] = problem;
  }
  return tree;
}

void show(std::ostream& out, const Verification& verification) {
  out << printable_line(verification.card_url) << "\n";
  if (verification.signatures.empty()) out << "the card is not signed\n";
  for (const CheckedSignature& each : verification.signatures) {
    out << result_of(each) << "  " << printable_line(each.key_id.empty() ? "(no kid)" : each.key_id) << "  "
        << printable_line(each.algorithm);
    if (each.form) out << "  in the form of the " << name(*each.form);
    if (!each.reason.empty()) out << "  " << printable_line(each.reason);
    out << "\n";
  }
  if (verification.schemas_altered) out << "the schemas do not fit their digest\n";
  for (const auto& [place, problem] : verification.sources) {
    out << "keys  " << printable_line(place) << (problem.empty() ? "" : "  " + printable_line(problem))
        << "\n";
  }
}

int run(const Options& options, const Console& console) {
  const auto verification = verify(options, console);
  if (!verification) return report(console, options.agent.output, verification.error());
  if (options.agent.output == Output::kJson) {
    print_json(console, a2a::dump_tree(as_json(*verification)));
  } else {
    show(console.out, *verification);
  }
  return verification->holds() ? kDone : kRefused;
}

}  // namespace

void add_verify_command(CLI::App& card, const Console& console, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = card.add_subcommand("verify", "Verify the signatures of an agent's card");
  add_agent_options(*command, options->agent);
  command->add_option("--jwks", options->keys, "The keys to trust: file or URL of a key set")
      ->type_name("FILE|URL");
  command->add_flag("--any-origin", options->any_origin,
                    "Without --jwks: fetch a key set that the card names at another origin, too");
  command->footer(kExitCodes);
  command->callback([options, &console, &exit_code] { exit_code = run(*options, console); });
}

}  // namespace schemagate::cli
