#include "gateway/task/message_meaning.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "a2a/wire/rest.h"
#include "extension/object_schemas/label.h"
#include "extension/schema_interaction/evolution_requests.h"
#include "extension/schema_interaction/free_text.h"
#include "extension/schema_interaction/negotiation.h"
#include "extension/schema_interaction/payload.h"

namespace schemagate {
namespace {

using a2a::Error;
using a2a::Message;
using a2a::Part;
using object_schemas::StructuredInput;
using object_schemas::StructuredInputError;
using schema_interaction::Entry;
namespace interaction = schema_interaction;

MessageMeaning read_labels(const CallContext& context, const Message& message,
                           const object_schemas::RunningTask* running, a2a::JsonDocument& document) {
  auto outcome = object_schemas::resolve(message, context.agent->contract(), running, document);
  if (auto* refused = std::get_if<StructuredInputError>(&outcome)) return std::move(refused->error);
  auto* input = std::get_if<StructuredInput>(&outcome);
  if (input == nullptr) return UpToAgent{};
  Message for_agent = object_schemas::message_for_agent(message, *input, document);
  return StructuredTask{std::move(*input), std::move(for_agent)};
}

bool has(const std::vector<std::string>& extensions) {
  return std::ranges::find(extensions, interaction::kExtensionUri) != extensions.end();
}

// One message to an agent that has templates.
class MessageReader {
 public:
  MessageReader(const CallContext& context, const Message& message,
                const object_schemas::RunningTask* running, const MeaningDependencies& dependencies)
      : context_(context),
        templates_(context.agent->templates()),
        message_(message),
        running_(running),
        dependencies_(dependencies),
        activated_(context.templates_activated || has(message.extensions)) {}

  MessageMeaning read() {
    for (std::size_t i = 0; i < message_.parts.size(); ++i) {
      if (message_.parts[i].kind != a2a::PartKind::kData) continue;
      if (auto answered = read_part(i)) return *std::move(answered);
    }
    const auto outcome =
        object_schemas::resolve(message_, context_.agent->contract(), running_, dependencies_.document,
                                payload_decides() ? "data.payload" : "data");
    if (const auto* refused = std::get_if<StructuredInputError>(&outcome)) {
      tell_refused(refused->error);
      return refused->error;
    }
    if (const auto* input = std::get_if<StructuredInput>(&outcome)) return accept(*input);
    return UpToAgent{};
  }

 private:
  // A payload, seen as a labelled part from here on.
  struct Opened {
    std::size_t part;
    std::vector<std::string> aside;  // what stood under `other` and has no place in the schema
  };

  // An answer or a refusal when this part alone decides what becomes of the message.
  std::optional<MessageMeaning> read_part(std::size_t index) {
    const auto data = read_data(message_.parts[index]);
    const auto flag = object_schemas::label_of(message_.parts[index]).flag;
    const bool labelled = !std::holds_alternative<object_schemas::NotFlagged>(flag);
    const bool decides = !decided_ && !labelled;
    decided_ = decided_ || labelled;
    if (!data) return std::nullopt;
    if (decides && interaction::is_template_request(*data)) return answer(index, *data);
    if (decides && context_.agent->config().evolution.enabled) {
      if (interaction::is_request(*data, interaction::kUpdatesMethod)) return answer_updates(index, *data);
      if (interaction::is_request(*data, interaction::kExtensionMethod)) return take_wish(index, *data);
    }
    const auto envelope = interaction::find_envelope(*data);
    if (!envelope) return std::nullopt;
    const Entry* entry = templates_.find_schema(envelope->schema_id);
    if (labelled && !(envelope->is_whole() && is_label_of(flag, entry))) return std::nullopt;
    // One that names a template is meant as an envelope, whatever else is wrong with it.
    if (entry != nullptr) {
      open(index, *entry, envelope->payload);
    } else if (activated_ && decides && running_ == nullptr) {
      return interaction::unknown_schema_id(templates_, envelope->schema_id, path_of(index) + ".schema_id");
    } else if (activated_) {
      label(index, envelope->schema_id);
    }
    return std::nullopt;
  }

  // The envelope was put into a part with the label of its own schema.
  static bool is_label_of(const object_schemas::Flag& flag, const Entry* entry) {
    const auto* named = std::get_if<object_schemas::FlaggedWith>(&flag);
    return named != nullptr && entry != nullptr && named->schema == entry->schema.schema_id &&
           entry->schema.find("payload") == nullptr;
  }

