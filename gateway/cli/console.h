// Where a verb reads and writes, and the options that all verbs towards an agent share.
#pragma once

#include <chrono>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "a2a/client/client.h"
#include "gateway/cli/exit_code.h"
#include "gateway/cli/login.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace schemagate::cli {

// Is told what goes on when the program is ended by Ctrl-C, so that it can be said then.
class Interruption {
 public:
  virtual ~Interruption() = default;
  // From now on `text` is what is true; empty: nothing goes on.
  virtual void set(std::string text) = 0;
};

// Borrowed streams; they outlive every call.
struct Console {
  std::istream& in;
  std::ostream& out;      // results, and with -o json nothing but JSON
  std::ostream& err;      // progress and, for readers, failures
  bool progress = false;  // err is a terminal
  bool can_ask = false;   // in and err are: a question is seen, and its answer is somebody's
  Interruption* interruption = nullptr;

  void goes_on(std::string text) const {
    if (interruption != nullptr) interruption->set(std::move(text));
  }
};

enum class Output { kText, kJson };

// The option takes these values only; what else is given is named, with the nearest of them.
void expect_one_of(CLI::Option& option, std::vector<std::string> values);

// The option -o.
void add_output_option(CLI::App& command, Output& output);

// How to reach an agent.
struct AgentOptions {
  std::string url;
  std::string version;               // "0.3", "1.0" or empty: as the card says
  std::vector<std::string> headers;  // "Name: value"
  std::string token;                 // sent as a bearer token; never printed, as the next two
  std::string token_file;
  std::string api_key;
  LoginOptions login;
  std::vector<std::string> extensions;
  a2a::tls::Files tls;
  double timeout_s = 300;  // for the whole verb
  Output output = Output::kText;
};
// URL, --version, --extension, and those of add_call_options().
void add_agent_options(CLI::App& command, AgentOptions& options);
// --header, --token, --token-file, --api-key, --ca, --cert, --key, --timeout, -o, and those of
// add_login_options().
void add_call_options(CLI::App& command, AgentOptions& options);
// --ca, --cert and --key.
void add_tls_options(CLI::App& command, a2a::tls::Files& tls);

// An agent, found. Calls made through client() share the verb's deadline.
class AgentConnection {
 public:
  static a2a::client::Outcome<AgentConnection> find(const AgentOptions& options);
  // One that was found before; the time begins now.
  static a2a::client::Outcome<AgentConnection> known(a2a::client::Discovered found,
                                                     const AgentOptions& options);

  a2a::client::Client client() const;
  std::chrono::milliseconds time_left() const;
  // Whether the card says that the agent streams.
  bool streams() const { return found_.interface.streaming; }
  // Whether its version has an operation for that.
  bool lists_tasks() const { return found_.interface.version == a2a::wire::Version::kV1_0; }
  const std::string& url() const { return found_.interface.url; }
  // The same agent with that much time from now on.
  AgentConnection with_time(std::chrono::milliseconds time) const;
  const a2a::client::FetchedCard& card() const { return found_.card; }

 private:
  AgentConnection(a2a::client::Discovered found, a2a::client::ClientOptions options,
                  std::chrono::steady_clock::time_point deadline, std::chrono::milliseconds stated);

  a2a::client::Discovered found_;
  a2a::client::ClientOptions options_;
  std::chrono::steady_clock::time_point deadline_;
  std::chrono::milliseconds stated_;  // --timeout
};

// The URL as it is meant: what has no scheme gets http:// on this machine and https:// elsewhere. A text that
// is no host stays as it is.
std::string with_scheme(const std::string& url);

// What a call is sent with where no card says how credentials are presented: a key goes as X-API-Key. Those
// of the environment are sent, too. Errors: kArgument.
a2a::client::Outcome<a2a::http::Headers> headers_without_card(const AgentOptions& options);

// The card alone, asked for with the credentials of command line and environment, as those may be needed: not
// for an agent that the user has not named.
a2a::client::Outcome<a2a::client::FetchedCard> fetch_card(const AgentOptions& options);

}  // namespace schemagate::cli
