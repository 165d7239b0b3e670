// An optional value on the heap: absent it costs one pointer instead of the value's size. For large members
// that are mostly absent, such as the message of a task's status.
//
//   Boxed<Message> none;                       // if (!none) …
//   Boxed<Message> some = Message{.message_id = "m1"};
//   Boxed<Message> copy = some;                // deep: the two share nothing
#pragma once

#include <memory>
#include <utility>

namespace schemagate::a2a {

// A value type, as std::optional is: copies are deep, equality compares the values, a moved-from one is
// empty. REQUIRES for `*` and `->`: there is a value.
template <class T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(const Boxed& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  explicit operator bool() const { return value_ != nullptr; }
  bool has_value() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

  friend bool operator==(const Boxed& one, const Boxed& other) {
    return one.value_ && other.value_ ? *one.value_ == *other.value_ : !one.value_ && !other.value_;
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace schemagate::a2a