  std::optional<MessageMeaning> answer(std::size_t index, a2a::JsonValue data) {
    const std::string path = path_of(index) + ".params";
    const auto question = interaction::read_template_request(data.find("params").value_or(data), path);
    if (!question) return question.error();
    const auto rendition = interaction::select_template(templates_, *question, path + ".scenario");
    if (!rendition) return rendition.error();
    return OwnAnswer{message_of((*rendition)->text), question->scenario};
  }

  MessageMeaning answer_updates(std::size_t index, a2a::JsonValue data) {
    const std::string path = path_of(index) + ".params";
    const auto question = interaction::read_updates_request(data.find("params").value_or(data), path);
    if (!question) return question.error();
    auto updates = schema_updates(*context_.agent, context_.owner, *question, path);
    if (!updates) return updates.error();
    return OwnAnswer{message_of(std::move(updates->text)), std::move(updates->scenario)};
  }

  MessageMeaning take_wish(std::size_t index, a2a::JsonValue data) {
    const std::string path = path_of(index) + ".params";
    auto request = interaction::read_extension_request(data.find("params").value_or(data), path);
    if (!request) return request.error();
    const auto entry = interaction::find_entry(templates_, request->scenario, path + ".scenario");
    if (!entry) return entry.error();
    return OwnAnswer{message_of(received_wish(**entry)), (*entry)->schema.scenario,
                     std::move(request->description)};
  }

  Message message_of(std::string data) const {
    Message message{.context_id = message_.context_id, .role = a2a::Role::kAgent};
    message.parts.push_back(
        {.kind = a2a::PartKind::kData, .content = std::move(data), .media_type = "application/json"});
    message.extensions.emplace_back(interaction::kExtensionUri);
    return message;
  }

  // Where there is no payload, there is nothing that could fit.
  void open(std::size_t index, const Entry& entry, std::optional<a2a::JsonValue> payload) {
    auto opened =
        payload ? interaction::open_payload(entry, *payload) : interaction::OpenedPayload{"null", {}};
    label(index, entry.schema.schema_id);
    message_.parts[index].content = std::move(opened.data);
    opened_.push_back({index, std::move(opened.fragments)});
  }
  void label(std::size_t index, std::string_view schema_id) {
    object_schemas::set_label(message_.parts[index], schema_id);
    decided_ = true;
  }

  const Opened* find_opened(std::size_t part) const {
    const auto found = std::ranges::find(opened_, part, &Opened::part);
    return found == opened_.end() ? nullptr : &*found;
  }
  bool payload_decides() const {
    const auto part = object_schemas::deciding_part(message_);
    return part && find_opened(*part) != nullptr;
  }

  MessageMeaning accept(const StructuredInput& valid) {
    StructuredTask task{valid, {}};
    if (auto plain = std::exchange(task.input.plain_data, std::nullopt))
      message_.parts[valid.part].content = *std::move(plain);
    const Entry* entry = templates_.find_schema(valid.schema);
    std::vector<std::string> beside;
    if (entry != nullptr) beside = finish(*entry, task);
    std::erase(message_.extensions, interaction::kExtensionUri);
    task.for_agent = object_schemas::message_for_agent(message_, task.input, dependencies_.document);
    for (std::string& text : beside) task.for_agent.parts.push_back({.content = std::move(text)});
    return task;
  }

  // Returns the texts that are to be sent along beside the data.
  std::vector<std::string> finish(const Entry& entry, StructuredTask& task) {
    StructuredInput& input = task.input;
    Part& part = message_.parts[input.part];
    const bool prompted = input.skill->input_mapping == object_schemas::InputMapping::kTemplate;
    auto finished = interaction::finish_payload(entry, *read_data(part), prompted);
    const Opened* opened = find_opened(input.part);
    if (opened != nullptr && entry.other_outside_schema) finished.fragments = opened->aside;
    std::vector<std::string_view> words;
    std::ranges::copy_if(finished.fragments, std::back_inserter(words), interaction::is_meaningful);
    const bool has_words = !words.empty();
    tell_accepted(entry, part.content, std::move(words));
    if (has_words && (activated_ || opened != nullptr)) {
      task.suggestion = suggestion_for(*context_.agent, context_.owner, entry.schema.scenario,
                                       *read_data(part), opened != nullptr);
    }
    part.content = std::move(finished.data);
    input.title = object_schemas::title_of(*input.skill, *read_data(part));
    std::vector<std::string> beside;
    if (prompted)
      beside.push_back(interaction::quote_unnamed(entry, *read_data(part), input.skill->prompt.pointers()));
    const bool tells_words = (prompted || entry.other_outside_schema) && !finished.fragments.empty();
    if (tells_words) beside.push_back(interaction::quote_fragments(finished.fragments));
    std::erase(beside, "");
    return beside;
  }

