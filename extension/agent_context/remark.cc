#include "extension/agent_context/remark.h"

#include <utility>

#include "a2a/text/utf8.h"

namespace schemagate::agent_context {
namespace {

constexpr std::size_t kPlaceBytesMax = 160;

}  // namespace

std::string_view name(RemarkKind kind) {
  switch (kind) {
    case RemarkKind::kUnknownMember:
      return "unknown_member";
    case RemarkKind::kTaskContext:
      return "task_context";
    case RemarkKind::kUnknownItem:
      return "unknown_item";
    case RemarkKind::kRepeatedItem:
      return "repeated_item";
    case RemarkKind::kBadState:
      return "bad_state";
    case RemarkKind::kLongAbstract:
      return "long_abstract";
    case RemarkKind::kWentBack:
      return "went_back";
    case RemarkKind::kChangedMember:
      return "changed_member";
  }
  std::unreachable();
}

void add_remark(std::vector<Remark>& remarks, RemarkKind kind, std::string_view place) {
  if (remarks.size() < kRemarksMax) remarks.push_back({kind, a2a::text::shortened(place, kPlaceBytesMax)});
}

}  // namespace schemagate::agent_context
