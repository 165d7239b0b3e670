#include "extension/evolution/induction/wording.h"

#include "extension/evolution/induction/screening.h"
#include "extension/schema_interaction/key_name.h"

namespace schemagate::evolution {
namespace {

constexpr std::size_t kNameBytesMin = 2;
constexpr std::size_t kNameBytesMax = 40;

bool is_key_name(std::string_view name) {
  return name.size() >= kNameBytesMin && name.size() <= kNameBytesMax &&
         schema_interaction::is_snake_case(name) && !is_reserved_name(name);
}

}  // namespace

a2a::Result<Candidate> worded(const Candidate& candidate, const Wording& wording) {
  Candidate made = candidate;
  if (!wording.name.empty()) {
    if (!is_key_name(wording.name)) {
      return a2a::fail(a2a::ErrorCode::kInvalidRequest,
                       "name: expected a free name of 2 to 40 characters, lower case with _ between words");
    }
    made.name = wording.name;
  }
  if (wording.meaning.empty()) return made;
  made.meaning = wording.meaning;
  while (made.meaning.ends_with('.') || made.meaning.ends_with(' ')) made.meaning.pop_back();
  const bool fits = !made.meaning.empty() && made.meaning.size() <= kMeaningBytesMax &&
                    !is_instructing(wording.meaning) && is_publishable_text(describe(made));
  if (fits) return made;
  return a2a::fail(a2a::ErrorCode::kInvalidRequest,
                   "description: expected a sentence of at most 400 bytes, without mark-up, addresses or "
                   "instructions");
}

}  // namespace schemagate::evolution
