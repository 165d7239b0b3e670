#include "gateway/front/hidden_results.h"

namespace schemagate {

void hide(OperationResult& result, const access::HiddenFields& hidden) {
  if (hidden.empty()) return;
  if (auto* task = std::get_if<a2a::Task>(&result)) access::hide(*task, hidden);
  if (auto* stream = std::get_if<StreamedMessage>(&result)) access::hide(stream->message, hidden);
  if (auto* page = std::get_if<a2a::TaskPage>(&result)) {
    for (a2a::Task& each : page->tasks) access::hide(each, hidden);
  }
  if (auto* sent = std::get_if<Sent>(&result)) {
    if (auto* task = std::get_if<a2a::Task>(&**sent)) access::hide(*task, hidden);
    if (auto* message = std::get_if<a2a::Message>(&**sent)) access::hide(*message, hidden);
  }
}

}  // namespace schemagate
