// Access that a reload of the configuration changes.
#pragma once

#include <memory>
#include <utility>

#include "gateway/front/access.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// As the one that was set last: each question is answered by one of them alone. A caller whom one has
// identified keeps, for his request, the rights that he had then.
class ReplaceableAccess final : public AccessControl {
 public:
  // Never nullptr.
  explicit ReplaceableAccess(std::shared_ptr<const AccessControl> first) : current_(std::move(first)) {}
  void replace(std::shared_ptr<const AccessControl> next) {
    current_.with([&next](auto& current) { current.swap(next); });  // the other goes without the lock
  }

  a2a::Result<PrincipalHandle, Refusal> identify(const net::HttpRequest& request) const override {
    return current()->identify(request);
  }
  Step authorise(const Principal& principal, const RequestedAccess& wanted) const override {
    return current()->authorise(principal, wanted);
  }

 private:
  std::shared_ptr<const AccessControl> current() const {
    return current_.with([](const auto& current) { return current; });
  }

  store::Guarded<std::shared_ptr<const AccessControl>> current_;
};

}  // namespace schemagate
