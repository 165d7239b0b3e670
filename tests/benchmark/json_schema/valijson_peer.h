// valijson behind a small wall: its headers are heavy.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

class ValijsonPeer {
 public:
  explicit ValijsonPeer(const nlohmann::json& schema);  // draft-07; throws when it cannot use the schema
  ~ValijsonPeer();
  bool validate(const nlohmann::json& instance) const;

 private:
  struct Schema;
  std::unique_ptr<Schema> schema_;
};
