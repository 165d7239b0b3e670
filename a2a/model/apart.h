// An optional value that is kept apart: absent it costs one pointer. For large members that are mostly
// absent.
#pragma once

#include <memory>
#include <utility>

namespace schemagate::a2a {

// A value type, as std::optional is: copies are deep, equality compares the values. Total where std::optional
// is: `*` and `->` need a value.
template <class T>
class Apart {
 public:
  Apart() = default;
  Apart(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Apart(const Apart& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Apart(Apart&&) noexcept = default;
  Apart& operator=(const Apart& other) { return *this = Apart(other); }
  Apart& operator=(Apart&&) noexcept = default;
  ~Apart() = default;

  explicit operator bool() const { return value_ != nullptr; }
  bool has_value() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

  friend bool operator==(const Apart& one, const Apart& other) {
    return one.value_ && other.value_ ? *one.value_ == *other.value_ : !one.value_ && !other.value_;
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace schemagate::a2a
