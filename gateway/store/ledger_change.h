// What happened to the working set, as it is to be written to the ledger's file. Plain values; each names its
// row by `number`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gateway/store/task_table.h"

namespace schemagate::store {

struct TaskCreated {
  RowNumber number;
  Scope scope;
  std::string id;
  std::string context_id;
  WallTime at;
  std::string payload;  // encode()d
};
struct EventsAppended {
  RowNumber number;
  std::uint64_t first_version;
  std::vector<std::string> payloads;  // encode()d
  WallTime at;
  std::optional<EndedTask> ended;  // when the task has ended, with them or before
};
struct UpstreamLinked {
  RowNumber number;
  UpstreamIds upstream;
};
struct ContextLinked : ContextRow {};
struct MessageRemembered {
  RowNumber number;
  Scope scope;
  std::string key;
  std::string task_id;
  WallTime until;
};
struct PushPut {
  RowNumber number;
  RowNumber task;
  std::uint64_t delivered;
  std::string payload;  // encode()d
};
struct PushAdvanced {
  RowNumber number;
  std::uint64_t delivered;
  bool given_up;
};
struct EvolutionPut {
  RowNumber number;
  std::string agent;
  EvolutionText text;
};
struct RunKeyPut {
  RowNumber number;
  std::string run;
  std::shared_ptr<const RunKey> key;
};
struct RecordPut {
  RowNumber number;
  RecordTable::Key key;
  std::string id;
  WallTime until;
  RecordContent content;
};
struct TaskForgotten {
  RowNumber number;
};
struct ContextForgotten {
  RowNumber number;
};
struct MessageForgotten {
  RowNumber number;
};
struct PushForgotten {
  RowNumber number;
};
struct RecordForgotten {
  RowNumber number;
};
struct RunKeyForgotten {
  RowNumber number;
};

using Change =
    std::variant<TaskCreated, EventsAppended, UpstreamLinked, ContextLinked, MessageRemembered, PushPut,
                 PushAdvanced, EvolutionPut, RunKeyPut, RecordPut, TaskForgotten, ContextForgotten,
                 MessageForgotten, PushForgotten, RecordForgotten, RunKeyForgotten>;

}  // namespace schemagate::store
