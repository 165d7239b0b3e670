// The texts of an EvolutionStore in memory, with the rows that they have in a ledger. No lock, no file.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "gateway/store/evolution_store.h"

namespace schemagate::store {

class EvolutionTable {
 public:
  // Returns the number of the agent's row; `take_number` gives the one of an agent that has none yet.
  std::int64_t put(const std::string& agent, EvolutionText text, const auto& take_number) {
    auto [row, is_new] = rows_.try_emplace(agent);
    if (is_new) row->second.number = take_number();
    row->second.text = std::move(text);
    return row->second.number;
  }
  EvolutionText find(const std::string& agent) const {
    const auto found = rows_.find(agent);
    return found == rows_.end() ? nullptr : found->second.text;
  }
  void restore(const std::string& agent, std::int64_t number, EvolutionText text) {
    rows_[agent] = {number, std::move(text)};
  }

 private:
  struct Row {
    std::int64_t number = 0;
    EvolutionText text;
  };
  std::map<std::string, Row> rows_;
};

}  // namespace schemagate::store
