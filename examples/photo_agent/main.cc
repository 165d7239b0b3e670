// Retouches photos: an A2A agent that knows nothing of schemas. It says what it would do and gives the photo
// back under a new name, pixels untouched, so that the reader of an example can tell the answer in advance.
#include <CLI/CLI.hpp>
#include <string>

#include "examples/agent_server/server.h"

namespace schemagate::photo {
namespace {

using a2a::JsonTree;
using agent_server::Answer;
using agent_server::Data;
using agent_server::File;
using agent_server::Job;
using agent_server::Part;
using agent_server::Remark;

constexpr std::string_view kWishes = "other";

template <class Kind>
const Kind* first(const std::vector<Part>& message) {
  for (const Part& part : message) {
    if (const auto* found = std::get_if<Kind>(&part)) return found;
  }
  return nullptr;
}

// Whether a setting asks for anything: a switch that is on, a number above zero, a name but "none".
bool is_wanted(const JsonTree& setting) {
  if (setting.is_boolean()) return setting.get<bool>();
  if (setting.is_number()) return setting.get<double>() > 0;
  return setting.is_string() && setting.get_ref<const std::string&>() != "none";
}

JsonTree report(const JsonTree& settings, const std::string& filename) {
  JsonTree applied = JsonTree::array();
  for (const auto& [name, setting] : settings.items()) {
    if (name != kWishes && is_wanted(setting)) applied.push_back(name);
  }
  const JsonTree* wishes = a2a::find_member(settings, kWishes);
  JsonTree report{{"status", wishes == nullptr ? "completed" : "partial"},
                  {"applied", std::move(applied)},
                  {"filename", filename}};
  if (wishes != nullptr) report["note"] = "not done: " + a2a::dump_tree(*wishes);
  return report;
}

Answer answer(const std::vector<Part>& message) {
  const auto* original = first<File>(message);
  const auto* settings = first<Data>(message);
  if (original == nullptr || settings == nullptr || !settings->value.is_object()) {
    return Remark{
        "Send me the photo as a file, and as data what to do with it, like {\"teeth_whitening\": true}."};
  }
  File retouched = *original;
  retouched.name = "retouched-" + (original->name.empty() ? "photo" : original->name);
  return Job{.outcome = {retouched, Data{report(settings->value, retouched.name)}}};
}

JsonTree card() {
  return {{"name", "Photo agent"},
          {"description", "Retouches photos."},
          {"defaultInputModes", {"text/plain", "application/json", "image/jpeg", "image/png"}},
          {"defaultOutputModes", {"application/json", "image/jpeg", "image/png"}},
          {"skills",
           JsonTree::array({{
               {"id", "photo-retouch"},
               {"name", "Photo Retouching"},
               {"description", "Smooths, whitens, blurs and filters, as the data beside the photo says."},
               {"tags", {"photo", "retouch"}},
           }})}};
}

}  // namespace
}  // namespace schemagate::photo

int main(int argc, char** argv) {
  schemagate::agent_server::Options options;
  CLI::App app("Retouches photos. An A2A agent for trying the gateway; listens on 127.0.0.1.");
  schemagate::agent_server::add_options(app, options);
  CLI11_PARSE(app, argc, argv);
  return schemagate::agent_server::serve({schemagate::photo::card(), schemagate::photo::answer}, options);
}
