// Callers who are known by the certificate that their connection was made with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateway/access/grants.h"
#include "gateway/access/principal.h"
#include "gateway/access/rejection.h"
#include "gateway/net/peer.h"
#include "gateway/store/guarded.h"

namespace schemagate::access {

inline constexpr std::size_t kCertificateClientsMax = 1'000;
// Who vouches for them: authenticated().
inline constexpr std::string_view kCertificateAuthority = "certificate";

// Which of a certificate's names says who its holder is: the subject, as RFC 2253 writes it, or a subject
// alternative name of that type.
enum class CertificateName : std::uint8_t { kSubject, kUri, kDns, kEmail };

// A holder whom the configuration says more of.
struct CertificateClient {
  std::string name;  // in the certificate; also its subject
  PrincipalHandle principal;
};

struct CertificateMethod {
  CertificateName name = CertificateName::kSubject;
  // Nobody else is known, however good his certificate is; none: everybody is, by the name alone.
  std::vector<CertificateClient> clients = {};
};

// Safe from any thread.
class Certificates {
 public:
  // The rules must outlive it.
  Certificates(const CertificateMethod& method, const RuleBook& rules);

  // Refuses a certificate without a name of the kind, and one with several of them that could all be meant:
  // its holder would be somebody else with the order of its names. Where only some are known, it is one of
  // those. DNS names are compared, and become subjects, in lower case.
  Identified find(const net::PeerCertificate& certificate) const;

 private:
  using Known = std::unordered_map<std::string, PrincipalHandle>;
  PrincipalHandle principal_of(const std::string& name) const;

  const CertificateName kind_;
  const RuleBook& rules_;
  const bool is_closed_;
  Known clients_ = {};
  mutable store::Guarded<Known> met_;  // of an open list: their rights are worked out once
};

}  // namespace schemagate::access
