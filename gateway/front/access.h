// Who calls, and what they may do: the steps "identify" and "authorise" of the request pipeline.
//
// Authentication methods stand in gateway/access; AuthenticatedAccess composes them.
#pragma once

#include <memory>
#include <string_view>

#include "gateway/access/principal.h"
#include "gateway/front/refusal.h"
#include "gateway/net/http.h"

namespace schemagate {

// What a principal wants. Views are good for the duration of the call.
struct RequestedAccess {
  std::string_view agent = {};  // by its configured name; empty: the gateway itself
  bool is_personal = false;     // never for anonymous callers, whatever else they may do
  bool is_public = false;       // health, keys and cards: what one has to read before one can log in
  // By its name in JSON-RPC of A2A 1.0, whichever version is spoken; a template that is read by GET counts as
  // its operation. Empty: the URL as such, whose operation is not known yet.
  std::string_view operation = {};
};

// Called on every core's thread: an implementation is safe from any thread and does not block. It must
// outlive the pipelines that use it.
class AccessControl {
 public:
  virtual ~AccessControl() = default;
  // The principal that the request's credentials stand for; without credentials: anonymous. Refuses
  // credentials that are there and not good (HTTP 401 with WWW-Authenticate, A2A v1.0.1 section 7.4).
  virtual a2a::Result<PrincipalHandle, Refusal> identify(const net::HttpRequest& request) const = 0;
  // Asked twice for a call: whether the URL may be reached, before its body is read, and whether the
  // operation that the body names may be used. Refuses with HTTP 401 or 403.
  virtual Step authorise(const Principal& principal, const RequestedAccess& wanted) const = 0;
};

// Everybody is anonymous and may use whatever is offered: where the configuration has no `authentication`.
class OpenAccess final : public AccessControl {
 public:
  a2a::Result<PrincipalHandle, Refusal> identify(const net::HttpRequest&) const override {
    return anonymous_;
  }
  Step authorise(const Principal&, const RequestedAccess&) const override { return {}; }

 private:
  const PrincipalHandle anonymous_ = std::make_shared<const Principal>();
};

}  // namespace schemagate
