// The configuration file (YAML; JSON is YAML too) as plain values, and everything that can be wrong with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/tree.h"
#include "a2a/signature/key.h"
#include "a2a/wire/outgoing_call.h"
#include "extension/object_schemas/contract.h"
#include "extension/schema_interaction/catalogue.h"
#include "gateway/net/server.h"
#include "gateway/push/push_relay.h"
#include "gateway/store/payload_cipher.h"

namespace schemagate {

// Something wrong (or doubtful) in the file, with its place, e.g.
// "agents.fight.skills.fight-comparison.input[0]".
struct ConfigProblem {
  bool fatal;
  std::string path;
  int line;  // 1-based; 0 when unknown
  std::string message;
};

// Bounds beyond those of net::ListenerLimits and net::UpstreamLimits. Each is documented in the README with
// its default.
struct GatewayLimits {
  std::size_t json_depth_max = 64;
  std::size_t tasks_max = 100'000;             // kept at once, whole process
  std::chrono::seconds task_retention{3'600};  // after a task has ended
  std::size_t task_events_max = 10'000;        // per task
  std::size_t task_bytes_max = 16 << 20;       // per task: artifacts, history and events together
  std::size_t streams_max = 10'000;            // open event streams, whole process
  std::size_t event_bytes_max = 4 << 20;       // one event from an agent
  std::chrono::seconds deduplication_window{
      600};                                      // same caller, messageId and content: the first call's task
  std::chrono::milliseconds keep_alive{15'000};  // comment on an idle stream
  std::chrono::milliseconds blocking_timeout{
      120'000};  // a blocking send answers with the running task after this
};

struct AgentConfig {
  std::string name;                 // path segment; [A-Za-z0-9._-]+
  bool root = false;                // also served at "/"
  bool push_notifications = false;  // offered: load_config() sets what `push.enabled` says
  bool http_json = true;            // the HTTP+JSON binding, beside JSON-RPC
  bool extended_card = false;       // the agent's extended card is handed to every caller
  bool v1_0_0_statuses = false;     // HTTP+JSON: the HTTP statuses of A2A v1.0.0 instead of v1.0.1

  std::string upstream_url;  // the agent's base or endpoint URL, http; its card is looked for there
  std::string
      upstream_endpoint;  // its interface's URL, http; empty: as its card says, at upstream_url's origin
  std::optional<a2a::wire::Binding> upstream_binding;  // absent: as its card prefers
  std::optional<a2a::wire::Version> upstream_version;  // absent: as its card declares
  std::chrono::seconds card_refresh{300};
  std::vector<a2a::signature::PublicKey>
      card_keys;                        // its card's signatures are checked with; none: not checked
  bool card_signature_required = true;  // with card_keys: else a card is taken all the same
  std::chrono::milliseconds request_timeout{120'000};  // a non-streaming answer
  std::chrono::milliseconds stall_timeout{60'000};     // silence on a stream
  std::chrono::milliseconds task_timeout{3'600'000};   // from creation to the end of a task
  std::chrono::milliseconds poll_interval{
      1'000};  // first pause between GetTask calls where streams are not offered

  std::string card_text;  // JSON object laid over the agent's own card (skills by id); empty: none
  object_schemas::Contract contract;
  schema_interaction::Catalogue templates;
};

// Where tasks are kept.
struct LedgerConfig {
  std::string path = {};                    // of the SQLite file; empty: in memory, gone with the process
  std::vector<store::LedgerKey> keys = {};  // the first seals payloads, all open them; none: plain text
  std::size_t file_bytes_max = std::size_t{64} << 30;
  std::size_t queue_bytes_max = 64 << 20;  // waiting to be written
};

// How the gateway signs the cards that it publishes.
struct SigningConfig {
  std::optional<a2a::signature::PrivateKey> signer = {};  // absent: cards are not signed
  std::vector<a2a::signature::PublicKey> keys = {};       // published; the signer's first
};

// Push notifications, delivered by the gateway itself.
struct PushSettings {
  bool enabled = true;
  push::PushOptions options;
  std::chrono::milliseconds timeout{10'000};  // one delivery
  std::size_t configs_per_task_max = 8;
};

struct Config {
  std::string listen_address = "127.0.0.1";
  std::uint16_t listen_port = 8080;
  // http or https, without trailing slash; default http://<listen>, 127.0.0.1 standing for all addresses. The
  // default of port 0 ends with ":0": the chosen port, known only when listening, has to take its place.
  std::string public_url;
  std::size_t threads = 0;  // 0: one per core
  std::string log_level = "info";
  std::chrono::milliseconds drain_timeout{10'000};
  net::ListenerLimits listener;
  net::UpstreamLimits upstream;
  GatewayLimits limits;
  PushSettings push;
  LedgerConfig ledger;  // load_config(): a file beside the configuration, unless that says otherwise
  SigningConfig signing;
  std::vector<AgentConfig> agents;
};

struct LoadedConfig {
  std::optional<Config> config;  // absent when a problem is fatal
  std::vector<ConfigProblem> problems;
};

// What the command line or the environment says over the file. Absent: as the file says.
struct ConfigOverrides {
  std::optional<std::string> listen;  // as `listen` in the file: "127.0.0.1:8080", "[::1]:8080", ":8080"
  std::optional<std::string> public_url;
  std::optional<std::string> log_level;
  std::optional<std::size_t> threads;
};

// Reads the file and the schema, card and template files that it names (relative to its folder), compiles
// every schema. Reports all problems in the file's order, not the first; an override is checked like the
// file's value whose place it takes, its line is 0. Unknown members are refused with the nearest known name.
// No network.
LoadedConfig load_config(const std::string& path, const ConfigOverrides& overrides = {});

}  // namespace schemagate
