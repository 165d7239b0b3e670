// What an agent gave for an item, in full, beside the abstract that the draft knows of it, and what fits of
// it into a place that has a limit.
//
//   keep_data(result.given, json, room);        // first: words that are the data stand there once
//   keep_words(result.given, text, room);
//   words_within(words_of(result.given), 16 << 10)    // all of it, or its beginning with how much that is
//
// Pure; safe from any thread. Sizes are bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schemagate::agent_context {

// Bytes of what is kept and checked of one item: of its words, and of its data. Of more words the beginning
// is kept, of more data nothing.
inline constexpr std::size_t kOutputBytesMax = 1 << 20;

// What an agent gave for one item.
struct ItemOutput {
  std::string abstract = {};
  // JSON; empty: none came, or too much of it.
  std::string data = {};
  // What the abstract is the beginning of, unless that is the data; empty: of nothing more (item_output.h).
  std::string output = {};
  // Bytes that the words, and the data, had where not all of them is kept; else 0.
  std::size_t output_bytes = 0;
  std::size_t data_bytes = 0;
  bool operator==(const ItemOutput&) const = default;
};

// What came back for one item.
struct ItemResult {
  std::size_t item = 0;  // index into PlannedSubTask::items
  // What the agent, or the state of its task, says.
  bool is_done = false;
  ItemOutput given = {};
  bool operator==(const ItemResult&) const = default;
};

// What all items of a run keep of what stands beyond their abstracts, and of data that is larger than that of
// an AgentContext may be. Whatever one agent said, the others' outputs and the run's log have room.
inline constexpr std::size_t kRunOutputBytesMax = 4 << 20;

// What an item takes of that.
std::size_t output_room(std::string_view output, std::string_view data);

// As much as kOutputBytesMax and `room` let, which becomes less by it. What is left out is counted in the
// output, so that whoever looks at it sees that it is not the whole.
void keep_data(ItemOutput& output, std::string json, std::size_t& room);
void keep_words(ItemOutput& output, std::string_view words, std::size_t& room);

// What an output says. Borrows it.
struct ItemWords {
  std::string_view kept;
  std::size_t said = 0;  // bytes that the agent said; more than `kept` has where the rest was left out
  bool is_whole() const { return kept.size() >= said; }
};
ItemWords words_of(const ItemOutput& output);

// All words where they have at most `bytes_max`; else as many of them, but no less than an abstract, with a
// note of how much was cut behind them.
std::string words_within(const ItemWords& words, std::size_t bytes_max);

// Behind another member of an object: "data" and "output", and where not all is kept "outputCut":true and
// "outputSize", "dataCut":true and "dataSize", in bytes.
void append_output_members(std::string& out, const ItemOutput& output);

// In the same place, of an item that is not done: why. An AgentContext has no place for it.
inline constexpr std::string_view kReasonMember = "reason";

// An agent's words within a text of somebody else: each line but the first begins with kQuoteMark, so that
// none can be taken for one of that text. JSON is on one line.
inline constexpr std::string_view kQuoteMark = "> ";
std::string quoted_lines(std::string words);

// The data that came with the item, or its words where they may be JSON; empty: neither.
std::string_view linked_data(const ItemOutput& output);

}  // namespace schemagate::agent_context
