#include "gateway/task/answered_references.h"

#include <utility>

namespace schemagate {

std::string AnsweredReferences::fault_of(const AnsweredReference& reference) const {
  if (own_ != nullptr && own_->is_own(reference.uri))
    return std::string(name(own_->fault_of_answered(reference.uri, reference.agent)));
  if (foreign_ == nullptr) return std::string(name(ForeignFault::kNotAllowed));
  const auto fault = foreign_->fault_of(reference.uri, reference.residency);
  return fault ? std::string(name(*fault)) : std::string();
}

net::Awaitable<a2a::Result<std::string, std::string>> AnsweredReferences::read(
    AnsweredReference reference) const {
  std::string fault = fault_of(reference);
  if (!fault.empty()) co_return std::unexpected(std::move(fault));
  auto found = co_await foreign_->read(std::move(reference.uri), std::move(reference.holder));
  if (!found) co_return std::unexpected(std::string(name(found.error())));
  if (!found->is_json) co_return std::unexpected(std::string(name(ForeignFault::kWrongType)));
  co_return std::move(found->content);
}

}  // namespace schemagate
