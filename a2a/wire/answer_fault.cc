#include "a2a/wire/answer_fault.h"

namespace schemagate::a2a::wire {

Error to_error(const AnswerFault& fault) {
  return {ErrorCode::kInvalidAgentResponse, "The agent's answer is malformed: " + fault.what};
}

Error to_error(const AnswerFault& fault, int http_status) {
  return {ErrorCode::kInvalidAgentResponse, "the agent answered HTTP " + std::to_string(http_status) +
                                                " with a body that is no A2A answer: " + fault.what};
}

}  // namespace schemagate::a2a::wire
