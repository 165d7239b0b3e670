// The table of the configuration's options: name, type with the value that it sets and its range, reload
// rule. The default is what the value has without it.
//
// To add an option: its value with the default (agent_config.h, gateway_limits.h, ...), a row here, and a
// line of config_schema.json and of CONFIG.md each, which the test ConfigSchema compares with the table.
// Where no type of option.h fits, the row is Special and the section's reader (read_*.cc) reads it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extension/object_schemas/contract.h"
#include "gateway/config/config.h"
#include "gateway/config/option.h"

namespace schemagate::options {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using enum Reload;
using option::Choice;
using option::Count;
using option::Duration;
using option::Flag;
using option::Size;
using option::Special;

inline constexpr std::uint64_t kKiB = 1 << 10;
inline constexpr std::uint64_t kMiB = 1 << 20;
inline constexpr std::uint64_t kGiB = 1 << 30;
inline constexpr Range<milliseconds> kShort{10ms, 1h};
inline constexpr Range<milliseconds> kDay{10ms, 24h};
inline constexpr Range<milliseconds> kMonth{1s, 720h};
inline constexpr std::array<std::string_view, 5> kLogLevels{"debug", "info", "warn", "error", "off"};

// At the root of the file.
inline constexpr std::array kProcess{
    Option<Config>{"listen", Special{"127.0.0.1:8080", "IP address and port"}, kRestart},
    Option<Config>{"listeners", Special{"none"}, kRestart},
    Option<Config>{"public_url", Special{"<listen>", "http or https"}, kRestart},
    Option<Config>{"threads", Count{&Config::threads, {0, 1'024}}, kRestart},
};
// `audit`
inline constexpr std::array kAudit{
    Option<Config>{"file", Special{"none"}, kRestart},
};
// `listeners.*`
inline constexpr std::array<std::string_view, 3> kClientCertificates{"none", "optional", "required"};
inline constexpr std::array kListeners{
    Option<net::ListenerOptions>{"address", Special{"needed", "IP address and port"}, kRestart},
    Option<net::ListenerOptions>{"certificates", Special{"none"}, kRestart},
    Option<net::ListenerOptions>{"client_certificates", Special{"none", "none optional required"}, kRestart},
    Option<net::ListenerOptions>{"client_ca", Special{"none"}, kRestart},
    Option<net::ListenerOptions>{"agents", Special{"all"}, kRestart},
    Option<net::ListenerOptions>{"public_url", Special{"<public_url>", "http or https"}, kRestart},
    Option<net::ListenerOptions>{"proxy_protocol", Flag{&net::ListenerOptions::proxy_protocol}, kRestart},
    Option<net::ListenerOptions>{"trusted_proxies", Special{"none"}, kRestart},
    Option<net::ListenerOptions>{"hsts", Duration{&net::ListenerOptions::hsts, {0s, 17'520h}}, kRestart},
};
// `listeners.*.certificates.*`
inline constexpr std::array kCertificates{
    Option<net::CertificateFiles>{"cert", Special{"needed"}, kRestart},
    Option<net::CertificateFiles>{"key", Special{"needed"}, kRestart},
};
// `log`
inline constexpr std::array kLog{
    Option<Config>{"level", Choice{&Config::log_level, kLogLevels}, kRestart},
};

// `limits`: kListener, kGateway, kDrain.
using Listener = net::ListenerLimits;
inline constexpr std::array kListener{
    Option<Listener>{"body", Size{&Listener::body_bytes_max, {kKiB, kGiB}}, kRestart},
    Option<Listener>{"headers", Count{&Listener::headers_max, {8, 10'000}}, kRestart},
    Option<Listener>{"header_bytes", Size{&Listener::head_bytes_max, {kKiB, kMiB}}, kRestart},
    Option<Listener>{"header_timeout", Duration{&Listener::head_timeout, kShort}, kRestart},
    Option<Listener>{"body_timeout", Duration{&Listener::body_timeout, kShort}, kRestart},
    Option<Listener>{"idle_timeout", Duration{&Listener::idle_timeout, kShort}, kRestart},
    Option<Listener>{"write_timeout", Duration{&Listener::write_timeout, kShort}, kRestart},
    Option<Listener>{"connections", Count{&Listener::connections_max, {1, 10'000'000}}, kRestart},
    Option<Listener>{"connections_per_address",
                     Count{&Listener::connections_per_address_max, {1, 10'000'000}}, kRestart},
    Option<Listener>{"backlog", Special{"4096", "1 to 65535"}, kRestart},
};
using Limits = GatewayLimits;
inline constexpr std::array kGateway{
    Option<Limits>{"memory", Size{&Limits::memory_bytes_max, {16 * kMiB, 1'024 * kGiB}}, kRestart},
    Option<Limits>{"json_depth", Count{&Limits::json_depth_max, {8, 512}}, kRestart},
    Option<Limits>{"streams", Count{&Limits::streams_max, {1, 10'000'000}}, kRestart},
    Option<Limits>{"tasks", Count{&Limits::tasks_max, {1, 100'000'000}}, kRestart},
    Option<Limits>{"task_retention", Duration{&Limits::task_retention, kMonth}, kRestart},
    Option<Limits>{"kept_bytes", Size{&Limits::kept_bytes_max, {kMiB, 1'024 * kGiB}}, kRestart},
    Option<Limits>{"context_retention", Duration{&Limits::context_retention, kMonth}, kRestart},
    Option<Limits>{"task_events", Count{&Limits::task_events_max, {16, 10'000'000}}, kRestart},
    Option<Limits>{"task_bytes", Size{&Limits::task_bytes_max, {64 * kKiB, kGiB}}, kRestart},
    Option<Limits>{"event_bytes", Size{&Limits::event_bytes_max, {kKiB, kGiB}}, kRestart},
    Option<Limits>{"deduplication_window", Duration{&Limits::deduplication_window, {0s, 24h}}, kRestart},
    Option<Limits>{"keep_alive", Duration{&Limits::keep_alive, {100ms, 1h}}, kRestart},
    Option<Limits>{"blocking_timeout", Duration{&Limits::blocking_timeout, kShort}, kRestart},
};
inline constexpr std::array kDrain{
    Option<Config>{"drain", Duration{&Config::drain_timeout, {0s, 1h}}, kRestart},
};
// `limits.upstream`: kUpstream, kAnswers.
using Upstream = net::UpstreamLimits;
inline constexpr std::array kUpstream{
    Option<Upstream>{"connections", Count{&Upstream::connections_per_host_max, {1, 65'535}}, kRestart},
    Option<Upstream>{"idle_connections", Count{&Upstream::idle_connections_max, {0, 65'535}}, kRestart},
    Option<Upstream>{"idle_timeout", Duration{&Upstream::idle_timeout, kShort}, kRestart},
    Option<Upstream>{"connect_timeout", Duration{&Upstream::connect_timeout, kShort}, kRestart},
    Option<Upstream>{"header_bytes", Size{&Upstream::head_bytes_max, {kKiB, kMiB}}, kRestart},
    Option<Upstream>{"body", Size{&Upstream::body_bytes_max, {kKiB, kGiB}}, kRestart},
};
inline constexpr std::array kAnswers{
    Option<Limits>{"parts", Count{&Limits::answer_parts_max, {100, 10'000'000}}, kRestart},
};

// `ledger`
inline constexpr std::array kLedger{
    Option<LedgerConfig>{"store", Special{"sqlite", "sqlite memory"}, kRestart},
    Option<LedgerConfig>{"path", Special{"beside this file"}, kRestart},
    Option<LedgerConfig>{"keys", Special{"none", "16"}, kRestart},
    Option<LedgerConfig>{"file_size", Size{&LedgerConfig::file_bytes_max, {kMiB, 1'024 * kGiB}}, kRestart},
    Option<LedgerConfig>{"queue", Size{&LedgerConfig::queue_bytes_max, {kMiB, 16 * kGiB}}, kRestart},
};
// `context_store`
using ContextStore = ContextStoreConfig;
inline constexpr std::array kContextStore{
    Option<ContextStore>{"keys", Special{"needed", "16"}, kRestart},
    Option<ContextStore>{"residency", Special{"needed"}, kRestart},
    Option<ContextStore>{"lifetime", Duration{&ContextStore::lifetime, {1min, 24h}}, kRestart},
    Option<ContextStore>{"offload", Size{&ContextStore::offload_bytes, {0, 256 * kKiB}}, kRestart},
};
// `context_store.readers.*`
inline constexpr std::array kContextReader{
    Option<ContextStore>{"authority", Special{"needed"}, kRestart},
    Option<ContextStore>{"subject", Special{"needed"}, kRestart},
    Option<ContextStore>{"tenant", Special{"none"}, kRestart},
};
// `context_sources.*`
inline constexpr std::array kContextSource{
    Option<ContextSource>{"origin", Special{"needed", "https or http"}, kRestart},
    Option<ContextSource>{"plain_http", Flag{&ContextSource::plain_http}, kRestart},
    Option<ContextSource>{"residency", Special{"none"}, kRestart},
    Option<ContextSource>{"headers", Special{"none", "32 fields of 8KiB"}, kRestart},
    Option<ContextSource>{"ca_file", Special{"the system's"}, kRestart},
    Option<ContextSource>{"allow", Special{"none"}, kRestart},
    Option<ContextSource>{"digest", Special{"required", "required optional"}, kRestart},
    Option<ContextSource>{"timeout", Duration{&ContextSource::timeout, {100ms, 60s}}, kRestart},
};
// `signing`
inline constexpr std::array kSigning{
    Option<SigningConfig>{"keys", Special{"none", "16"}, kRestart},
};

// `admin`
inline constexpr std::array kAdmin{
    Option<AdminConfig>{"listen", Special{"none", "IP address and port"}, kRestart},
    Option<AdminConfig>{"role", Special{"admin"}, kRestart},
};

// `authentication`
using Authentication = access::AuthenticationSettings;
inline constexpr std::array kAuthentication{
    Option<Authentication>{"anonymous", Flag{&Authentication::anonymous}, kNewWork},
};
// `authentication.api_keys`
inline constexpr std::array kApiKeys{
    Option<access::ApiKeyMethod>{"header", Special{"X-API-Key"}, kNewWork},
    Option<access::ApiKeyMethod>{"keys", Special{"needed", "256"}, kNewWork},
};
// `authentication.api_keys.keys.*`
inline constexpr std::array kApiKey{
    Option<Principal>{"sha256", Special{"needed"}, kNewWork},
    Option<Principal>{"subject", Special{"the key's name"}, kNewWork},
    Option<Principal>{"tenant", Special{"none"}, kNewWork},
    Option<Principal>{"scopes", Special{"none"}, kNewWork},
    Option<Principal>{"roles", Special{"none"}, kNewWork},
};
// `authentication.client_certificates`
inline constexpr std::array<std::string_view, 4> kCertificateNames{"subject", "uri", "dns", "email"};
inline constexpr std::array kCertificateMethod{
    Option<access::CertificateMethod>{"name", Special{"subject", "subject uri dns email"}, kNewWork},
    Option<access::CertificateMethod>{"clients", Special{"everybody", "1000"}, kNewWork},
};
// `authentication.client_certificates.clients.*`
inline constexpr std::array kCertificateClient{
    Option<Principal>{"name", Special{"needed"}, kNewWork},
    Option<Principal>{"tenant", Special{"none"}, kNewWork},
    Option<Principal>{"scopes", Special{"none"}, kNewWork},
    Option<Principal>{"roles", Special{"none"}, kNewWork},
};
// `authentication.tokens.*`
using TokenMethod = access::TokenMethod;
inline constexpr std::array kTokens{
    Option<TokenMethod>{"issuer", Special{"needed"}, kRestart},
    Option<TokenMethod>{"audience", Special{"needed"}, kRestart},
    Option<TokenMethod>{"jwks_file", Special{"none"}, kRestart},
    Option<TokenMethod>{"jwks_url", Special{"by discovery"}, kRestart},
    Option<TokenMethod>{"algorithms", Special{"all of them", "RS256 PS256 ES256 EdDSA"}, kRestart},
    Option<TokenMethod>{"subject_claim", Special{"sub"}, kRestart},
    Option<TokenMethod>{"tenant_claim", Special{"none"}, kRestart},
    Option<TokenMethod>{"scopes_claim", Special{"scope"}, kRestart},
    Option<TokenMethod>{"roles_claim", Special{"roles"}, kRestart},
    Option<TokenMethod>{"skew", Duration{&TokenMethod::skew, {0s, 5min}}, kRestart},
    Option<TokenMethod>{"refresh", Duration{&TokenMethod::refresh, {10s, 24h}}, kRestart},
};

// `rules.*`
using Rule = access::AccessRule;
inline constexpr std::array kRule{
    Option<Rule>{"subjects", Special{"any"}, kNewWork},
    Option<Rule>{"tenants", Special{"any"}, kNewWork},
    Option<Rule>{"scopes", Special{"any"}, kNewWork},
    Option<Rule>{"roles", Special{"any"}, kNewWork},
    Option<Rule>{"anonymous", Flag{&Rule::anonymous}, kNewWork},
    Option<Rule>{"agents", Special{"all"}, kNewWork},
    Option<Rule>{"operations", Special{"all"}, kNewWork},
    Option<Rule>{"skills", Special{"all"}, kNewWork},
    Option<Rule>{"schemas", Special{"all"}, kNewWork},
    Option<Rule>{"scenarios", Special{"all"}, kNewWork},
};

// `quotas.*`: `principal` and `address`
using Quota = access::QuotaLimits;
inline constexpr std::array kQuota{
    Option<Quota>{"requests_per_second", Count{&Quota::requests_per_second, {0, 1'000'000}}, kRestart},
    Option<Quota>{"burst", Count{&Quota::burst, {0, 1'000'000}}, kRestart},
    Option<Quota>{"running_tasks", Count{&Quota::running_tasks, {0, 1'000'000}}, kRestart},
    Option<Quota>{"streams", Count{&Quota::streams, {0, 1'000'000}}, kRestart},
    Option<Quota>{"stored_bytes", Size{&Quota::stored_bytes, {0, 1'024 * kGiB}}, kRestart},
    Option<Quota>{"push_configs", Count{&Quota::push_configs, {0, 1'000'000}}, kRestart},
};

// `push`: kPush, kPushReceivers, kPushRetry, kPushDelivery.
inline constexpr std::array kPush{
    Option<PushSettings>{"enabled", Flag{&PushSettings::enabled}, kRestart},
    Option<PushSettings>{"timeout", Duration{&PushSettings::timeout, {100ms, 60s}}, kRestart},
    Option<PushSettings>{"configs_per_task", Count{&PushSettings::configs_per_task_max, {1, 1'000}},
                         kRestart},
};
inline constexpr std::array kPushReceivers{
    Option<push::PushRules>{"allow", Special{"none"}, kRestart},
    Option<push::PushRules>{"plain_http", Flag{&push::PushRules::plain_http}, kRestart},
    Option<push::PushRules>{"ca_file", Special{"the system's"}, kRestart},
};
using RetryPolicy = push::RetryPolicy;
inline constexpr std::array kPushRetry{
    Option<RetryPolicy>{"first_pause", Duration{&RetryPolicy::pause_min, kShort}, kRestart},
    Option<RetryPolicy>{"longest_pause", Duration{&RetryPolicy::pause_max, kShort}, kRestart},
    Option<RetryPolicy>{"give_up_after", Duration{&RetryPolicy::give_up, {0s, 720h}}, kRestart},
};
inline constexpr std::array kPushDelivery{
    Option<push::PushOptions>{"deliveries", Count{&push::PushOptions::deliveries, {1, 16'384}}, kRestart},
    Option<push::PushOptions>{"threads", Count{&push::PushOptions::threads, {1, 256}}, kRestart},
    Option<push::PushOptions>{"signing_keys", Special{"none", "256"}, kRestart},
};

// `agents.*`
inline constexpr std::array kAgent{
    Option<AgentConfig>{"kind", Special{"agent", "agent master"}, kNewWork},
    Option<AgentConfig>{"plan", Special{"none"}, kNewWork},
    Option<AgentConfig>{"root", Flag{&AgentConfig::root}, kNewWork},
    Option<AgentConfig>{"http_json", Flag{&AgentConfig::http_json}, kNewWork},
    Option<AgentConfig>{"http_json_statuses", Special{"1.0.1"}, kNewWork},
    Option<AgentConfig>{"websocket", Flag{&AgentConfig::websocket}, kNewWork},
    Option<AgentConfig>{"websocket_origins", Special{"none"}, kNewWork},
    Option<AgentConfig>{"structured_errors", Special{"error"}, kNewWork},
    Option<AgentConfig>{"public", Special{"card and health", "card templates health"}, kNewWork},
    Option<AgentConfig>{"hidden_fields", Special{"none"}, kNewWork},
    Option<AgentConfig>{"extended_card", Flag{&AgentConfig::extended_card}, kNewWork},
    Option<AgentConfig>{"card", Special{"none"}, kNewWork},
    Option<AgentConfig>{"contract", Special{"auto", "auto adopt configured"}, kNewWork},
    Option<AgentConfig>{"schemas", Special{"none"}, kNewWork},
    Option<AgentConfig>{"assert_format", Flag{&AgentConfig::assert_format}, kNewWork},
    Option<AgentConfig>{"accept", Special{"everything", "schemas text data"}, kNewWork},
    Option<AgentConfig>{"templates", Special{"none"}, kNewWork},
};
// `agents.*.agent_context`
inline constexpr std::array kAgentContext{
    Option<agent_context::ContextDelivery>{"mode", Special{"needed", "per_item whole structured"}, kNewWork},
    Option<agent_context::ContextDelivery>{"schema", Special{"none"}, kNewWork},
    Option<agent_context::ContextDelivery>{"from", Special{"the whole"}, kNewWork},
};
// `agents.*.evolution`: read_evolution.cc reads them, extension/evolution says what they mean.
inline constexpr std::array<std::string_view, 3> kEvolutionModes{"off", "propose", "automatic"};
inline constexpr std::array kEvolution{
    Option<EvolutionConfig>{"mode", Special{"off", "off propose automatic"}, kRestart},
    Option<EvolutionConfig>{"profile", Special{"embedded", "embedded embedding_service"}, kRestart},
    Option<EvolutionConfig>{"heat", Special{"20", "0.1 to 1000000"}, kRestart},
    Option<EvolutionConfig>{"half_life_hours", Special{"24", "0.01 to 8760"}, kRestart},
    Option<EvolutionConfig>{"increment", Special{"1", "0.001 to 1000000"}, kRestart},
    Option<EvolutionConfig>{"client_share", Special{"0.2", "0.001 to 1000"}, kRestart},
    Option<EvolutionConfig>{"per_tenant", Special{"2", "1 to 1000000"}, kRestart},
    Option<EvolutionConfig>{"exceeds", Special{"at least", "at least, strict"}, kRestart},
    Option<EvolutionConfig>{"minimum_clients", Special{"5", "1 to 1000000"}, kRestart},
    Option<EvolutionConfig>{"minimum_occurrences", Special{"10", "1 to 1000000"}, kRestart},
    Option<EvolutionConfig>{"window_days", Special{"7", "0.01 to 365"}, kRestart},
    Option<EvolutionConfig>{"minimum_texts", Special{"3", "0 to 1000"}, kRestart},
    Option<EvolutionConfig>{"minimum_age_hours", Special{"24", "0 to 8760"}, kRestart},
    Option<EvolutionConfig>{"per_minute", Special{"60", "1 to 1000000"}, kRestart},
    Option<EvolutionConfig>{"per_day", Special{"500", "1 to 100000000"}, kRestart},
    Option<EvolutionConfig>{"client_patches", Special{"true"}, kRestart},
    Option<EvolutionConfig>{"active_keys", Special{"10", "1 to 10000"}, kRestart},
    Option<EvolutionConfig>{"client_keys", Special{"5", "1 to 10000"}, kRestart},
    Option<EvolutionConfig>{"trial_days", Special{"7", "0.001 to 365"}, kRestart},
    Option<EvolutionConfig>{"grace_days", Special{"14", "0.001 to 365"}, kRestart},
    Option<EvolutionConfig>{"acceptance_days", Special{"30", "0.001 to 365"}, kRestart},
    Option<EvolutionConfig>{"life_days", Special{"90", "0.001 to 3650"}, kRestart},
    Option<EvolutionConfig>{"observation_days", Special{"30", "1 to 31"}, kRestart},
    Option<EvolutionConfig>{"decision", Special{"wilson", "wilson exact"}, kRestart},
    Option<EvolutionConfig>{"minimum_payloads", Special{"200", "1 to 1000000000"}, kRestart},
    Option<EvolutionConfig>{"minimum_payload_clients", Special{"5", "1 to 1000000"}, kRestart},
};
// `agents.*.evolution.embedding`
inline constexpr std::array kEmbedding{
    Option<EmbeddingConfig>{"url", Special{"needed", "https or http"}, kRestart},
    Option<EmbeddingConfig>{"model", Special{"needed"}, kRestart},
    Option<EmbeddingConfig>{"dimensions", Special{"needed", "1 to 1024"}, kRestart},
    Option<EmbeddingConfig>{"send_dimensions", Flag{&EmbeddingConfig::send_dimensions}, kRestart},
    Option<EmbeddingConfig>{"threshold", Special{"0.85", "0.05 to 1"}, kRestart},
    Option<EmbeddingConfig>{"timeout", Duration{&EmbeddingConfig::timeout, {100ms, 60s}}, kRestart},
    Option<EmbeddingConfig>{"key", Special{"none"}, kRestart},
    Option<EmbeddingConfig>{"ca_file", Special{"the system's"}, kRestart},
};
// `agents.*.planner`
inline constexpr std::array kPlanner{
    Option<PlannerConfig>{"url", Special{"needed", "https or http"}, kNewWork},
    Option<PlannerConfig>{"model", Special{"needed"}, kNewWork},
    Option<PlannerConfig>{"key", Special{"none"}, kNewWork},
    Option<PlannerConfig>{"ca_file", Special{"the system's"}, kNewWork},
    Option<PlannerConfig>{"plain_http", Flag{&PlannerConfig::plain_http}, kNewWork},
    Option<PlannerConfig>{"agents", Special{"needed", "64"}, kNewWork},
    Option<PlannerConfig>{"subtasks", Count{&PlannerConfig::sub_tasks_max, {1, 100}}, kNewWork},
    Option<PlannerConfig>{"timeout", Duration{&PlannerConfig::timeout, {1s, 110s}}, kNewWork},
};
// `agents.*.hidden_fields.*`
using Hidden = access::HiddenField;
inline constexpr std::array kHiddenField{
    Option<Hidden>{"drop", Flag{&Hidden::drop}, kNewWork},
    Option<Hidden>{"visible_to", Special{"nobody"}, kNewWork},
};
// `agents.*.upstream`
inline constexpr std::array kAgentUpstream{
    Option<AgentConfig>{"url", Special{"this or command", "https or http"}, kNewWork},
    Option<AgentConfig>{"command", Special{"none", "64 words"}, kNewWork},
    Option<AgentConfig>{"environment", Special{"none", "64 names"}, kNewWork},
    Option<AgentConfig>{"restarts", Count{&AgentConfig::command_restarts, {0, 1'000'000}}, kNewWork},
    Option<AgentConfig>{"endpoint", Special{"from its card", "https or http"}, kNewWork},
    Option<AgentConfig>{"plain_http", Flag{&AgentConfig::plain_http}, kNewWork},
    Option<AgentConfig>{"binding", Special{"auto", "auto JSONRPC HTTP+JSON"}, kNewWork},
    Option<AgentConfig>{"version", Special{"auto", "auto 0.3 1.0"}, kNewWork},
    Option<AgentConfig>{"streaming", Special{"auto", "auto never"}, kNewWork},
    Option<AgentConfig>{"file_bytes", Special{"auto", "auto once twice"}, kNewWork},
    Option<AgentConfig>{"card_refresh", Duration{&AgentConfig::card_refresh, {1s, 24h}}, kNewWork},
    Option<AgentConfig>{"headers", Special{"none", "32 fields of 8KiB"}, kNewWork},
    Option<AgentConfig>{"client_headers", Special{"[]", "32 names"}, kNewWork},
    Option<AgentConfig>{"card_keys", Special{"none", "64 keys"}, kNewWork},
    Option<AgentConfig>{"card_signature", Special{"required", "required optional"}, kNewWork},
    Option<AgentConfig>{"request_timeout", Duration{&AgentConfig::request_timeout, kDay}, kNewWork},
    Option<AgentConfig>{"stall_timeout", Duration{&AgentConfig::stall_timeout, kDay}, kNewWork},
    Option<AgentConfig>{"task_timeout", Duration{&AgentConfig::task_timeout, {10ms, 720h}}, kNewWork},
    Option<AgentConfig>{"outage_timeout", Duration{&AgentConfig::outage_timeout, {10ms, 720h}}, kNewWork},
    Option<AgentConfig>{"poll_interval", Duration{&AgentConfig::poll_interval, kShort}, kNewWork},
};
// `agents.*.upstream.tls`
inline constexpr std::array kAgentTls{
    Option<a2a::tls::Files>{"ca_file", Special{"the system's"}, kNewWork},
    Option<a2a::tls::Files>{"cert", Special{"none"}, kNewWork},
    Option<a2a::tls::Files>{"key", Special{"none"}, kNewWork},
};
// `agents.*.upstream.credentials`
inline constexpr std::array kCredentials{
    Option<UpstreamCredentials>{"api_key", Special{"none"}, kNewWork},
    Option<UpstreamCredentials>{"oauth2", Special{"none"}, kNewWork},
    Option<UpstreamCredentials>{"caller", Special{"none"}, kNewWork},
};
// `agents.*.upstream.credentials.oauth2`
using AgentTokens = AgentTokenSettings;
inline constexpr std::array kAgentTokens{
    Option<AgentTokens>{"token_url", Special{"needed", "https or http"}, kNewWork},
    Option<AgentTokens>{"client_id", Special{"needed"}, kNewWork},
    Option<AgentTokens>{"client_secret", Special{"none"}, kNewWork},
    Option<AgentTokens>{"client_secret_in", Special{"basic", "basic form"}, kNewWork},
    Option<AgentTokens>{"scopes", Special{"none", "64"}, kNewWork},
    Option<AgentTokens>{"audience", Special{"none"}, kNewWork},
    Option<AgentTokens>{"resource", Special{"none"}, kNewWork},
    Option<AgentTokens>{"ca_file", Special{"the system's"}, kNewWork},
    Option<AgentTokens>{"grant", Special{"client_credentials", "client_credentials token_exchange"},
                        kNewWork},
};
// `agents.*.upstream.credentials.caller`
inline constexpr std::array kCallerToken{
    Option<CallerTokenSettings>{"header", Special{"X-Caller"}, kNewWork},
    Option<CallerTokenSettings>{"audience", Special{"upstream.url"}, kNewWork},
    Option<CallerTokenSettings>{"lifetime", Duration{&CallerTokenSettings::lifetime, {1s, 1h}}, kNewWork},
};
// `agents.*.skills.*` and `agents.*.agent_wide`
using Skill = object_schemas::SkillContract;
inline constexpr std::array kSkill{
    Option<Skill>{"input", Special{"[]"}, kNewWork},
    Option<Skill>{"output", Special{"[]"}, kNewWork},
    Option<Skill>{"scenario", Special{"none"}, kNewWork},
    Option<Skill>{"hand_over", Special{"data"}, kNewWork},
    Option<Skill>{"title", Special{"none"}, kNewWork},
    Option<Skill>{"artifact_id", Special{"the agent's own"}, kNewWork},
    Option<Skill>{"strict_output", Flag{&Skill::strict_output}, kNewWork},
    Option<Skill>{"text_input", Flag{&Skill::text_input}, kNewWork},
    Option<Skill>{"accept", Special{"the agent's", "schemas text data"}, kNewWork},
};

}  // namespace schemagate::options

namespace schemagate {

// One line of the table as documentation has it.
struct OptionRow {
  std::string section;  // "limits.upstream"; "*" stands for a name that the user chooses
  std::string name;
  std::string by_default;  // "1MiB", "none"
  std::string range;       // "1KiB to 1GiB"; empty where the type says it all
  Reload reload;
};
std::vector<OptionRow> option_rows();

}  // namespace schemagate
