// Messages that tell a strict HTTP/1 server from a lenient one, each with the only acceptable outcome.
#pragma once

#include <string>
#include <vector>

namespace schemagate::net {

struct Probe {
  std::string name;      // what it proves
  std::string bytes;     // sent in one piece, then the client closes its side
  std::string statuses;  // of all answers, in order; empty: closed without an answer
  std::string seen;      // what may reach the handler: "METHOD target body;" each
};

std::vector<Probe> smuggling_probes();
std::vector<Probe> chunking_probes();
std::vector<Probe> field_probes();
std::vector<Probe> request_line_probes();
std::vector<Probe> host_probes();
std::vector<Probe> pipelining_probes();

}  // namespace schemagate::net
