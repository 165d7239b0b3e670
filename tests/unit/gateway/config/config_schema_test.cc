// The published JSON Schema of the configuration, its loader and its documentation say the same.
#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/json_schema/validator.h"
#include "gateway/config/file.h"
#include "gateway/config/options.h"
#include "gateway/config/read_rules.h"
#include "gateway/config/yaml.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using json_schema::Verdict;

const std::string kRoot = SCHEMAGATE_SOURCE_DIR;

std::string read_source(const std::string& path) {
  auto text = read_file(kRoot + "/" + path, 1 << 20);
  EXPECT_TRUE(text) << path;
  return text.value_or("");
}

// A YAML value as YAML 1.2 maps it to JSON.
JsonTree to_json(const YamlNode& node) {
  using enum YamlNode::Kind;
  JsonTree tree;
  switch (node.kind) {
    case kNull:
      return nullptr;
    case kBoolean:
    case kNumber:
      return a2a::parse_tree(node.scalar).value_or(JsonTree(node.scalar));
    case kText:
      return node.scalar;
    case kSequence:
      tree = JsonTree::array();
      for (const auto& element : node.elements) tree.push_back(to_json(element));
      return tree;
    case kMapping:
      tree = JsonTree::object();
      for (const auto& [name, line, value] : node.members) tree[name] = to_json(value);
      return tree;
  }
  return tree;
}

class ConfigSchema : public ConfigFolder {
 protected:
  // For what has to be signed.
  ConfigSchema() {
    write("k.pem",
          "-----BEGIN PRIVATE KEY-----\n"
          "MC4CAQAwBQYDK2VwBCIEIDUcOnYoIArw6RFs+MAaSX25JrbSv83BBjVVLwkCrphm\n"
          "-----END PRIVATE KEY-----\n");
    write("context.key", std::string(64, 'b'));
  }
  Verdict verdict(std::string_view yaml) const {
    std::vector<ConfigProblem> problems;
    const auto root = parse_yaml(yaml, problems);
    EXPECT_TRUE(root) << yaml;
    EXPECT_TRUE(validator_) << (validator_ ? "" : validator_.error().location + validator_.error().message);
    if (!root || !validator_) return Verdict::kLimit;
    a2a::JsonDocument document;
    const auto text = a2a::dump_tree(to_json(*root));
    return validator_->validate(*document.parse(text));
  }

  const std::string text_ = read_source("gateway/config_schema.json");
  const a2a::Result<json_schema::Validator, json_schema::SchemaProblem> validator_ =
      json_schema::Validator::compile(text_);
  const JsonTree schema_ = a2a::parse_tree(text_).value_or(JsonTree());
};

// Follows a reference into $defs.
const JsonTree& resolved(const JsonTree& schema, const JsonTree& root) {
  const auto* reference = a2a::find_string(schema, "$ref");
  return reference == nullptr ? schema : root["$defs"][reference->substr(reference->rfind('/') + 1)];
}

struct Place {
  std::string path;        // as in problems
  std::string yaml;        // opens the mapping, with %s for its members
  const JsonTree* schema;  // of the mapping
};

constexpr std::string_view kTokensPlace =
    "{agents: {f: {upstream: {url: 'https://a', credentials: {oauth2: {token_url: 'https://t', client_id: c, "
    "client_secret: {env: PATH}, %s}}}}}}";

