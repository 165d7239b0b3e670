// How one listener is secured: its certificates, chosen by the name that the client asks for, and which
// client certificates it takes. Files that change take effect for new connections; those that are open keep
// what they began with.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gateway/net/failure.h"

namespace schemagate::net {

class TlsSession;

struct CertificateFiles {
  std::string certificate;  // PEM, its intermediates behind it
  std::string key;          // PEM, without a passphrase
};

enum class ClientCertificates {
  kNone,      // not asked for
  kOptional,  // asked for; one that is shown must be good
  kRequired,  // no connection without
};

struct TlsServerFiles {
  // The first is for names that no certificate has, and for clients that ask for none.
  std::vector<CertificateFiles> certificates;
  ClientCertificates client_certificates = ClientCertificates::kNone;
  std::string client_ca = {};  // PEM: whose client certificates are taken; needed unless kNone
};

// How long a certificate is in force.
struct CertificateTerm {
  std::string file;
  std::chrono::system_clock::time_point begins;
  std::chrono::system_clock::time_point ends;
};

// Any thread.
class TlsServer {
 public:
  // Reads the files. Errors: kInvalid, with the file and what is wrong with it.
  static Result<std::shared_ptr<TlsServer>> make(TlsServerFiles files);
  virtual ~TlsServer() = default;

  // The server's side of a session over a connected socket.
  virtual std::unique_ptr<TlsSession> accept(int descriptor) const = 0;
  // Reads the files again if one of them has changed, and once a day anyway, which changes the keys that
  // sessions are resumed by. True: done, for new connections. Errors: as make(); what was read last stays.
  virtual Result<bool> reload() = 0;
  // Of the certificates that were read last, in their order.
  virtual std::vector<CertificateTerm> terms() const = 0;
};

}  // namespace schemagate::net
