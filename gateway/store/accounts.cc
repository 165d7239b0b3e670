#include "gateway/store/accounts.h"

#include <algorithm>
#include <utility>

namespace schemagate::store {

Accounts::Holding::~Holding() {
  for (const auto& account : {owner_, address_}) {
    if (account == nullptr) continue;
    account->bytes -= bytes_;
    account->push_configs -= push_configs_;
  }
}

void Accounts::Holding::add_bytes(std::size_t bytes) {
  bytes_ += bytes;
  owner_->bytes += bytes;
  if (address_ != nullptr) address_->bytes += bytes;
}

void Accounts::Holding::add_push_config() {
  ++push_configs_;
  ++owner_->push_configs;
  if (address_ != nullptr) ++address_->push_configs;
}

void Accounts::Holding::remove_push_config() {
  --push_configs_;
  --owner_->push_configs;
  if (address_ != nullptr) --address_->push_configs;
}

std::unique_ptr<Accounts::Holding> Accounts::open(const std::string& owner, const std::string& address) {
  return std::make_unique<Holding>(take(owners_, owner),
                                   address.empty() ? nullptr : take(addresses_, address));
}

std::size_t Accounts::size() const {
  const auto count = [](const Book& book) { return book.accounts.size(); };
  return owners_.with(count) + addresses_.with(count);
}

std::shared_ptr<Accounts::Account> Accounts::take(Guarded<Book>& book, const std::string& name) {
  return book.with([&name](Book& all) {
    std::weak_ptr<Account>& place = all.accounts[name];
    std::shared_ptr<Account> account = place.lock();
    if (account == nullptr) place = account = std::make_shared<Account>();
    if (all.accounts.size() >= all.tidy_at) {
      std::erase_if(all.accounts, [](const auto& entry) { return entry.second.expired(); });
      all.tidy_at = std::max(Book().tidy_at, 2 * all.accounts.size());
    }
    return account;
  });
}

Kept Accounts::find(const Guarded<Book>& book, const std::string& name) {
  const auto account = book.with([&name](const Book& all) {
    const auto found = all.accounts.find(name);
    return found == all.accounts.end() ? nullptr : found->second.lock();
  });
  return account == nullptr ? Kept() : Kept{account->bytes, account->push_configs};
}

}  // namespace schemagate::store
