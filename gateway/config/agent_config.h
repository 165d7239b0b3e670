// One agent of the configuration: where it is, how it is called, and what is published of it. A value: nobody
// changes it after load_config().
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "a2a/http/message.h"
#include "a2a/signature/key.h"
#include "a2a/tls/files.h"
#include "a2a/wire/outgoing_call.h"
#include "extension/agent_context/context_delivery.h"
#include "extension/agent_context/plan.h"
#include "extension/object_schemas/contract.h"
#include "extension/schema_interaction/catalogue.h"
#include "gateway/access/card_security.h"
#include "gateway/access/hidden_fields.h"
#include "gateway/config/evolution_config.h"
#include "gateway/config/planner_config.h"
#include "gateway/config/public_address.h"
#include "gateway/config/secret.h"
#include "gateway/config/upstream_credentials.h"
#include "gateway/net/renewed_tls_client.h"
#include "gateway/process/command.h"

namespace schemagate {

// Where an agent's contract comes from. In the configuration: `contract`.
enum class ContractSource {
  kAuto,        // as kAdopt when the configuration declares no schema, else as kConfigured
  kAdopt,       // the schemas of the agent's own card, and those of the configuration, which go first
  kConfigured,  // those of the configuration; the card's are not published
};

// What of an agent may be read without being known. In the configuration: `public`.
struct PublicDocuments {
  bool card = true;
  bool templates = false;  // by GET
  bool health = true;      // its state in /healthz
};

// A plan that the gateway carries out itself.
struct MasterPlan {
  agent_context::Plan plan;
  std::string json;  // the same, to be kept with a run
  // A plan for each request is made by a model, of the agents of `plan`, which has no subtasks then.
  std::optional<PlannerConfig> planner = {};
};

// What the cards of its agents say of the gateway's context store.
struct PublishedStore {
  std::string residency;
  std::size_t offload_bytes;  // a master's larger contexts are stored
};

// How an agent of v0.3 gets files over HTTP+JSON (a2a::wire::WireFormat::with_bytes_twice). In the
// configuration: `upstream.file_bytes`.
enum class FileBytes {
  kAuto,   // as what it says of a task that nobody has tells (gateway/agent/rest_probe.h)
  kOnce,   // as the definition has them
  kTwice,  // as the SDKs for Python, Java and Go do
};

struct AgentConfig {
  std::string name;                                 // path segment; [A-Za-z0-9._-]+
  bool root = false;                                // also served at "/"
  bool push_notifications = false;                  // offered: load_config() sets what `push.enabled` says
  bool http_json = true;                            // the HTTP+JSON binding, beside JSON-RPC
  bool websocket = false;                           // JSON-RPC over WebSocket, too, at the same URL
  std::vector<std::string> websocket_origins = {};  // of pages that may connect: "https://app.example"
  PublicDocuments is_public = {};
  access::CardSecurity security = {};  // what the card says of authentication; load_config() sets it
  // Where clients reach it: one card for each, the first for Config::public_url; load_config() sets them.
  // Never empty.
  std::vector<PublicAddress> public_addresses = std::vector<PublicAddress>(1);
  access::HiddenFields hidden_fields = {};  // of its output, with those who may see them
  bool extended_card = false;               // the agent's extended card is handed to every caller
  bool refusals_as_messages = false;        // of structured inputs: an agent's message instead of an error
  bool v1_0_0_statuses = false;             // HTTP+JSON: the HTTP statuses of A2A v1.0.0 instead of v1.0.1

  // Absent: agent contexts are no business of the gateway's.
  std::optional<agent_context::ContextDelivery> agent_context;
  // nullopt: there is no context store; load_config() sets it.
  std::optional<PublishedStore> context_store = {};
  // `kind: master`: it has no upstream, and the rest of the file's agents do its work. nullptr: any other.
  std::shared_ptr<const MasterPlan> master;

  // The agent's base or endpoint URL; its card is looked for there. Empty: it is a command.
  std::string upstream_url;
  // It is called over WebSocket at that URL, which was written with ws for http. Its card comes by HTTP.
  bool upstream_websocket = false;
  // The agent is a child process. Absent: it has a URL.
  std::optional<process::Command> command;
  std::size_t command_restarts = 20;  // in a row, before it is given up
  // The URL of its interface; empty: as its card says, at the origin of upstream_url.
  std::string upstream_endpoint;
  bool plain_http = false;                              // http is allowed to other hosts than this machine
  a2a::tls::Files upstream_files;                       // what https to it is secured with
  std::shared_ptr<net::RenewedTlsClient> upstream_tls;  // made of them; nullptr: there are none
  std::optional<a2a::wire::Binding> upstream_binding;   // absent: as its card prefers
  std::optional<a2a::wire::Version> upstream_version;   // absent: as its card declares
  bool upstream_streams = true;                         // where its card says that it can
  FileBytes upstream_file_bytes = FileBytes::kAuto;

  // Sent with every request to the agent, its card's included. Values are secret: they stand in no log and no
  // error.
  FixedHeaders upstream_headers;
  std::vector<std::string> client_headers;  // names of the client's fields that go on to the agent
  UpstreamCredentials credentials = {};

  std::chrono::seconds card_refresh{30};  // pause between two readings of its card
  std::vector<a2a::signature::PublicKey>
      card_keys;                        // its card's signatures are checked with; none: not checked
  bool card_signature_required = true;  // with card_keys: else a card is taken all the same

  std::chrono::milliseconds request_timeout{120'000};  // a non-streaming answer
  std::chrono::milliseconds stall_timeout{60'000};     // silence on a stream
  std::chrono::milliseconds task_timeout{3'600'000};   // from creation to the end of a task
  // How long an agent may be out of reach before the tasks that it works on fail.
  std::chrono::milliseconds outage_timeout{300'000};
  // The first pause between GetTask calls, where the agent offers no streams.
  std::chrono::milliseconds poll_interval{1'000};

  ContractSource contract_source = ContractSource::kAuto;
  bool assert_format = false;  // `format` refuses, in every schema of the agent

  std::string card_text;  // JSON object laid over the agent's own card (skills by id); empty: none
  object_schemas::Contract contract;  // as configured: see AgentSnapshot::contract() for the whole
  schema_interaction::Catalogue templates;
  EvolutionConfig evolution = {};  // of the templates

  // Whether the schemas of the agent's own card are taken over.
  bool adopts() const {
    return contract_source == ContractSource::kAdopt ||
           (contract_source == ContractSource::kAuto && !contract.declared());
  }
};

}  // namespace schemagate
