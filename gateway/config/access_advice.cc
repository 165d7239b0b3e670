#include "gateway/config/access_advice.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "a2a/text/ascii.h"
#include "a2a/uri/loopback.h"
#include "a2a/uri/url.h"
#include "gateway/config/file.h"
#include "gateway/config/text.h"
#include "gateway/net/ip_address.h"

namespace schemagate {
namespace {

// No listener has the certificate of its https URL: whoever is in front has.
bool is_behind_https(const ListenerConfig& listener, const Config& config) {
  const auto has_certificate = [&listener](const ListenerConfig& each) {
    return each.options.tls && each.public_url == listener.public_url;
  };
  return listener.public_url.starts_with("https:") && std::ranges::none_of(config.listeners, has_certificate);
}

// Who listens in has the keys and tokens of all callers.
void warn_of_plain_text(ConfigSection& root, const Config& config) {
  const auto is_exposed = [&config](const ListenerConfig& each) {
    const net::ListenerOptions& options = each.options;
    const bool has_proxy = !options.trusted_proxies.empty() || is_behind_https(each, config);
    return !options.tls && !a2a::uri::is_this_machine(options.address) && !has_proxy;
  };
  const auto exposed = std::ranges::find_if(config.listeners, is_exposed);
  if (config.authentication.enabled() && exposed != config.listeners.end())
    root.warn(exposed->name.empty() ? "listen" : "listeners",
              (exposed->name.empty() ? std::string() : in_quotes(exposed->name) + ": ") +
                  "keys and tokens of callers cross the network in plain text: serve https, and say so in "
                  "public_url");
}

void check_certificates(ConfigSection& root, const Config& config) {
  const bool are_callers = std::ranges::any_of(config.authentication.methods, [](const auto& method) {
    return std::holds_alternative<access::CertificateMethod>(method);
  });
  if (!are_callers) return;
  std::set<std::string> authorities;
  for (const ListenerConfig& each : config.listeners) {
    if (each.asks_for_certificates()) authorities.insert(each.files.client_ca);
  }
  if (authorities.empty())
    root.warn("authentication", "no listener asks for client certificates: nobody is known by one");
  if (authorities.size() > 1)
    root.warn("listeners",
              "have several files of client_ca: who has a certificate of one of them is taken for whoever "
              "has the same name from another");
}

// Cards are where clients learn of the URLs: whoever follows a card comes to a listener of its URL.
void warn_of_shared_urls(ConfigSection& root, const Config& config) {
  for (const ListenerConfig& asking : config.listeners) {
    if (!asking.asks_for_certificates()) continue;
    const auto is_mixed_up = [&asking](const ListenerConfig& each) {
      return each.public_url == asking.public_url && !each.asks_for_certificates();
    };
    const auto other = std::ranges::find_if(config.listeners, is_mixed_up);
    if (other == config.listeners.end()) continue;
    return root.warn("listeners", in_quotes(asking.name) + " asks for client certificates and " +
                                      in_quotes(other->name) +
                                      " does not, and their cards name the same public_url: who follows one "
                                      "comes to one of the two only. Give " +
                                      in_quotes(asking.name) + " a public_url of its own");
  }
}

// A2A v1.0.1 section 3.1.11: it is for callers who are authenticated. Here that is then whoever is in
// front's.
void warn_of_extended_cards(ConfigSection& root, const Config& config) {
  const auto is_for_all = [](const ListenerConfig& each) {
    const bool are_known =
        each.options.tls && each.files.client_certificates == net::ClientCertificates::kRequired;
    return !are_known && !a2a::uri::is_this_machine(each.options.address);
  };
  if (config.authentication.enabled() || std::ranges::none_of(config.listeners, is_for_all)) return;
  for (const AgentConfig& agent : config.agents) {
    if (agent.extended_card)
      root.warn("agents." + agent.name + ".extended_card",
                "without authentication everybody who reaches the gateway gets it, and A2A wants them to be "
                "authenticated");
  }
}

bool is_listened_on(const a2a::uri::Url& url, const net::ListenerOptions& listener) {
  if (listener.port != url.port) return false;
  const bool is_v6 = url.host.contains(':');
  if (listener.address == "::" || (listener.address == "0.0.0.0" && !is_v6))
    return a2a::uri::is_this_machine(url.host);
  const bool is_first = listener.address == "127.0.0.1" || listener.address == "::1";
  if (is_first && a2a::text::equals_ignore_case(url.host, "localhost")) return true;
  return net::IpAddress::parse(url.host) == net::IpAddress::parse(listener.address);
}

// An agent that a plan brings along is named MASTER/AGENT: the file names the plan only.
std::string_view master_of(const AgentConfig& agent) {
  const auto slash = agent.name.find('/');
  return slash == std::string::npos ? std::string_view() : std::string_view(agent.name).substr(0, slash);
}

void warn_of_own_listener(ConfigSection& root, const AgentConfig& agent) {
  constexpr const char* kWhy = "is a listener of this gateway: what is sent to the agent comes back here";
  const std::string_view master = master_of(agent);
  const auto place = master.empty() ? root.place_of({"agents", agent.name, "upstream", "url"})
                                    : root.place_of({"agents", master, "plan"});
  const std::string whose =
      master.empty() ? "" : "the url of the agent " + in_quotes(agent.name.substr(master.size() + 1)) + " ";
  if (place) root.warn(*place, whose + kWhy);
}

void warn_of_own_listeners(ConfigSection& root, const Config& config) {
  for (const AgentConfig& agent : config.agents) {
    const auto url = a2a::uri::parse_url(agent.upstream_url);
    const auto is_it = [&url](const ListenerConfig& each) { return is_listened_on(*url, each.options); };
    if (!url || std::ranges::none_of(config.listeners, is_it)) continue;
    warn_of_own_listener(root, agent);
  }
}

void warn_of_authorization(ConfigSection& root, const std::string& access,
                           std::initializer_list<std::string_view> owner, const FixedHeaders& headers) {
  for (const FixedHeader& header : headers) {
    if (!a2a::text::equals_ignore_case(header.name, "Authorization")) continue;
    std::vector<std::string_view> names(owner);
    names.insert(names.end(), {"headers", header.name, "value"});
    if (const auto place = root.place_of(names))
      root.warn(*place, "is a secret, and others than its owner can " + access +
                            " this file: chmod 600, or give env or file in place of it");
  }
}

void warn_of_written_credentials(ConfigSection& root, const std::filesystem::path& file,
                                 const Config& config) {
  const std::string access = access_of_others(file);
  if (access.empty()) return;
  for (const AgentConfig& agent : config.agents)
    warn_of_authorization(root, access, {"agents", agent.name, "upstream"}, agent.upstream_headers);
  for (const ContextSource& source : config.context_sources)
    warn_of_authorization(root, access, {"context_sources", source.name}, source.headers);
}

}  // namespace

void check_access(ConfigSection& root, const std::filesystem::path& file, const Config& config) {
  for (const std::string_view member : {"listen", "listeners", "public_url", "authentication"}) {
    if (root.is_refused(member)) return;
  }
  warn_of_plain_text(root, config);
  check_certificates(root, config);
  warn_of_shared_urls(root, config);
  warn_of_extended_cards(root, config);
  warn_of_own_listeners(root, config);
  warn_of_written_credentials(root, file, config);
}

}  // namespace schemagate
