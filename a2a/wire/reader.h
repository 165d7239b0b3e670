// Typed reading of a JSON value whose shape is expected: each accessor gives the member, or a default, and
// records the first thing that is wrong together with its path. Decoders then read member after member
// without a branch per member and look at the violation once, at the end. Private to a2a/wire.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/model/message.h"

namespace schemagate::a2a::wire {

// "contextId" as the protocol's own definition (a2a.proto) has it: "context_id".
std::string original_name(std::string_view json_name);

// Whether a client that wrote `found` meant `name`: the same but for case and underscores, and neither of the
// two spellings, so that nobody would read it.
bool looks_like(std::string_view found, std::string_view name);

// The first wrong member of a document: its path ("message.parts[0].text") and what was expected.
using FirstViolation = std::optional<FieldViolation>;

// A position in a document. Members are named as ProtoJSON writes them, "contextId"; whoever parses ProtoJSON
// takes the name of the definition, too, "context_id", and so do all formats here.
//
// Two words of path per level: a reader borrows from its parent and from the
// violation, which must both outlive it. `null` counts as absent, as both versions' parsers have it.
class Reader {
 public:
  Reader(JsonValue root, FirstViolation& violation) : value_(root), violation_(&violation) {}

  JsonValue value() const { return value_; }
  bool failed() const { return violation_->has_value(); }
  // Records that this position is wrong, unless something was wrong before.
  void fail(std::string_view expected) const;
  // The same for a member, which need not exist.
  void fail_member(std::string_view name, std::string_view expected) const;

  // Records a violation for a member that looks like one of these, or that is one of them in its second
  // spelling with another value: it would be ignored where it was meant.
  void refuse_lookalikes(std::initializer_list<std::string_view> names) const;
  // Records a violation for a member of another version of the protocol, which this one calls `here`: it
  // would be ignored, and the answer would be another one.
  void refuse_of_other_version(std::string_view name, std::string_view here) const;

  // Any kind, `null` included; nothing when absent.
  std::optional<Reader> member(std::string_view name) const;
  // Any kind but null.
  std::optional<Reader> find(std::string_view name) const;
  // Records a violation when the member is no object; required_object also when it is absent.
  std::optional<Reader> find_object(std::string_view name) const;
  std::optional<Reader> required_object(std::string_view name) const;

  // Empty when absent.
  std::string string(std::string_view name) const;
  // Records a violation when absent or empty.
  std::string required_string(std::string_view name) const;
  // Records a violation besides when a client may have no such id (client_id.h).
  std::string required_id(std::string_view name) const;
  // Records that violation for the member `name`, which has been read.
  void check_id(std::string_view name, std::string_view id) const;
  // A string, or an integer's text: the object-schemas example has `"messageId": 1`.
  std::string id(std::string_view name) const;
  bool boolean(std::string_view name, bool absent) const;
  // An integer from 0 to 2^31-1.
  std::optional<int> count(std::string_view name) const;
  // An object's exact text.
  RawJson object(std::string_view name) const;
  std::vector<std::string> strings(std::string_view name) const;

  // read(const Reader&) for each element, in order.
  template <class Read>
  auto list(std::string_view name, Read read) const {
    std::vector<decltype(read(*this))> items;
    const std::optional<Reader> array = find_array(name);
    if (!array) return items;
    items.reserve(array->value_.size());
    std::size_t index = 0;
    for (const JsonValue element : array->value_.elements()) {
      if (failed()) break;
      items.push_back(read(Reader(element, *array, {}, index++)));
    }
    return items;
  }

 private:
  Reader(JsonValue value, const Reader& parent, std::string_view name, std::size_t index = 0)
      : value_(value), parent_(&parent), name_(name), index_(index), violation_(parent.violation_) {}
  bool is_contradicted(const JsonValue::Member& member, std::string_view name) const;
  // By either spelling.
  std::optional<JsonValue> value_of(std::string_view name) const;
  std::optional<Reader> find_array(std::string_view name) const;
  std::string path() const;

  JsonValue value_;
  const Reader* parent_ = nullptr;
  std::string_view name_ = {};  // empty: an element of an array, at index_
  std::size_t index_ = 0;
  FirstViolation* violation_;
};

// What was read from a client's parameters, or kInvalidParams for the first of them that is wrong.
template <class T>
Result<T> checked_params(T value, const FirstViolation& violation) {
  if (!violation) return value;
  const std::string what =
      violation->field.empty() ? violation->description : violation->field + ": " + violation->description;
  return std::unexpected(Error{ErrorCode::kInvalidParams, what, {*violation}});
}

}  // namespace schemagate::a2a::wire
