// Files of secrets and certificates that the gateway shows to agents and others, read again when they change.
#pragma once

#include <memory>
#include <vector>

#include "gateway/agent/agent_directory.h"
#include "gateway/config/context_source.h"
#include "gateway/observe/log.h"

namespace schemagate {

// `log` must outlive it. Of the agents as they were given: made anew when they are others.
class CredentialRenewal {
 public:
  CredentialRenewal(const std::vector<ContextSource>& sources, const FrontedAgents& agents, const Log& log);

  // There are no such files.
  bool empty() const { return secrets_.empty() && certificates_.empty(); }
  // Every second or so, on one thread at a time. Each change is told in the log, with the file and never its
  // content; an agent that is called with what has changed is asked for its card, and its tokens are asked
  // for, at once.
  void look();

 private:
  struct WatchedSecret {
    std::shared_ptr<SecretFile> file;
    std::shared_ptr<const FrontedAgent> agent = {};  // that it is shown to; nullptr: somebody else
  };
  struct WatchedCertificates {
    std::shared_ptr<net::RenewedTlsClient> tls;
    std::shared_ptr<const FrontedAgent> agent;
  };
  void add(const Secret& secret, const std::shared_ptr<const FrontedAgent>& agent);
  void add(const AgentConfig& config, const std::shared_ptr<const FrontedAgent>& agent);
  void look_at(const WatchedSecret& watched) const;
  void look_at(const WatchedCertificates& watched) const;
  void tell(const WatchedSecret& watched) const;

  const Log* log_;
  std::vector<WatchedSecret> secrets_;
  std::vector<WatchedCertificates> certificates_;
};

}  // namespace schemagate
