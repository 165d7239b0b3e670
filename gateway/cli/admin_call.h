// One question to a running gateway's admin listener.
#pragma once

#include <string>
#include <vector>

#include "a2a/client/http.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

// What is asked, and where. Texts that are empty are left out.
struct AdminCall {
  AgentOptions call;  // url: of the admin listener; empty: SCHEMAGATE_ADMIN, or http://127.0.0.1:15000
  std::string verb;
  std::string agent;
  std::string scenario;
  std::string subject;
  std::string subject_member;  // its name in the question; empty: none
  bool posts = false;
  std::string sample;                    // of a verdict; empty: of any value
  std::string name;                      // of the key that is approved; empty: as proposed
  std::string description;               // likewise
  std::vector<std::string> values = {};  // likewise
  std::string wishes;                    // of each proposal; empty: the usual number
  std::string flag_member;               // sent with `flag`; empty: none
  bool flag = false;
};

// The body of a 200 answer, JSON. Errors: those of the exchange; kAgent with the gateway's reason; kProtocol
// for what is no answer of an admin listener.
a2a::client::Outcome<std::string> call_admin(const AdminCall& call);

}  // namespace schemagate::cli
