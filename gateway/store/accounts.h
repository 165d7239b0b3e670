// How much is kept for each owner, and for each address that tasks were made from.
//
//   const auto holding = accounts.open(scope.owner, "192.0.2.7");   // with the task, and gone with it
//   holding->add_bytes(1'000);
//   accounts.of_owner(scope.owner).bytes                            // 1'000
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

#include "gateway/store/guarded.h"

namespace schemagate::store {

// Of one of them.
struct Kept {
  std::size_t bytes = 0;  // of tasks, as StoreLimits::bytes_max counts them
  std::size_t push_configs = 0;
};

// Safe from any thread.
class Accounts {
  struct Account {
    std::atomic<std::size_t> bytes = 0;
    std::atomic<std::size_t> push_configs = 0;
  };

 public:
  // What is kept of one task. Gives everything back when it goes; may outlive the accounts.
  class Holding {
   public:
    Holding(std::shared_ptr<Account> owner, std::shared_ptr<Account> address)
        : owner_(std::move(owner)), address_(std::move(address)) {}
    Holding(const Holding&) = delete;
    Holding& operator=(const Holding&) = delete;
    ~Holding();

    void add_bytes(std::size_t bytes);
    void add_push_config();
    void remove_push_config();

   private:
    const std::shared_ptr<Account> owner_;
    const std::shared_ptr<Account> address_;  // nullptr: not known
    std::size_t bytes_ = 0;
    std::size_t push_configs_ = 0;
  };

  // An empty address is not known: that of a task which was made before the program was started.
  std::unique_ptr<Holding> open(const std::string& owner, const std::string& address);

  Kept of_owner(const std::string& owner) const { return find(owners_, owner); }
  Kept of_address(const std::string& address) const { return find(addresses_, address); }
  // Owners and addresses that are remembered.
  std::size_t size() const;

 private:
  // By name. Those that nothing is kept for any more are forgotten when there are twice as many as there
  // were.
  struct Book {
    std::unordered_map<std::string, std::weak_ptr<Account>> accounts = {};
    std::size_t tidy_at = 1'024;
  };
  static std::shared_ptr<Account> take(Guarded<Book>& book, const std::string& name);
  static Kept find(const Guarded<Book>& book, const std::string& name);

  Guarded<Book> owners_;
  Guarded<Book> addresses_;
};

}  // namespace schemagate::store