// Every mapping with fixed members that the schema has for an agent, and a file in which it can be filled.
std::vector<Place> agent_mappings_of(const JsonTree& root) {
  const auto& agent = root["$defs"]["agent"]["properties"];
  const auto& route = root["$defs"]["route"];
  const std::string upstream = "upstream: {url: 'https://a'}";
  return {{"agents.f.agent_context", "{agents: {f: {" + upstream + ", agent_context: {mode: whole, %s}}}}",
           &agent["agent_context"]},
          {"agents.f.hidden_fields./a", "{agents: {f: {" + upstream + ", hidden_fields: {/a: {%s}}}}}",
           &root["$defs"]["hidden_field"]},
          {"agents.f.evolution", "{agents: {f: {" + upstream + ", evolution: {%s}}}}",
           &root["$defs"]["evolution"]},
          {"agents.f.evolution.embedding",
           "{agents: {f: {" + upstream +
               ", evolution: {embedding: {url: 'https://e', model: m, dimensions: 8, %s}}}}}",
           &root["$defs"]["evolution"]["properties"]["embedding"]},
          {"agents.g.planner",
           "{agents: {f: {" + upstream +
               "}, g: {kind: master, planner: {url: 'https://m', model: m, agents: [f], %s}}}}",
           &root["$defs"]["planner"]},
          {"agents.f", "{agents: {f: {" + upstream + ", %s}}}", &root["$defs"]["agent"]},
          {"agents.f.upstream", "{agents: {f: {upstream: {url: 'https://a', %s}}}}", &agent["upstream"]},
          {"agents.f.upstream.tls", "{agents: {f: {upstream: {url: 'https://a', tls: {%s}}}}}",
           &agent["upstream"]["properties"]["tls"]},
          {"agents.f.upstream.credentials",
           "{agents: {f: {upstream: {url: 'https://a', credentials: {%s}}}}, signing: {keys: {k: k.pem}}}",
           &agent["upstream"]["properties"]["credentials"]},
          {"agents.f.upstream.credentials.oauth2", std::string(kTokensPlace),
           &agent["upstream"]["properties"]["credentials"]["properties"]["oauth2"]},
          {"agents.f.upstream.credentials.caller",
           "{agents: {f: {upstream: {url: 'https://a', credentials: {caller: {%s}}}}}, signing: {keys: {k: "
           "k.pem}}}",
           &agent["upstream"]["properties"]["credentials"]["properties"]["caller"]},
          {"agents.f.skills.s", "{agents: {f: {" + upstream + ", skills: {s: {%s}}}}}", &route},
          {"agents.f.agent_wide", "{agents: {f: {" + upstream + ", agent_wide: {%s}}}}", &route},
          {"agents.f.skills.s.hand_over",
           "{agents: {f: {" + upstream + ", skills: {s: {hand_over: {template: x, %s}}}}}}",
           &route["properties"]["hand_over"]["anyOf"][1]}};
}

