// A JSON text and its document, kept together for a test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "a2a/json/document.h"

namespace schemagate::a2a::wire {

class Parsed {
 public:
  explicit Parsed(std::string text) : text_(std::move(text)) {
    const auto parsed = document_.parse(text_);
    EXPECT_TRUE(parsed) << text_ << ": " << parsed.error().message;
    if (!parsed) (void)document_.parse("null");
  }
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  JsonValue root() const { return document_.root(); }

 private:
  std::string text_;
  JsonDocument document_;
};

}  // namespace schemagate::a2a::wire
