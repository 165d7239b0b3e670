// Tasks, messages and failures for readers, and failures for scripts. Everything that came from an agent goes
// through printable().
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "a2a/model/task.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

// State, title, what the agent says, artifacts with pretty JSON.
void show_task(std::ostream& out, const a2a::Task& task);
void show_message(std::ostream& out, const a2a::Message& message);
// One line: id, state, title.
std::string summary(const a2a::Task& task);
// One line about an event, for progress.
std::string progress_line(const a2a::StreamEvent& event);

// What was refused and why, each violation on its own line.
void show_failure(std::ostream& out, const a2a::client::Failure& failure);
// {"error":{"cause":…,"message":…}}; for an agent's error also its `code` and `data` as they came. One line.
std::string failure_json(const a2a::client::Failure& failure);

// The failure in the form that was asked for (JSON on `out`, text on `err`) and its exit code.
ExitCode report(const Console& console, Output output, const a2a::client::Failure& failure);

// ["…","…"], escaped.
std::string json_array(const std::vector<std::string>& texts);

// One JSON document on `out`, safe for a terminal, with its line end.
void print_json(const Console& console, std::string_view json);

}  // namespace schemagate::cli
