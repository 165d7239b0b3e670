// One of six small agents that know nothing of plans, contexts or schemas: texts in, texts out. Each has a
// fixed answer to what the plans of the examples ask, so that the reader can tell it in advance; two of them
// do badly at first.
#include <CLI/CLI.hpp>
#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "examples/agent_server/server.h"

namespace schemagate::worker {
namespace {

using a2a::JsonTree;
using agent_server::Answer;
using agent_server::Job;
using agent_server::Part;
using agent_server::Remark;
using agent_server::Text;

// What it answers to a text that holds the word; the first row that fits counts.
struct Row {
  std::string_view word;
  std::string_view answer;
  // The very first answer, where it is another one, and whether that is a task at all.
  std::string_view first = {};
  bool first_is_task = true;
};

struct Role {
  std::string name;
  std::string description;
  std::vector<Row> rows;
};

const std::map<std::string, Role> kRoles{
    {"flight",
     {"Flight booking",
      "Books flights.",
      {{"Book", "CA1703 out and CA1704 back, booked for 2, reference BK-4711"}}}},
    {"hotel",
     {"Hotel booking",
      "Finds and reserves hotels.",
      {{"Reserve", "Double room reserved, confirmation HB-2207"},
       {"Find", "Lakeside Hotel, 2 nights, CNY 1,240"}}}},
    {"weather",
     {"Weather checking",
      "Knows the weather.",
      {{"Forecast", "18 to 24 C, light rain on 2026-05-05"},
       {"Advice", "A light coat, and an umbrella for the second day", "All done, believe me!", false}}}},
    {"diagnosis",
     {"Disease diagnosis",
      "Tells what somebody has.",
      {{"Diagnose", "Influenza A suspected, no known allergy"}}}},
    {"prescription",
     {"Prescription",
      "Prescribes medicine.",
      {{"Influenza A", "Oseltamivir 75 mg twice daily for 5 days", "done"}, {"", "I need a diagnosis"}}}},
    {"pharmacy",
     {"Buy medicine",
      "Buys medicine.",
      {{"Oseltamivir 75 mg", "10 capsules of Oseltamivir 75 mg, pick-up code RX-88"},
       {"", "I need a prescription"}}}}};

// Safe to call from many threads.
class Worker {
 public:
  explicit Worker(const Role& role) : role_(role) {}

  Answer answer(const std::vector<Part>& message) {
    const std::string text = text_of(message);
    for (const Row& row : role_.rows) {
      if (!text.contains(row.word)) continue;
      const bool is_first = !row.first.empty() && !has_answered_.exchange(true);
      if (is_first && !row.first_is_task) return Remark{std::string(row.first)};
      return Job{.outcome = {Text{std::string(is_first ? row.first : row.answer)}}};
    }
    return Remark{role_.description};
  }

 private:
  static std::string text_of(const std::vector<Part>& message) {
    std::string all;
    for (const Part& part : message) {
      if (const auto* text = std::get_if<Text>(&part)) all += text->text + "\n";
    }
    return all;
  }

  const Role& role_;
  std::atomic<bool> has_answered_ = false;
};

JsonTree card(const std::string& id, const Role& role) {
  return {{"name", role.name},
          {"description", role.description},
          {"defaultInputModes", {"text/plain"}},
          {"defaultOutputModes", {"text/plain"}},
          {"skills",
           JsonTree::array(
               {{{"id", id}, {"name", role.name}, {"description", role.description}, {"tags", {id}}}})}};
}

std::vector<std::string> names_of_roles() {
  std::vector<std::string> names;
  names.reserve(kRoles.size());
  for (const auto& [name, role] : kRoles) names.push_back(name);
  return names;
}

}  // namespace
}  // namespace schemagate::worker

int main(int argc, char** argv) {
  using namespace schemagate;
  agent_server::Options options;
  std::string role;
  CLI::App app("A small agent for the plans of the examples; listens on 127.0.0.1.");
  agent_server::add_options(app, options);
  app.add_option("--role", role, "What it does")->required()->check(CLI::IsMember(worker::names_of_roles()));
  CLI11_PARSE(app, argc, argv);
  worker::Worker worker(worker::kRoles.at(role));
  return agent_server::serve({worker::card(role, worker::kRoles.at(role)),
                              [&worker](const auto& message) { return worker.answer(message); }},
                             options);
}
