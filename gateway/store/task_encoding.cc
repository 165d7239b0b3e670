#include "gateway/store/task_encoding.h"

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace schemagate::store {
namespace {

constexpr char kFormat = 1;
// Of a task: what stands behind it. Each has what the ones before have.
constexpr char kTaskWithContract = 2;
constexpr char kTaskWithOutputModes = 3;

// Enums are kept by number: a new one goes to the end, none is renumbered.
constexpr a2a::PartKind last_of(a2a::PartKind) {
  return a2a::PartKind::kUrl;
}
constexpr a2a::Role last_of(a2a::Role) {
  return a2a::Role::kAgent;
}
constexpr a2a::TaskState last_of(a2a::TaskState) {
  return a2a::TaskState::kAuthRequired;
}
constexpr PushForm last_of(PushForm) {
  return PushForm::kTask;
}
static_assert(std::to_underlying(last_of(a2a::PartKind{})) == 3);
static_assert(std::to_underlying(last_of(a2a::Role{})) == 2);
static_assert(std::to_underlying(last_of(a2a::TaskState{})) == 8);
static_assert(std::to_underlying(last_of(PushForm{})) == 1);

// --- the members, once for both directions ---
// The bindings name every member, so that a new one does not compile until it stands here. It goes to the end
// of the visit, wherever it stands in the struct.

template <class T, class Of>
concept Like = std::same_as<std::remove_const_t<T>, Of>;

void visit_members(Like<a2a::Part> auto& value, auto&& visit) {
  auto& [kind, content, media_type, filename, metadata, metadata_mime_type] = value;
  visit(kind, content, media_type, filename, metadata, metadata_mime_type);
}

void visit_members(Like<a2a::Message> auto& value, auto&& visit) {
  auto& [message_id, context_id, task_id, role, parts, metadata, extensions, references] = value;
  visit(message_id, context_id, task_id, role, parts, metadata, extensions, references);
}

void visit_members(Like<a2a::TaskStatus> auto& value, auto&& visit) {
  auto& [state, message, timestamp] = value;
  visit(state, message, timestamp);
}

void visit_members(Like<a2a::Artifact> auto& value, auto&& visit) {
  auto& [artifact_id, name, description, parts, metadata, extensions] = value;
  visit(artifact_id, name, description, parts, metadata, extensions);
}

void visit_members(Like<a2a::Task> auto& value, auto&& visit) {
  auto& [id, context_id, status, artifacts, history, metadata] = value;
  visit(id, context_id, status, artifacts, history, metadata);
}

void visit_members(Like<a2a::TaskStatusUpdate> auto& value, auto&& visit) {
  auto& [task_id, context_id, status, metadata] = value;
  visit(task_id, context_id, status, metadata);
}

void visit_members(Like<a2a::TaskArtifactUpdate> auto& value, auto&& visit) {
  auto& [task_id, context_id, artifact, append, last_chunk, metadata] = value;
  visit(task_id, context_id, artifact, append, last_chunk, metadata);
}

void visit_members(Like<object_schemas::ContractReference> auto& value, auto&& visit) {
  auto& [schema, skill_id, digest] = value;
  visit(schema, skill_id, digest);
}

void visit_members(Like<MetadataChange> auto& value, auto&& visit) {
  auto& [metadata] = value;
  visit(metadata);
}

void visit_members(Like<MessageWithdrawn> auto& value, auto&& visit) {
  auto& [message_id, answered] = value;
  visit(message_id, answered);
}

void visit_members(Like<PushGivenUp> auto& value, auto&& visit) {
  auto& [config_id, at, reason] = value;
  visit(config_id, at, reason);
}

void visit_members(Like<RunStep> auto& value, auto&& visit) {
  auto& [line] = value;
  visit(line);
}

void visit_members(Like<a2a::PushConfig> auto& value, auto&& visit) {
  auto& [id, url, token, schemes, credentials] = value;
  visit(id, url, token, schemes, credentials);
}

void visit_members(Like<PushSubscription> auto& value, auto&& visit) {
  auto& [config, form] = value;
  visit(config, form);
}

// An event that is empty, of the kind with this number.
TaskEvent event_of_kind(std::size_t kind) {
  TaskEvent event;
  const auto make = [&event, kind]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    ((kIndex == kind ? void(event.emplace<kIndex>()) : void()), ...);
  };
  make(std::make_index_sequence<std::variant_size_v<TaskEvent>>());
  return event;
}

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void put(const std::string& text) {
    put_length(text.size());
    out_ += text;
  }
  void put(const a2a::RawJson& json) { put(json.text); }
  void put(const TaskEvent& event) {
    out_ += static_cast<char>(event.index());
    std::visit([this](const auto& value) { put(value); }, event);
  }
  void put(bool value) { out_ += value ? '\1' : '\0'; }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void put(Enum value) {
    out_ += static_cast<char>(std::to_underlying(value));
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put_length(list.size());
    for (const T& element : list) put(element);
  }
  template <class T>
  void put(const a2a::Boxed<T>& optional) {
    put_length(optional ? 1 : 0);
    if (optional) put(*optional);
  }
  template <class Struct>
    requires std::is_class_v<Struct>
  void put(const Struct& value) {
    const std::size_t begin = out_.size();
    out_.append(4, '\0');
    visit_members(value, [this](const auto&... members) { (this->put(members), ...); });
    const std::size_t bytes = out_.size() - begin - 4;
    for (std::size_t i = 0; i < 4; ++i) out_[begin + i] = static_cast<char>(bytes >> (8 * i));
  }

 private:
  void put_length(std::size_t length) {
    for (; length >= 0x80; length >>= 7) out_ += static_cast<char>(length | 0x80);
    out_ += static_cast<char>(length);
  }

  std::string& out_;
};

