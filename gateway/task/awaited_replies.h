// Answers of agents that make no task, for copies of the same message that come before the first caller has
// its answer: a message is in no store.
//
//   const AwaitedReplies::Waiter waiter = replies.wait_for(first_task_id);   // a copy
//   replies.tell(first_task_id, std::move(message));   // the first, when it is about to be answered
//   if (waiter.reply()) …                              // what the copy is answered, too
//   replies.forget(first_task_id);                     // the first, when it has been answered
//
// Shared by all cores; safe from any thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "a2a/model/message.h"
#include "gateway/store/guarded.h"

namespace schemagate {

class AwaitedReplies {
  struct Slot;

 public:
  // Of one copy: it keeps what it is told. Of one thread at a time; must not outlive the replies.
  class Waiter {
   public:
    Waiter(Waiter&&) = default;
    Waiter& operator=(Waiter&&) = delete;
    ~Waiter();

    // nullptr: nothing yet, or a task came of it.
    std::shared_ptr<const a2a::Message> reply() const;

   private:
    friend class AwaitedReplies;
    Waiter(AwaitedReplies& replies, std::string task_id, std::shared_ptr<Slot> slot)
        : replies_(&replies), task_id_(std::move(task_id)), slot_(std::move(slot)) {}

    AwaitedReplies* replies_;
    std::string task_id_;
    std::shared_ptr<Slot> slot_;  // nullptr: moved from
  };

  // `task_id`: that of the task which the first message would make (store::EarlierMessage).
  Waiter wait_for(const std::string& task_id);
  // For who waits, and who comes before forget().
  void tell(const std::string& task_id, a2a::Message&& reply);
  // Call it when the message itself has been forgotten: nobody comes to wait any more. Unknown ones are
  // ignored.
  void forget(const std::string& task_id);

 private:
  struct Slot {
    std::shared_ptr<const a2a::Message> reply = nullptr;
  };
  using Slots = std::map<std::string, std::shared_ptr<Slot>>;

  store::Guarded<Slots> slots_;  // guards what they hold, too
};

}  // namespace schemagate
