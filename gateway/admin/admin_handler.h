// What operators ask a running gateway and decide in it, over HTTP on a listener of its own:
//
//   GET  /evolution/status | pool | proposals | samples | audit    ?agent=&scenario=
//   GET  /evolution/explain?name=                         a patch or a key
//   POST /evolution/approve | reject | withdraw   {"patch_id":…}
//                                      approve also takes "name" and "description" of the key, in place of
//                                      those proposed
//   POST /evolution/verdict            {"scenario":…,"key":…,"aligned":true}, of one of samples with "sample"
//   POST /evolution/erase              {"client":…,"opt_out":false}
//   GET  /metrics                                         for Prometheus, in its text format
//
// All but /metrics take "agent", which may be left out.
//
// Other answers are JSON; {"error":…} with 400 (a malformed question, a name that cannot be), 401 and 403
// (who asks), 404 (there is no such thing), 405, 415, 429 (quotas) and 503 (it cannot be done now). Requests
// of web pages are refused: those that name an Origin, or another Host than this machine.
#pragma once

#include <functional>
#include <string>

#include "gateway/access/quotas.h"
#include "gateway/environment/id_source.h"
#include "gateway/evolution/evolution_service.h"
#include "gateway/front/access.h"
#include "gateway/net/exchange.h"
#include "gateway/observe/audit_log.h"
#include "gateway/observe/log.h"

namespace schemagate {

// References and pointers outlive the handler; all are safe from any thread.
struct AdminDependencies {
  const AccessControl& access;
  EvolutionService& evolution;
  const Log& log;
  AuditLog* audit;  // nullptr: there is none
  const Clock& clock;
  // Of requests here alone: whatever clients ask for elsewhere leaves operators theirs.
  access::QuotaSettings quotas;
  std::string role;                      // that callers need
  bool authenticates;                    // false: whoever reaches the listener may do everything
  std::function<std::string()> metrics;  // what /metrics says now
};

// Used on one thread; `handle` as a net::Handler.
class AdminHandler {
 public:
  explicit AdminHandler(AdminDependencies dependencies)
      : dependencies_(std::move(dependencies)),
        addresses_(dependencies_.quotas.address, "quotas.address", dependencies_.clock),
        principals_(dependencies_.quotas.principal, "quotas.principal", dependencies_.clock) {}
  net::Awaitable<void> handle(net::HttpRequest& request, net::Exchange& exchange);

 private:
  // Who asks, as far as it is known, and what of it has been decided.
  struct Asked {
    std::string request_id;
    PrincipalHandle caller = {};
    a2a::Result<Question, Refusal> question;
  };

  Asked admit(const net::HttpRequest& request);
  Step identify(const net::HttpRequest& request, PrincipalHandle& caller);
  Step authorise(const Principal& caller) const;
  void note(const net::HttpRequest& request, const Asked& asked, int status) const;
  void audit(const net::HttpRequest& request, const Asked& asked) const;

  const AdminDependencies dependencies_;
  access::QuotaTable addresses_;
  access::QuotaTable principals_;
  RandomIds request_ids_;
};

// The question that a request asks, of /metrics none. Errors: as above. Pure.
a2a::Result<Question, Refusal> read_question(const net::HttpRequest& request);

}  // namespace schemagate
