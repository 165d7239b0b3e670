#include "gateway/cli/replay.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "extension/evolution/state.h"
#include "gateway/cli/input.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/replay_input.h"
#include "gateway/cli/whole_file.h"

namespace schemagate::cli {
namespace {

using evolution::Engine;
using evolution::Event;

constexpr std::size_t kReplayBytesMax = std::size_t{1} << 30;
constexpr auto kStateFile = "evolution.json";

int refuse(const Console& console, std::string_view where, std::string_view message) {
  console.err << printable_line(where) << ": " << printable_line(message) << "\n";
  return kUsage;
}

// Configuration and flags, which go first.
a2a::Result<ReplayConfig> configure(const ReplayOptions& options, std::string_view file) {
  auto config = read_replay_config(file.empty() ? "{}" : file);
  if (!config) return config;
  if (!options.mode.empty()) {
    config->settings.mode =
        options.mode == "propose" ? evolution::Mode::kPropose : evolution::Mode::kAutomatic;
  }
  if (!options.profile.empty()) {
    const auto profile = evolution::profile(options.profile);
    config->settings.theta = profile->theta;
    config->settings.heat = profile->heat;
  }
  if (options.cluster_only) config->settings.cluster_only = true;
  return config;
}

// Plays rows into the engine and writes what it tells.
class Player {
 public:
  Player(Engine& engine, std::ostream& out, const Console& console)
      : engine_(engine), out_(out), console_(console) {}

  void play(const ReplayRow& row) {
    engine_.advance(row.at);
    if (!row.problem.empty()) {
      console_.err << "row " << row.row << ": " << printable_line(row.problem) << "\n";
      out_ << write_event(Event{row.at, row.scenario, "dropped", {{"row", row.row}, {"reason", "invalid"}}})
           << "\n";
    } else {
      if (row.text) take_text(row);
      if (row.payload) take_payload(row);
      if (row.verdict && !engine_.judge(row.scenario, row.verdict->key, row.verdict->aligned, row.at)) {
        console_.err << "row " << row.row << ": there is no key " << printable_line(row.verdict->key) << "\n";
      }
    }
    write();
  }

  void write() {
    for (const Event& event : engine_.take_events()) out_ << write_event(event) << "\n";
  }

 private:
  void take_text(const ReplayRow& row) {
    auto taken = engine_.take({row.row, row.at, row.scenario, row.client, row.tenant, *row.text});
    if (taken) engine_.place(*std::move(taken), row.vector);
  }

  // Its answer tells the client of every key that there is.
  void take_payload(const ReplayRow& row) {
    const auto payload = document_.parse(*row.payload);
    if (payload) engine_.take_payload({row.at, row.scenario, row.client, *payload, row.accepted});
    engine_.deliver(row.scenario, row.client);
  }

  Engine& engine_;
  std::ostream& out_;
  const Console& console_;
  a2a::JsonDocument document_;
};

void play_all(Engine& engine, const std::vector<ReplayRow>& rows, std::ostream& out, const Console& console) {
  Player player(engine, out, console);
  for (const ReplayRow& row : rows) player.play(row);
  if (engine.settings().cluster_only && !rows.empty()) engine.tell_candidates(rows.back().at);
  player.write();
}

// What an earlier run has left in the folder, or nothing.
a2a::Result<evolution::KeptEvolution> begin(const ReplayConfig& config, const std::string& folder,
                                            const Console& console) {
  const std::filesystem::path file = std::filesystem::path(folder) / kStateFile;
  std::error_code error;
  if (folder.empty() || !std::filesystem::exists(file, error))
    return evolution::KeptEvolution{Engine(config.settings)};
  const auto text = read_file(console, file.string(), kReplayBytesMax);
  if (!text) return a2a::fail(a2a::ErrorCode::kInvalidParams, text.error().error.message);
  const auto tree = a2a::parse_tree(*text, evolution::kStateLimits);
  if (!tree) return std::unexpected(tree.error());
  return evolution::read_kept(*tree, config.settings);
}

a2a::client::Outcome<void> keep(const evolution::KeptEvolution& kept, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return write_whole_file((std::filesystem::path(folder) / kStateFile).string(),
                          a2a::dump_tree(evolution::write_kept(kept.engine, kept.row)) + "\n");
}

int play_into(Engine& engine, const std::vector<ReplayRow>& rows, const std::string& out,
              const Console& console) {
  if (out.empty()) {
    play_all(engine, rows, console.out, console);
    return kDone;
  }
  std::ofstream file(out, std::ios::binary | std::ios::trunc);
  if (!file) return refuse(console, out, "cannot be written");
  play_all(engine, rows, file, console);
  file.flush();
  return file ? kDone : refuse(console, out, "could not be written to its end");
}

}  // namespace

int replay(const ReplayOptions& options, const Console& console) {
  const auto read = [&console](const std::string& path) {
    return path.empty() ? a2a::client::Outcome<std::string>("") : read_file(console, path, kReplayBytesMax);
  };
  const auto config_text = read(options.config);
  if (!config_text) return refuse(console, options.config, config_text.error().error.message);
  const auto config = configure(options, *config_text);
  if (!config)
    return refuse(console, options.config.empty() ? "options" : options.config, config.error().message);
  const auto clients_text = read(options.known_clients);
  if (!clients_text) return refuse(console, options.known_clients, clients_text.error().error.message);
  const auto clients = read_known_clients(*clients_text);
  if (!clients) return refuse(console, options.known_clients, clients.error().message);
  const auto lines = read(options.in);
  if (!lines) return refuse(console, options.in, lines.error().error.message);
  auto begun = begin(*config, options.state, console);
  if (!begun) return refuse(console, options.state, begun.error().message);
  Engine& engine = begun->engine;
  const auto rows = read_rows(*lines);
  for (const auto& schema : config->schemas) {
    engine.rebase(schema, {}, rows.empty() ? 0 : rows.front().at);
  }
  for (const auto& [name, since] : *clients) engine.know_client(name, since);
  const int code = play_into(engine, rows, options.out, console);
  if (code != kDone || options.state.empty()) return code;
  begun->row += rows.size();
  const auto kept = keep(*begun, options.state);
  return kept ? kDone : refuse(console, options.state, "cannot be written");
}

}  // namespace schemagate::cli