// All of them, likewise.
std::vector<Place> mappings_of(const JsonTree& root) {
  const auto& properties = root["properties"];
  const std::string upstream = "upstream: {url: 'https://a'}";
  const std::string key = "sha256: '" + std::string(64, '0') + "'";
  const std::string key_list = "api_keys: {keys: {a: {" + key + "}}}";
  std::vector<Place> places{
      {"", "{agents: {f: {" + upstream + "}}, %s}", &root},
      {"listeners.l", "{agents: {f: {" + upstream + "}}, listeners: {l: {address: '127.0.0.1:0', %s}}}",
       &root["$defs"]["listener"]},
      {"listeners.l.certificates.c",
       "{agents: {f: {" + upstream + "}}, listeners: {l: {address: '127.0.0.1:0', certificates: {c: {%s}}}}}",
       &root["$defs"]["certificate"]},
      {"log", "{agents: {f: {" + upstream + "}}, log: {%s}}", &properties["log"]},
      {"audit", "{agents: {f: {" + upstream + "}}, audit: {%s}}", &properties["audit"]},
      {"limits", "{agents: {f: {" + upstream + "}}, limits: {%s}}", &properties["limits"]},
      {"limits.upstream", "{agents: {f: {" + upstream + "}}, limits: {upstream: {%s}}}",
       &properties["limits"]["properties"]["upstream"]},
      {"ledger", "{agents: {f: {" + upstream + "}}, ledger: {%s}}", &properties["ledger"]},
      {"context_store",
       "{agents: {f: {" + upstream + "}}, rules: {r: {}}, authentication: {" + key_list +
           "}, ledger: {store: memory}, context_store: {keys: {k: context.key}, residency: eu, %s}}",
       &properties["context_store"]},
      {"context_store.readers.x",
       "{agents: {f: {" + upstream + "}}, rules: {r: {}}, authentication: {" + key_list +
           "}, ledger: {store: memory}, context_store: {keys: {k: context.key}, residency: eu, readers: {x: "
           "{authority: key, subject: s, %s}}}}",
       &properties["context_store"]["properties"]["readers"]["additionalProperties"]},
      {"context_sources.s",
       "{agents: {f: {" + upstream + "}}, context_sources: {s: {origin: 'https://c', %s}}}",
       &root["$defs"]["context_source"]},
      {"signing", "{agents: {f: {" + upstream + "}}, signing: {%s}}", &properties["signing"]},
      {"authentication",
       "{agents: {f: {" + upstream + "}}, rules: {r: {}}, authentication: {" + key_list + ", %s}}",
       &properties["authentication"]},
      {"authentication.api_keys",
       "{agents: {f: {" + upstream + "}}, rules: {r: {}}, authentication: {api_keys: {keys: {}, %s}}}",
       &properties["authentication"]["properties"]["api_keys"]},
      {"authentication.api_keys.keys.a",
       "{agents: {f: {" + upstream + "}}, rules: {r: {}}, authentication: {api_keys: {keys: {a: {" + key +
           ", %s}}}}}",
       &root["$defs"]["api_key"]},
      {"authentication.client_certificates",
       "{agents: {f: {" + upstream + "}}, rules: {r: {}}, authentication: {" + key_list +
           ", client_certificates: {%s}}}",
       &properties["authentication"]["properties"]["client_certificates"]},
      {"authentication.client_certificates.clients.c",
       "{agents: {f: {" + upstream + "}}, rules: {r: {}}, authentication: {" + key_list +
           ", client_certificates: {clients: {c: {name: a, %s}}}}}",
       &root["$defs"]["certificate_client"]},
      {"authentication.tokens.t",
       "{agents: {f: {" + upstream +
           "}}, rules: {r: {}}, authentication: {tokens: {t: {issuer: 'https://i', audience: [a], %s}}}}",
       &root["$defs"]["issuer"]},
      {"rules.r", "{agents: {f: {" + upstream + "}}, authentication: {" + key_list + "}, rules: {r: {%s}}}",
       &root["$defs"]["rule"]},
      {"quotas", "{agents: {f: {" + upstream + "}}, quotas: {%s}}", &properties["quotas"]},
      {"quotas.principal", "{agents: {f: {" + upstream + "}}, quotas: {principal: {%s}}}",
       &root["$defs"]["quota"]},
      {"admin", "{agents: {f: {" + upstream + "}}, admin: {%s}}", &properties["admin"]},
      {"push", "{agents: {f: {" + upstream + "}}, push: {%s}}", &properties["push"]}};
  std::ranges::move(agent_mappings_of(root), std::back_inserter(places));
  return places;
}

std::string filled(std::string yaml, const std::string& members) {
  return yaml.replace(yaml.find("%s"), 2, members);
}

std::set<std::string> names_in(std::string_view list) {
  std::set<std::string> names;
  while (!list.empty()) {
    const auto end = std::min(list.find(", "), list.size());
    names.emplace(list.substr(0, end));
    list.remove_prefix(std::min(end + 2, list.size()));
  }
  return names;
}

std::vector<std::string> only_in_first(const std::set<std::string>& first,
                                       const std::set<std::string>& second) {
  std::vector<std::string> names;
  std::ranges::set_difference(first, second, std::back_inserter(names));
  return names;
}

