#include "gateway/task/awaited_replies.h"

#include <utility>

namespace schemagate {

// A slot with a reply is there until it is forgotten.
AwaitedReplies::Waiter::~Waiter() {
  if (!slot_) return;
  replies_->slots_.with([this](Slots& slots) {
    slot_.reset();
    const auto found = slots.find(task_id_);
    if (found != slots.end() && found->second.use_count() == 1 && !found->second->reply) slots.erase(found);
  });
}

std::shared_ptr<const a2a::Message> AwaitedReplies::Waiter::reply() const {
  return replies_->slots_.with([this](const Slots&) { return slot_->reply; });
}

AwaitedReplies::Waiter AwaitedReplies::wait_for(const std::string& task_id) {
  auto slot = slots_.with([&task_id](Slots& slots) {
    auto& found = slots[task_id];
    if (!found) found = std::make_shared<Slot>();
    return found;
  });
  return {*this, task_id, std::move(slot)};
}

void AwaitedReplies::tell(const std::string& task_id, a2a::Message&& reply) {
  auto told = std::make_shared<const a2a::Message>(std::move(reply));
  slots_.with([&](Slots& slots) {
    auto& found = slots[task_id];
    if (!found) found = std::make_shared<Slot>();
    found->reply = std::move(told);
  });
}

void AwaitedReplies::forget(const std::string& task_id) {
  slots_.with([&task_id](Slots& slots) { slots.erase(task_id); });
}

}  // namespace schemagate
