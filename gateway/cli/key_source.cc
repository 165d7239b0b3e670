#include "gateway/cli/key_source.h"

#include <algorithm>
#include <utility>

#include "a2a/client/url.h"
#include "a2a/signature/key_set.h"
#include "gateway/cli/input.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;
using a2a::signature::PublicKey;
using a2a::tls::Files;

constexpr std::size_t kSourcesMax = 4;
constexpr std::string_view kWellKnownKeys = "/.well-known/jwks.json";

Outcome<std::vector<PublicKey>> parse_keys(const std::string& text) {
  auto keys = a2a::signature::parse_key_set(text);
  if (!keys) return a2a::client::failed(Cause::kArgument, keys.error().message);
  return *std::move(keys);
}

Outcome<std::string> fetch_key_set(const std::string& address, Files tls) {
  return fetch_text(address, kAcceptedKeySets, {a2a::signature::kKeySetBytesMax, std::move(tls)});
}

Outcome<std::vector<PublicKey>> fetch_keys(const std::string& address, Files tls) {
  const auto text = fetch_key_set(address, std::move(tls));
  if (!text) return std::unexpected(text.error());
  return parse_keys(*text);
}

std::string origin_of(const std::string& address) {
  const auto url = a2a::client::parse_url(address);
  return url ? url->origin() : "";
}

std::vector<std::string> named_by(std::span<const a2a::signature::CheckedSignature> signatures) {
  std::vector<std::string> places;
  for (const auto& each : signatures) {
    const bool is_new = std::ranges::find(places, each.key_set_url) == places.end();
    if (!each.key_set_url.empty() && is_new && places.size() < kSourcesMax)
      places.push_back(each.key_set_url);
  }
  return places;
}

}  // namespace

Outcome<FoundKeys> read_keys(const Console& console, const std::string& place, const KeyAccess& access) {
  const bool is_remote = is_url(place);
  const auto text = is_remote ? fetch_key_set(place, {.ca = access.tls.ca}) : read_file(console, place);
  const auto at_place = [&place](a2a::client::Failure failure) {
    failure.error.message.insert(0, place + ": ");
    return std::unexpected(std::move(failure));
  };
  if (!text) return is_remote ? at_place(text.error()) : std::unexpected(text.error());
  auto keys = parse_keys(*text);
  if (!keys) return at_place(keys.error());
  return FoundKeys{*std::move(keys), {{place, ""}}};
}

FoundKeys fetch_named_keys(std::span<const a2a::signature::CheckedSignature> signatures,
                           const std::string& card_url, const KeyAccess& access) {
  if (signatures.empty()) return {};
  const std::string origin = origin_of(card_url);
  auto places = named_by(signatures);
  if (places.empty()) places.push_back(origin + std::string(kWellKnownKeys));
  FoundKeys found;
  for (const std::string& place : places) {
    KeySource& source = found.sources.emplace_back(KeySource{place, ""});
    const bool is_at_home = origin_of(place) == origin;
    if (!is_at_home && !access.any_origin) {
      source.problem = "not fetched: at another origin than the card";
    } else if (auto keys = fetch_keys(place, is_at_home ? access.tls : Files{.ca = access.tls.ca})) {
      std::ranges::move(*keys, std::back_inserter(found.keys));
    } else {
      source.problem = keys.error().error.message;
    }
  }
  return found;
}

}  // namespace schemagate::cli
