// The streams of a verb as texts.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "gateway/cli/console.h"

namespace schemagate::cli {

struct Streams {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Console console{in, out, err};
};

// A file in the test's own folder; gives its path.
inline std::string write_file(const std::string& name, const std::string& text) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + test->test_suite_name() + "." + test->name() + "." + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

}  // namespace schemagate::cli
