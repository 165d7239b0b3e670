#include "gateway/config/read_listeners.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/config/certificate_term.h"
#include "gateway/config/key_file.h"
#include "gateway/config/listen.h"
#include "gateway/config/options.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::size_t kListenersMax = 64;
constexpr std::size_t kCertificatesMax = 1'000;

void read_address(ConfigSection& section, std::string_view name, net::ListenerOptions& out) {
  std::string text;
  if (!section.read_text(name, text)) return;
  const auto parsed = parse_listen(text);
  if (!parsed) return section.refuse(name, parsed.error().message);
  out.address = parsed->address;
  out.port = parsed->port;
}

void read_proxies(ConfigSection& section, net::ListenerOptions& out) {
  for (const PlacedText& entry : section.read_list("trusted_proxies")) {
    if (const auto range = net::AddressRange::parse(entry.text)) {
      out.trusted_proxies.push_back(*range);
    } else {
      section.refuse(entry, "expected an IP address or a range such as 10.0.0.0/8");
    }
  }
  if (out.proxy_protocol && out.trusted_proxies.empty())
    section.refuse("proxy_protocol", "needs trusted_proxies: nobody else is let in");
}

// The files of one certificate, with its place.
struct PlacedCertificate {
  net::CertificateFiles files;
  PlacedText place;
};

std::vector<PlacedCertificate> read_certificates(ConfigSection& section,
                                                 const std::filesystem::path& folder) {
  std::vector<PlacedCertificate> certificates;
  section.read_sections("certificates", kCertificatesMax, [&](std::string_view name, ConfigSection& each) {
    net::CertificateFiles files;
    if (!each.read_text("cert", files.certificate)) each.refuse("", "cert is missing");
    if (!each.read_text("key", files.key)) each.refuse("", "key is missing");
    files.certificate = (folder / files.certificate).string();
    files.key = (folder / files.key).string();
    if (each.take("key") != nullptr) check_access_to(each, "key", files.key);
    certificates.push_back({std::move(files), *section.place_of({"certificates", name})});
  });
  return certificates;
}

net::ClientCertificates wanted_certificates(ConfigSection& section) {
  std::string wanted;
  section.read_choice("client_certificates", wanted, options::kClientCertificates);
  if (wanted == "optional") return net::ClientCertificates::kOptional;
  return wanted == "required" ? net::ClientCertificates::kRequired : net::ClientCertificates::kNone;
}

// Whoever starts the gateway may want to serve all the same.
void tell_terms(ConfigSection& section, const net::TlsServer& tls) {
  const auto now = std::chrono::system_clock::now();
  for (const OutOfTerm& each : certificates_out_of_term(tls, now))
    section.warn("certificates", each.file + ": " + each.text);
  for (std::string& text : certificates_that_end_soon(tls, now))
    section.note("certificates", std::move(text));
}

// `problem`: of all of it together, which ends with the first fault. Each certificate has faults of its own.
void refuse_tls(ConfigSection& section, const std::vector<PlacedCertificate>& certificates,
                const std::string& problem) {
  bool is_told = false;
  for (const PlacedCertificate& each : certificates) {
    const auto alone = net::TlsServer::make({.certificates = {each.files}});
    if (alone) continue;
    section.refuse(each.place, alone.error().detail);
    is_told = true;
  }
  if (!is_told) section.refuse("certificates", problem);
}

void read_tls(ConfigSection& section, const std::filesystem::path& folder, ListenerConfig& out) {
  const std::vector<PlacedCertificate> certificates = read_certificates(section, folder);
  net::TlsServerFiles files{.certificates = {}, .client_certificates = wanted_certificates(section)};
  for (const PlacedCertificate& each : certificates) files.certificates.push_back(each.files);
  const bool has_ca = section.read_text("client_ca", files.client_ca);
  const bool asks = files.client_certificates != net::ClientCertificates::kNone;
  if (asks != has_ca)
    return section.refuse("client_ca", "client_certificates and client_ca need one another");
  if (files.certificates.empty()) {
    if (asks) section.refuse("client_certificates", "needs certificates: there is no TLS without");
    if (out.options.hsts.count() > 0) section.warn("hsts", "has no effect without certificates");
    return;
  }
  if (has_ca) files.client_ca = (folder / files.client_ca).string();
  const bool readable = std::ranges::none_of(files.certificates, [](const net::CertificateFiles& each) {
    return each.certificate.ends_with('/') || each.key.ends_with('/');
  });
  if (!readable) return;
  out.files = files;
  auto made = net::TlsServer::make(std::move(files));
  if (!made) return refuse_tls(section, certificates, made.error().detail);
  out.options.tls = *std::move(made);
  tell_terms(section, *out.options.tls);
}

void read_public_url(ConfigSection& section, ListenerConfig& out) {
  constexpr std::string_view kName = "public_url";
  std::string text;
  if (!section.read_text(kName, text)) return;
  auto url = check_public_url(text);
  if (!url) return section.refuse(kName, url.error().message);
  out.public_url = *std::move(url);
}

ListenerConfig read_listener(std::string_view name, ConfigSection& section,
                             const std::filesystem::path& folder) {
  ListenerConfig listener{.name = std::string(name)};
  if (section.take("address") == nullptr) section.refuse("", "address is missing");
  read_address(section, "address", listener.options);
  read_options(section, options::kListeners, listener.options);
  read_proxies(section, listener.options);
  read_tls(section, folder, listener);
  read_public_url(section, listener);
  for (PlacedText& agent : section.read_list("agents")) listener.agents.push_back(std::move(agent.text));
  return listener;
}

}  // namespace

std::vector<ListenerConfig> read_listeners(ConfigSection& root, const std::filesystem::path& folder) {
  std::vector<ListenerConfig> listeners;
  root.read_sections("listeners", kListenersMax, [&](std::string_view name, ConfigSection& section) {
    listeners.push_back(read_listener(name, section, folder));
  });
  if (!listeners.empty()) {
    if (root.take("listen") != nullptr) root.refuse("listen", "cannot stand beside listeners");
    return listeners;
  }
  ListenerConfig only;
  read_address(root, "listen", only.options);
  listeners.push_back(std::move(only));
  return listeners;
}

void check_listeners(ConfigSection& root, const std::vector<ListenerConfig>& listeners,
                     const std::vector<AgentConfig>& agents) {
  for (const ListenerConfig& listener : listeners) {
    for (const std::string& agent : listener.agents) {
      if (std::ranges::find(agents, agent, &AgentConfig::name) == agents.end())
        root.refuse("listeners",
                    in_quotes(listener.name) + " serves " + in_quotes(agent) + ", which is no agent");
    }
  }
}

}  // namespace schemagate