// As an operator would call it: "ledger.queue".
std::string option_name(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

TEST_F(ConfigSchema, KnowsTheMembersThatTheLoaderKnows) {
  for (const auto& [path, yaml, schema] : mappings_of(schema_)) {
    const auto loaded = load(filled(yaml, "zzzzzzzzzzzz: 1"));
    const std::string marker = "known here: ";
    std::set<std::string> known;
    for (const auto& problem : loaded.problems) {
      const auto begin = problem.message.find(marker);
      if (begin != std::string::npos)
        known = names_in(std::string_view(problem.message).substr(begin + marker.size()));
    }
    std::set<std::string> published;
    for (const auto& [name, member] : (*schema)["properties"].items()) published.insert(name);
    for (const auto& name : only_in_first(known, published))
      ADD_FAILURE() << "gateway/config_schema.json: add " << option_name(path, name)
                    << ", which the loader reads";
    for (const auto& name : only_in_first(published, known))
      ADD_FAILURE() << "gateway/config_schema.json: take out " << option_name(path, name)
                    << ", or have a reader in gateway/config read it: the loader does not know it";
    EXPECT_EQ(verdict(filled(yaml, "zzzzzzzzzzzz: 1")), Verdict::kInvalid) << path;
  }
}

// Each member with a value of every kind: what the loader takes, the schema takes; a wrong kind is refused by
// both.
TEST_F(ConfigSchema, AgreesWithTheLoaderOnTheKindOfEveryMember) {
  const std::vector<std::string> values{"~",   "true",  "0",  "7",  "'7'",    "1.5", "-1",    "text",
                                        "30s", "64KiB", "[]", "{}", "[x, x]", "[1]", "{x: 1}"};
  for (const auto& [path, yaml, schema] : mappings_of(schema_)) {
    for (const auto& [name, member] : (*schema)["properties"].items()) {
      if (yaml.contains(name + ":")) continue;  // needed, so it stands there already
      for (const auto& value : values) {
        const auto text = filled(yaml, "'" + name + "': " + value);
        if (load(text).config) {
          EXPECT_EQ(verdict(text), Verdict::kValid) << text;
        } else if (verdict(text) == Verdict::kValid) {
          // Beyond the schema: ranges of sizes and durations, addresses, and files.
          EXPECT_THAT(value, testing::AnyOf("0", "7", "'7'", "30s", "64KiB", "text")) << text;
        }
      }
    }
  }
}

TEST_F(ConfigSchema, StatesTheDefaultsAndRangesOfTheLoader) {
  for (const auto& [path, yaml, schema] : mappings_of(schema_)) {
    for (const auto& [name, written] : (*schema)["properties"].items()) {
      if (yaml.contains(name + ":")) continue;  // needed, so it stands there already
      if (const auto* value = a2a::find_member(written, "default")) {
        const auto text = filled(yaml, name + ": " + a2a::dump_tree(*value));
        EXPECT_TRUE(load(text).config) << text;
        EXPECT_EQ(verdict(text), Verdict::kValid) << text;
      }
      const auto& member = resolved(written, schema_);
      if (!member.contains("maximum")) continue;
      const auto minimum = member["minimum"].get<std::int64_t>();
      const auto maximum = member["maximum"].get<std::int64_t>();
      for (const auto value : {minimum - 1, minimum, maximum, maximum + 1}) {
        const auto text = filled(yaml, name + ": " + std::to_string(value));
        const bool fits = value >= minimum && value <= maximum;
        EXPECT_EQ(load(text).config.has_value(), fits) << text;
        EXPECT_EQ(verdict(text) == Verdict::kValid, fits) << text;
      }
    }
  }
}

TEST_F(ConfigSchema, ListsTheOperationsThatRulesMayName) {
  const auto& listed = schema_["$defs"]["rule"]["properties"]["operations"]["items"]["enum"];
  std::set<std::string> published;
  for (const auto& each : listed) published.insert(each.get<std::string>());
  std::set<std::string> known;
  for (const auto name : rule_operations()) known.emplace(name);
  EXPECT_EQ(published, known)
      << "$defs.rule.properties.operations of gateway/config_schema.json, and rule_operations() in "
         "gateway/config/read_rules.cc";
}

TEST_F(ConfigSchema, AgreesOnBadCases) {
  for (const std::string text : {
           "{}",
           "[]",
           "agents: {}",
           "agents: []",
           "agents: {f: {}}",
           "agents: {f: ~}",
           "agents: {f: {upstream: {}}}",
           "agents: {f: {upstream: {url: ftp://a}}}",
           "agents: {f: {upstream: {url: 'https://a', command: [a]}}}",
           "agents: {f: {upstream: {command: []}}}",
           "agents: {f: {upstream: {command: a}}}",
           "agents: {f: {upstream: {url: 'https://a?x'}}}",
           "agents: {'a b': {upstream: {url: 'https://a'}}}",
           "agents: {v1: {upstream: {url: 'https://a'}}}",
           "agents: {f: {upstream: {url: 'https://a', version: 2.0}}}",
           "agents: {f: {upstream: {url: 'https://a'}, schemas: {'a b': x.json}}}",
           "agents: {f: {upstream: {url: 'https://a'}, schemas: {a: 1}}}",
           "agents: {f: {upstream: {url: 'https://a'}, skills: {'': {}}}}",
           "agents: {f: {upstream: {url: 'https://a'}, skills: {s: {hand_over: {}}}}}",
           "agents: {f: {upstream: {url: 'https://a'}, skills: {s: {hand_over: {template: ''}}}}}",
           "{agents: {f: {upstream: {url: 'https://a'}}}, limits: {keep_alive: 15}}",
           "{agents: {f: {upstream: {url: 'https://a'}}}, limits: {body: 1MB}}",
           "{agents: {f: {upstream: {url: 'https://a'}}}, listen: '8080'}",
           "{agents: {f: {upstream: {url: 'https://a'}}}, public_url: gw.example}",
           "{agents: {f: {upstream: {url: 'https://a'}}}, log: {level: INFO}}",
       }) {
    EXPECT_FALSE(load(text).config) << text;
    EXPECT_EQ(verdict(text), Verdict::kInvalid) << text;
  }
}

TEST_F(ConfigSchema, AcceptsTheExample) {
  EXPECT_EQ(verdict(read_source("examples/gateway.yaml")), Verdict::kValid);
}

// "agents.f.upstream" is a mapping of "agents.*.upstream".
bool is_mapping_of(std::string_view section, std::string_view path) {
  const auto take = [](std::string_view& names) {
    const auto end = std::min(names.find('.'), names.size());
    const auto first = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    return first;
  };
  while (!section.empty() && !path.empty()) {
    const auto expected = take(section);
    const auto found = take(path);
    if (expected != "*" && expected != found) return false;
  }
  return section.empty() && path.empty();
}

// The sections of the table of options.
std::set<std::string> sections() {
  std::set<std::string> sections;
  for (const auto& row : option_rows()) sections.insert(row.section);
  return sections;
}

// The one that the mapping belongs to.
std::optional<std::string> find_section(const std::string& path) {
  if (path == "agents.f.agent_wide") return "agents.*.skills.*";  // the same for all skills
  for (const auto& section : sections()) {
    if (is_mapping_of(section, path)) return section;
  }
  return std::nullopt;
}

std::string section_of(const std::string& path) {
  return find_section(path).value_or(path);
}

// Whether the member holds options, or mappings with options.
bool is_group(const std::string& path, const std::string& name) {
  const auto member = option_name(path, name);
  return find_section(member) || find_section(member + ".x");
}

std::map<std::string, OptionRow> options_of(const std::string& section) {
  std::map<std::string, OptionRow> options;
  for (const auto& row : option_rows()) {
    if (row.section != section) continue;
    EXPECT_TRUE(options.emplace(row.name, row).second) << row.name;
  }
  return options;
}

TEST_F(ConfigSchema, HasARowForEveryMemberInTheDocumentation) {
  const auto page = read_source("gateway/CONFIG.md");
  for (const auto& [path, yaml, schema] : mappings_of(schema_)) {
    for (const auto& [name, member] : (*schema)["properties"].items()) {
      const bool group = resolved(member, schema_).contains("properties") ||
                         (name == "agents" && path.empty()) ||
                         (is_group(path, name) && !options_of(section_of(path)).contains(name));
      const bool nested = path == "log" || path.ends_with("hand_over");
      const auto shown = nested ? path.substr(path.rfind('.') + 1) + "." + name : name;
      const auto* value = a2a::find_string(member, "default");
      const auto row = "| `" + shown + "` | " + (value != nullptr ? "`" + *value + "`" : "");
      if (group) continue;
      EXPECT_TRUE(page.contains(row))
          << "gateway/CONFIG.md: add a row for " << option_name(path, name) << " that begins with " << row;
    }
  }
}

TEST_F(ConfigSchema, HasTheOptionsOfTheTableAndTheirDefaults) {
  for (const auto& [path, yaml, schema] : mappings_of(schema_)) {
    if (path.ends_with("hand_over")) continue;  // one option of a skill, in a form of its own
    auto options = options_of(section_of(path));
    for (const auto& [name, member] : (*schema)["properties"].items()) {
      const auto option = options.extract(name);
      if (option.empty() && !is_group(path, name))
        ADD_FAILURE() << "gateway/config/options.h: add a row for " << option_name(path, name)
                      << ", which gateway/config_schema.json has";
      const auto* value = a2a::find_member(member, "default");
      if (option.empty() || value == nullptr) continue;
      const auto text = value->is_string() ? *a2a::find_string(member, "default") : a2a::dump_tree(*value);
      EXPECT_EQ(option.mapped().by_default, text)
          << "the default of " << option_name(path, name)
          << ": in options.h (or its value's), and in config_schema.json";
    }
    for (const auto& [name, option] : options)
      ADD_FAILURE() << "gateway/config_schema.json: add " << option_name(path, name)
                    << ", which options.h has";
  }
}

TEST_F(ConfigSchema, IsComparedInEverySectionOfTheTable) {
  const auto places = mappings_of(schema_);
  for (const auto& section : sections()) {
    EXPECT_TRUE(
        std::ranges::any_of(places, [&](const Place& each) { return is_mapping_of(section, each.path); }))
        << "add a place for the section " << section << " to mappings_of() in this file";
  }
}

// The table of the page whose first line begins so.
std::string table_of(const std::string& page, const std::string& head) {
  const auto begin = page.find("\n" + head);
  EXPECT_NE(begin, std::string::npos) << head;
  return begin == std::string::npos ? "" : page.substr(begin, page.find("\n\n", begin) - begin);
}

TEST_F(ConfigSchema, HasDocumentationThatStatesDefaultReloadAndRangeAsTheTableDoes) {
  const std::map<std::string, std::string> heads{
      {"", "| Member | Default | Reload |"},
      {"log", "| Member | Default | Reload |"},
      {"agents.*", "| Member of an agent |"},
      {"agents.*.upstream", "| Member of `upstream` |"},
      {"listeners.*", "| Member of a listener |"},
      {"listeners.*.certificates.*", "| Member of a certificate |"},
      {"agents.*.upstream.tls", "| Member of `upstream.tls` |"},
      {"agents.*.upstream.credentials", "| Member of `upstream.credentials` |"},
      {"agents.*.upstream.credentials.oauth2", "| Member of `upstream.credentials.oauth2` |"},
      {"agents.*.upstream.credentials.caller", "| Member of `upstream.credentials.caller` |"},
      {"agents.*.skills.*", "| Member of a skill,"}};
  std::string page = read_source("gateway/CONFIG.md");
  for (const auto& row : option_rows()) {
    const auto head = heads.find(row.section);
    const auto table =
        table_of(page, head != heads.end() ? head->second : "| Member of `" + row.section + "` |");
    const std::string cell = "\n| `" + (row.section == "log" ? "log." + row.name : row.name) + "` | ";
    const std::string rest = " | " + std::string(name(row.reload)) + " | ";
    const bool is_number = row.range.contains(" to ");
    const std::string range = is_number ? row.range + " | " : "";
    EXPECT_TRUE(table.contains(cell + row.by_default + rest + range) ||
                table.contains(cell + "`" + row.by_default + "`" + rest + range))
        << "gateway/CONFIG.md, the options of \"" << row.section << "\": expected a row that begins with"
        << cell << "`" << row.by_default << "`" << rest << range;
  }
}

}  // namespace
}  // namespace schemagate
