#include "gateway/access/certificates.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "a2a/text/ascii.h"
#include "gateway/access/token.h"

namespace schemagate::access {
namespace {

constexpr std::size_t kMetMax = 10'000;

std::string_view prefix_of(CertificateName kind) {
  switch (kind) {
    case CertificateName::kSubject:
      return "";
    case CertificateName::kUri:
      return "URI:";
    case CertificateName::kDns:
      return "DNS:";
    case CertificateName::kEmail:
      return "EMAIL:";
  }
  std::unreachable();
}

// As it is compared.
std::string written(CertificateName kind, std::string_view name) {
  return kind == CertificateName::kDns ? a2a::text::lower_case(name) : std::string(name);
}

std::vector<std::string> names_of(const net::PeerCertificate& certificate, CertificateName kind) {
  std::vector<std::string> names;
  const auto add = [&names](std::string name) {
    const bool usable = !name.empty() && name.size() <= kSubjectBytesMax;
    if (usable && std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  };
  if (kind == CertificateName::kSubject) add(certificate.subject);
  const std::string_view prefix = prefix_of(kind);
  for (const std::string_view san : certificate.sans) {
    if (!prefix.empty() && san.starts_with(prefix)) add(written(kind, san.substr(prefix.size())));
  }
  return names;
}

}  // namespace

Certificates::Certificates(const CertificateMethod& method, const RuleBook& rules)
    : kind_(method.name), rules_(rules), is_closed_(!method.clients.empty()) {
  for (const CertificateClient& each : method.clients)
    clients_.emplace(written(kind_, each.name), rules_.with_grants(*each.principal));
}

Identified Certificates::find(const net::PeerCertificate& certificate) const {
  std::vector<std::string> names = names_of(certificate, kind_);
  if (names.empty())
    return std::unexpected(Rejection{"the client certificate has no name of the kind that is asked for"});
  if (is_closed_) {
    std::erase_if(names, [this](const std::string& name) { return !clients_.contains(name); });
    if (names.empty()) return std::unexpected(Rejection{"the client certificate is not known"});
  }
  if (names.size() > 1)
    return std::unexpected(Rejection{"the client certificate has several names that could be meant"});
  return principal_of(names.front());
}

PrincipalHandle Certificates::principal_of(const std::string& name) const {
  if (is_closed_) return clients_.at(name);
  auto known = met_.with([&name](const Known& met) {
    const auto found = met.find(name);
    return found == met.end() ? nullptr : found->second;
  });
  if (known != nullptr) return known;
  auto principal = rules_.with_grants(authenticated(kCertificateAuthority, {.subject = name}));
  met_.with([&](Known& met) {
    if (met.size() >= kMetMax) met.clear();
    met.emplace(name, principal);
  });
  return principal;
}

}  // namespace schemagate::access
