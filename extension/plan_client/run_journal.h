// The state file of a run: a line that says what is run, then one line for each event, each on the disk
// before its effect (extension/agent_context/run_event.h).
//
//   auto journal = RunJournal::create(path, {.id = id, .plan_json = plan, .input = text, …});
//   journal->append(write_event(event));
//   journal->sync();
//   auto loaded = RunJournal::load(path);   // after a crash: the header and every event that was written
//
// One process at a time has it open; a second one is refused. Used by one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "extension/agent_context/run_event.h"
#include "extension/agent_context/run_header.h"

namespace schemagate::plan_client {

using agent_context::RunHeader;

struct LoadedRun;

class RunJournal {
 public:
  RunJournal(RunJournal&& other) noexcept;
  RunJournal& operator=(RunJournal&& other) = delete;
  ~RunJournal();

  // A new file, readable by its owner only: it holds the input and what agents answered. Errors: kArgument
  // when it exists or cannot be made.
  static a2a::client::Outcome<RunJournal> create(const std::string& path, const RunHeader& header);
  // Reads it without opening it for writing. A last line that was not written to its end is passed over.
  // Errors: kArgument with the line for a file that is none.
  static a2a::client::Outcome<LoadedRun> load(const std::string& path);
  // To go on with it: what was not written to its end is cut off. Errors: kArgument when another process has
  // it.
  static a2a::client::Outcome<RunJournal> reopen(const std::string& path, std::size_t size);

  // Hands the line to the system: it survives the end of this process. Errors: kArgument when the disk is
  // full.
  a2a::client::Outcome<void> append(std::string_view line);
  // Returns when all lines survive the loss of power as well; costs nothing when none is new. Errors:
  // kArgument when the disk does not take them.
  a2a::client::Outcome<void> sync();

 private:
  explicit RunJournal(int file) : file_(file) {}
  int file_;
  bool is_dirty_ = false;
};

struct LoadedRun {
  RunHeader header;
  std::vector<agent_context::RunEvent> events;
  std::size_t size = 0;  // bytes of whole lines
};

}  // namespace schemagate::plan_client
