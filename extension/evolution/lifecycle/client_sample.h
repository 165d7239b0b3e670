// How many different clients there were: exact up to 1,024, then an estimate from the 1,024 of them whose
// hashes are lowest. 8 KiB at most. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

namespace schemagate::evolution {

std::uint64_t client_hash(std::string_view client);

class ClientSample {
 public:
  static constexpr std::size_t kKept = 1024;

  void add(std::uint64_t client);
  bool contains(std::uint64_t client) const { return kept_.contains(client); }
  // Whether contains() knows about this client: always as long as the count is exact.
  bool covers(std::uint64_t client) const;
  std::size_t count() const;

  const std::set<std::uint64_t>& kept() const { return kept_; }
  bool is_exact() const { return exact_; }
  void restore(std::set<std::uint64_t> kept, bool exact);

 private:
  std::set<std::uint64_t> kept_;
  bool exact_ = true;
};

}  // namespace schemagate::evolution
