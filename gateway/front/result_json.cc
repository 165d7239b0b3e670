#include "gateway/front/result_json.h"

#include "a2a/wire/codec.h"
#include "a2a/wire/push_operations.h"

namespace schemagate {
namespace {

// One overload for each alternative: a new one does not compile without.
struct JsonWriter {
  a2a::wire::WireFormat format;

  std::string operator()(const Sent& sent) const { return a2a::wire::encode_send_result(format, *sent); }
  std::string operator()(const a2a::Task& task) const { return a2a::wire::encode_task(format, task); }
  std::string operator()(const a2a::TaskPage& page) const {
    return a2a::wire::encode_task_page(format, page);
  }
  std::string operator()(const a2a::TaskPushConfig& config) const {
    return a2a::wire::encode_push_config(format, config);
  }
  std::string operator()(const a2a::PushConfigPage& page) const {
    return a2a::wire::encode_push_configs(format, page);
  }
  std::string operator()(const PushConfigDeleted&) const { return a2a::wire::encode_push_deleted(format); }
  std::string operator()(const ExtendedCard& card) const { return card.json; }
  std::string operator()(const ExtensionResult& result) const { return result.json; }
  std::string operator()(const StreamedMessage& stream) const {
    return a2a::wire::encode_stream_event(format, stream.message, true);
  }
  std::string operator()(const StreamedTask&) const { return {}; }
};

}  // namespace

std::string result_json(a2a::wire::WireFormat format, const OperationResult& result) {
  return std::visit(JsonWriter{format}, result);
}

}  // namespace schemagate
