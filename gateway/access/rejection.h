// Who it is, or why credentials are not taken.
#pragma once

#include <expected>
#include <string_view>

#include "gateway/access/principal.h"

namespace schemagate::access {

// `reason` is a literal: nothing of the credentials is in it.
struct Rejection {
  std::string_view reason;
  bool comes_by_itself = false;  // nothing is wrong with them: the issuer's keys have not been read yet
  bool is_of_token = false;      // they are a bearer token
};
using Identified = std::expected<PrincipalHandle, Rejection>;

}  // namespace schemagate::access
