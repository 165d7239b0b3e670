#include "gateway/front/result_json.h"

#include "a2a/wire/codec.h"
#include "a2a/wire/push_operations.h"

namespace schemagate {
namespace {

// One overload for each alternative: a new one does not compile without.
struct JsonWriter {
  a2a::wire::Dialect dialect;

  std::string operator()(const a2a::SendResult& result) const {
    return a2a::wire::encode_send_result(dialect, result);
  }
  std::string operator()(const a2a::Task& task) const { return a2a::wire::encode_task(dialect, task); }
  std::string operator()(const a2a::TaskPage& page) const {
    return a2a::wire::encode_task_page(dialect, page);
  }
  std::string operator()(const a2a::TaskPushConfig& config) const {
    return a2a::wire::encode_push_config(dialect, config);
  }
  std::string operator()(const std::vector<a2a::TaskPushConfig>& configs) const {
    return a2a::wire::encode_push_configs(dialect, configs);
  }
  std::string operator()(const PushConfigDeleted&) const { return a2a::wire::encode_push_deleted(dialect); }
  std::string operator()(const ExtendedCard& card) const { return card.json; }
  std::string operator()(const ExtensionResult& result) const { return result.json; }
  std::string operator()(const StreamedMessage& stream) const {
    return a2a::wire::encode_stream_event(dialect, stream.message, true);
  }
  std::string operator()(const StreamedTask&) const { return {}; }
};

}  // namespace

std::string result_json(a2a::wire::Dialect dialect, const OperationResult& result) {
  return std::visit(JsonWriter{dialect}, result);
}

}  // namespace schemagate
