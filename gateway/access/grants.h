// What callers may do: rules as they are configured, and what they come to for one caller.
//
//   RuleBook book({{.name = "readers", .roles = {"reader"}, .operations = {"GetTask"}}});
//   auto grants = book.grants_of(principal);             // once per principal
//   grants->allows("fight", "GetTask")                   // with every request: no rule is looked at
//   grants->allows_input("fight", "SendMessage", {.skill = "compare", .schema = "pair"})
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gateway/access/principal.h"
#include "gateway/store/guarded.h"

namespace schemagate::access {

inline constexpr std::size_t kRulesMax = 10'000;

// Allows what it names; nothing forbids. Of a list that is not empty one element has to fit, and of all such
// lists each.
struct AccessRule {
  std::string name;
  // Who.
  std::vector<std::string> subjects = {};
  std::vector<std::string> tenants = {};
  std::vector<std::string> scopes = {};
  std::vector<std::string> roles = {};
  bool anonymous = false;  // and who presents nothing; then the other four are empty
  // What.
  std::vector<std::string> agents = {};
  std::vector<std::string> operations = {};  // by their names in JSON-RPC of A2A 1.0
  // What may be sent (and, for scenarios, asked for as a template): they say nothing of the other operations.
  // A message without structured input fits none of them, unless it goes on with a task.
  std::vector<std::string> skills = {};
  std::vector<std::string> schemas = {};
  std::vector<std::string> scenarios = {};

  bool limits_input() const { return !skills.empty() || !schemas.empty() || !scenarios.empty(); }
  // Whether everybody who is authenticated may do everything by it.
  bool is_wildcard() const;
  bool is_for(const Principal& principal) const;
};

// A structured input, by what rules know of it. Views; what is not known is empty.
struct NamedInput {
  std::string_view skill = {};
  std::string_view schema = {};
  std::string_view scenario = {};
};

// Which scopes a caller has to have for a skill, as the rules say it: each element is enough. Empty: none.
std::vector<std::vector<std::string>> scopes_for(const std::vector<AccessRule>& rules, std::string_view agent,
                                                 std::string_view skill);

// What all rules together allow one caller. Never changed; safe from any thread. The questions take a time
// that does not depend on the number of rules.
class Grants {
 public:
  // `rules` are some of `all`, which the grants keep.
  Grants(const std::vector<const AccessRule*>& rules, std::shared_ptr<const std::vector<AccessRule>> all);

  // Whether there is anything at that agent for the caller.
  bool reaches(std::string_view agent) const;
  // The next three give the first rule that allows it; nullptr: none does.
  // The operation as such: what may be sent is asked below.
  const AccessRule* allows(std::string_view agent, std::string_view operation) const;
  // A structured input.
  const AccessRule* allows_input(std::string_view agent, std::string_view operation,
                                 const NamedInput& input) const;
  // A message that is no structured input and begins something new.
  const AccessRule* allows_anything(std::string_view agent, std::string_view operation) const;
  // The template of a scenario: for whoever may ask for templates, and, where his rules name scenarios, for
  // those.
  bool allows_template(std::string_view agent, std::string_view scenario) const;
  // Whether the caller may send something to that skill.
  bool allows_skill(std::string_view agent, std::string_view skill) const;

 private:
  using Rules = std::vector<const AccessRule*>;
  // Operations, each with the first rule that allows it.
  struct Allowed {
    const AccessRule* all = nullptr;
    std::vector<std::pair<std::string_view, const AccessRule*>> named = {};

    void add(const AccessRule& rule);
    const AccessRule* find(std::string_view operation) const;
  };
  // At one agent.
  struct AtAgent {
    Allowed operations = {};
    Allowed free = {};  // of the rules that do not limit what is sent
    // The others, by what is asked of them first: each schema, else each skill, else each scenario.
    std::unordered_map<std::string_view, Rules> by_schema = {};
    std::unordered_map<std::string_view, Rules> by_skill = {};
    std::unordered_map<std::string_view, Rules> by_scenario = {};

    void add(const AccessRule& rule);
  };
  const AtAgent& at(std::string_view agent) const;

  std::shared_ptr<const std::vector<AccessRule>> all_;
  AtAgent everywhere_;                                    // by the rules that name no agent
  std::unordered_map<std::string_view, AtAgent> agents_;  // by all that name it, and those
};

// All rules. Safe from any thread.
class RuleBook {
 public:
  explicit RuleBook(std::vector<AccessRule> rules)
      : rules_(std::make_shared<const std::vector<AccessRule>>(std::move(rules))) {}
  RuleBook(const RuleBook&) = delete;
  RuleBook& operator=(const RuleBook&) = delete;

  // Looks at every rule. Callers whom the same rules are for share one value, which may outlive the book.
  std::shared_ptr<const Grants> grants_of(const Principal& principal) const;
  PrincipalHandle with_grants(Principal principal) const;

 private:
  using Fitting = std::vector<const AccessRule*>;
  const std::shared_ptr<const std::vector<AccessRule>> rules_;
  mutable store::Guarded<std::map<Fitting, std::shared_ptr<const Grants>>> known_;
};

}  // namespace schemagate::access