// Once something is wrong it stays so, and everything read is empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool is_whole() const { return ok_ && rest_.empty(); }

  void get(std::string& text) { text = take(get_length()); }
  void get(a2a::RawJson& json) { get(json.text); }
  void get(TaskEvent& event) {
    static_assert(std::variant_size_v<TaskEvent> == 7);
    event = event_of_kind(static_cast<std::size_t>(get_byte(6)));
    std::visit([this](auto& value) { get(value); }, event);
  }
  void get(bool& value) { value = get_byte(1) == 1; }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void get(Enum& value) {
    value = static_cast<Enum>(get_byte(std::to_underlying(last_of(Enum{}))));
  }
  template <class T>
  void get(std::vector<T>& list) {
    const std::size_t length = get_length();
    for (std::size_t i = 0; ok_ && i < length; ++i) get(list.emplace_back());
  }
  template <class T>
  void get(a2a::Boxed<T>& optional) {
    if (get_byte(1) == 1) get(*(optional = T()));
  }
  template <class Struct>
    requires std::is_class_v<Struct>
  void get(Struct& value) {
    std::size_t bytes = 0;
    const std::string_view length = take(4);
    for (std::size_t i = 0; i < length.size(); ++i)
      bytes |= static_cast<std::size_t>(static_cast<unsigned char>(length[i])) << (8 * i);
    Reader members(take(bytes));
    visit_members(value, [&members](auto&... member) { (members.get_present(member), ...); });
    ok_ = ok_ && members.is_whole();
  }
  int get_byte(int last) {
    const std::string_view byte = take(1);
    const int value = byte.empty() ? 0 : static_cast<unsigned char>(byte.front());
    ok_ = ok_ && value <= last;
    return ok_ ? value : 0;
  }

 private:
  void get_present(auto& member) {
    if (!rest_.empty()) get(member);
  }

  // At least one byte per element stands behind every length that is true.
  std::size_t get_length() {
    std::size_t length = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const int byte = get_byte(0xff);
      length |= static_cast<std::size_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    ok_ = ok_ && length <= rest_.size();
    return ok_ ? length : 0;
  }

  std::string_view take(std::size_t bytes) {
    ok_ = ok_ && bytes <= rest_.size();
    if (!ok_) return {};
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }

  std::string_view rest_;
  bool ok_ = true;
};

std::unexpected<a2a::Error> damaged() {
  return a2a::fail(a2a::ErrorCode::kInternal, "a row of the ledger is damaged");
}

template <class T>
a2a::Result<T> read_whole(std::string_view bytes) {
  Reader reader(bytes);
  const bool known_format = reader.get_byte(0xff) == kFormat;
  T value{};
  reader.get(value);
  if (!known_format || !reader.is_whole()) return damaged();
  return value;
}

}  // namespace

std::string encode(const NewTask& task) {
  char format = kFormat;
  if (!task.accepted_under.empty()) format = kTaskWithContract;
  if (!task.accepted_output_modes.empty()) format = kTaskWithOutputModes;
  std::string out(1, format);
  Writer writer(out);
  writer.put(task.task);
  if (format >= kTaskWithContract) writer.put(task.accepted_under);
  if (format >= kTaskWithOutputModes) writer.put(task.accepted_output_modes);
  return out;
}

std::string encode(const TaskEvent& event) {
  std::string out(1, kFormat);
  Writer(out).put(event);
  return out;
}

std::string encode(const PushSubscription& subscription) {
  std::string out(1, kFormat);
  Writer(out).put(subscription);
  return out;
}

a2a::Result<NewTask> decode_task(std::string_view bytes) {
  NewTask made;
  Reader reader(bytes);
  const int format = reader.get_byte(kTaskWithOutputModes);
  reader.get(made.task);
  if (format >= kTaskWithContract) reader.get(made.accepted_under);
  if (format >= kTaskWithOutputModes) reader.get(made.accepted_output_modes);
  if (format < kFormat || !reader.is_whole()) return damaged();
  return made;
}

a2a::Result<TaskEvent> decode_event(std::string_view bytes) {
  return read_whole<TaskEvent>(bytes);
}

a2a::Result<PushSubscription> decode_push(std::string_view bytes) {
  return read_whole<PushSubscription>(bytes);
}

}  // namespace schemagate::store
