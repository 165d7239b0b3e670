#include "gateway/config/read_tls.h"

#include <string>
#include <string_view>

#include "gateway/config/key_file.h"

namespace schemagate {
namespace {

void read_path(ConfigSection& section, std::string_view name, const std::filesystem::path& folder,
               std::string& out) {
  if (section.read_text(name, out)) out = (folder / out).string();
}

}  // namespace

void read_tls(ConfigSection& tls, const std::filesystem::path& folder, AgentConfig& agent) {
  a2a::tls::Files& files = agent.upstream_files;
  read_path(tls, "ca_file", folder, files.ca);
  read_path(tls, "cert", folder, files.certificate);
  read_path(tls, "key", folder, files.key);
  if (files.certificate.empty() != files.key.empty()) return tls.refuse("", "cert and key need one another");
  if (agent.upstream_url.starts_with("http:")) tls.warn("", "the agent's URL is http: this has no effect");
  if (!files.key.empty()) check_access_to(tls, "key", files.key);
  auto made = net::RenewedTlsClient::make(files);
  if (!made) return tls.refuse("", made.error().detail);
  agent.upstream_tls = *std::move(made);
}

}  // namespace schemagate