  a2a::Result<a2a::JsonValue> read_data(const Part& part) {
    return object_schemas::read_data(part, dependencies_.document);
  }

  void tell_accepted(const Entry& entry, std::string_view payload, std::vector<std::string_view> words) {
    if (dependencies_.payloads == nullptr) return;
    ObservedPayload observed = about(entry, payload);
    observed.accepted = true;
    observed.fragments = std::move(words);
    dependencies_.payloads->on_payload(observed);
  }
  void tell_refused(const Error& error) {
    if (dependencies_.payloads == nullptr || error.code != a2a::ErrorCode::kInvalidParams) return;
    const Part& part = message_.parts[object_schemas::deciding_part(message_).value_or(0)];
    const auto flag = object_schemas::label_of(part).flag;
    const auto* named = std::get_if<object_schemas::FlaggedWith>(&flag);
    const Entry* entry = named == nullptr ? nullptr : templates_.find_schema(named->schema);
    if (entry == nullptr) return;
    ObservedPayload observed = about(*entry, part.content);
    observed.refusal = error.message;
    dependencies_.payloads->on_payload(observed);
  }
  ObservedPayload about(const Entry& entry, std::string_view payload) const {
    return {.agent = context_.agent->config().name,
            .owner = context_.owner,
            .client = context_.caller ? client_of(*context_.caller) : std::string_view(),
            .tenant = context_.caller ? std::string_view(context_.caller->tenant) : std::string_view(),
            .schema_id = entry.schema.schema_id,
            .scenario = entry.schema.scenario,
            .payload = payload};
  }

  static std::string path_of(std::size_t part) { return "message.parts[" + std::to_string(part) + "].data"; }

  const CallContext& context_;
  const interaction::Catalogue& templates_;
  Message message_;  // payloads in it become labelled parts
  const object_schemas::RunningTask* running_;
  const MeaningDependencies dependencies_;
  const bool activated_;
  bool decided_ = false;  // a part before this one says what the message asks for
  std::vector<Opened> opened_;
};

MessageMeaning read(const CallContext& context, const Message& message,
                    const object_schemas::RunningTask* running, const MeaningDependencies& dependencies) {
  const bool negotiable =
      !context.agent->templates().empty() &&
      std::ranges::any_of(message.parts, [](const Part& part) { return part.kind == a2a::PartKind::kData; });
  if (!negotiable) return read_labels(context, message, running, dependencies.document);
  return MessageReader(context, message, running, dependencies).read();
}

// In words, and with the details as data, in the form that an error has in HTTP+JSON of A2A v1.0 whatever the
// client speaks.
Message as_message(const Error& refusal, const Message& refused) {
  Message message{.context_id = refused.context_id, .role = a2a::Role::kAgent};
  message.parts.push_back({.content = refusal.message});
  message.parts.push_back({.kind = a2a::PartKind::kData,
                           .content = a2a::wire::rest_error_body(a2a::wire::Version::kV1_0, refusal,
                                                                 a2a::identity(refusal.code).http_status),
                           .media_type = "application/json"});
  for (const a2a::ErrorInfo& info : refusal.infos) {
    if (info.domain != a2a::kA2aErrorDomain) message.extensions.push_back(info.domain);
  }
  return message;
}

}  // namespace

MessageMeaning read_message(const CallContext& context, const Message& message,
                            const object_schemas::RunningTask* running,
                            const MeaningDependencies& dependencies) {
  if (context.is_own_wording) return UpToAgent{};
  MessageMeaning meaning = read(context, message, running, dependencies);
  const Error* refusal = std::get_if<Error>(&meaning);
  if (refusal != nullptr && context.agent->config().refusals_as_messages)
    return OwnAnswer{.message = as_message(*refusal, message)};
  return meaning;
}

}  // namespace schemagate
