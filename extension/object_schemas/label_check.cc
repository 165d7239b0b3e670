#include "extension/object_schemas/label_check.h"

#include <algorithm>
#include <utility>

#include "extension/object_schemas/label.h"
#include "extension/object_schemas/part_typer.h"

namespace schemagate::object_schemas {
namespace {

bool is_labelled(const a2a::Part& part) {
  return !std::holds_alternative<NotFlagged>(label_of(part).flag);
}

}  // namespace

template <class Whole>
void LabelCheck::check_parts(Whole& whole) const {
  const auto concerns = [this](const a2a::Part& part) {
    return is_labelled(part) || (schemas_.as_text() && part.kind == a2a::PartKind::kData);
  };
  if (std::ranges::none_of(whole.parts, concerns)) return;
  PartTyper typer(schemas_, document_);
  typer.add_all(std::move(whole.parts));
  typer.take().move_into(whole);
}

void LabelCheck::check(a2a::Message& message) const {
  check_parts(message);
}

void LabelCheck::check(a2a::Artifact& artifact) const {
  check_parts(artifact);
}

}  // namespace schemagate::object_schemas
