#include "a2a/json/mistake.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace schemagate::a2a {
namespace {

using nlohmann::json;

// Takes everything that the parser finds, and keeps where it stops.
struct Finder final : json::json_sax_t {
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(json::number_integer_t /*value*/) override { return true; }
  bool number_unsigned(json::number_unsigned_t /*value*/) override { return true; }
  bool number_float(json::number_float_t /*value*/, const std::string& /*text*/) override { return true; }
  bool string(std::string& /*value*/) override { return true; }
  bool binary(json::binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return true; }
  bool key(std::string& /*name*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t read, const std::string& /*token*/,
                   const json::exception& /*error*/) override {
    mistake = std::max<std::size_t>(read, 1) - 1;
    return false;
  }

  std::optional<std::size_t> mistake = {};
};

}  // namespace

std::optional<std::size_t> find_mistake(std::string_view text) {
  Finder finder;
  json::sax_parse(text, &finder);
  return finder.mistake;
}

}  // namespace schemagate::a2a
