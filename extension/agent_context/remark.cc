#include "extension/agent_context/remark.h"

#include <utility>

#include "a2a/text/utf8.h"

namespace schemagate::agent_context {
namespace {

constexpr std::size_t kPlaceBytesMax = 160;
constexpr std::string_view kMark = ": ";

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
    case RemarkKind::kDiscarded:
      return "discarded";
    case RemarkKind::kNoData:
      return "no_data";
    case RemarkKind::kMessageOnly:
      return "message_only";
    case RemarkKind::kOutputCut:
      return "output_cut";
    case RemarkKind::kReferenceRefused:
      return "reference_refused";
    case RemarkKind::kCancelRefused:
      return "cancel_refused";
    case RemarkKind::kOther:
      return "";
  }
  std::unreachable();
}

std::string text_of(const Remark& remark) {
  if (remark.kind == RemarkKind::kOther) return remark.text;
  return std::string(name(remark.kind)).append(kMark).append(remark.text);
}

std::vector<std::string> texts_of(const std::vector<Remark>& remarks) {
  std::vector<std::string> texts;
  texts.reserve(remarks.size());
  for (const Remark& remark : remarks) texts.push_back(text_of(remark));
  return texts;
}

Remark read_remark(std::string_view text) {
  const std::string_view named = text.substr(0, text.find(kMark));
  for (auto kind = RemarkKind::kUnknownMember; kind != RemarkKind::kOther;
       kind = static_cast<RemarkKind>(std::to_underlying(kind) + 1)) {
    if (named == name(kind) && named.size() < text.size())
      return {kind, std::string(text.substr(named.size() + kMark.size()))};
  }
  return {RemarkKind::kOther, std::string(text)};
}

void add_remark(std::vector<Remark>& remarks, RemarkKind kind, std::string_view place) {
  if (remarks.size() < kRemarksMax) remarks.push_back({kind, a2a::text::shortened(place, kPlaceBytesMax)});
}

}  // namespace schemagate::agent_context
