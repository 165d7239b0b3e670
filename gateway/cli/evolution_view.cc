#include "gateway/cli/evolution_view.h"

#include <cmath>
#include <ostream>
#include <string>

#include "gateway/cli/printable.h"

namespace schemagate::cli {
namespace {

using a2a::JsonValue;

// On one line; numbers as they came, what is absent or null as "-".
std::string word(JsonValue from, std::string_view name) {
  const auto value = from.find(name);
  if (!value || value->kind() == a2a::JsonKind::kNull) return "-";
  if (const auto text = value->string()) return printable_line(*text);
  return printable_line(value->raw());
}

std::string percent(JsonValue from, std::string_view name) {
  const auto value = from.find(name);
  const auto number = value ? value->number() : std::nullopt;
  return number ? std::to_string(std::lround(*number * 100)) + " %" : "unknown";
}

template <class Show>
void each(JsonValue from, std::string_view name, const Show& show) {
  const auto list = from.find(name);
  if (!list || !list->is_array()) return;
  for (const JsonValue element : list->elements()) show(element);
}

std::string quoted_list(JsonValue from, std::string_view name) {
  std::string list;
  each(from, name, [&list](JsonValue text) {
    list += (list.empty() ? "'" : ", '") + printable_line(text.string().value_or("")) + "'";
  });
  return list;
}

void show_figures(JsonValue metrics, std::string_view indent, std::ostream& out) {
  out << indent << "used in " << percent(metrics, "usage_frequency") << " of " << word(metrics, "payloads")
      << " payloads, right type " << percent(metrics, "value_type_correctness") << ", means it "
      << percent(metrics, "semantic_alignment_accuracy") << ", adopted by "
      << percent(metrics, "client_adoption_rate") << " of " << word(metrics, "receivers") << " clients\n";
}

void show_key(JsonValue key, std::ostream& out) {
  out << "    " << word(key, "key") << " (" << word(key, "type") << ") " << word(key, "state") << " since "
      << word(key, "since");
  if (key.find("client")) out << ", for " << word(key, "client") << " alone";
  out << '\n';
  if (const auto metrics = key.find("metrics")) show_figures(*metrics, "      ", out);
}

// Why a key that has evolved has no place beside the template that is configured now.
std::string_view set_aside_because(std::string_view reason) {
  if (reason == "template_defines_it") return "the template defines it itself";
  if (reason == "other_type") return "the template has a key of that name with another type";
  if (reason == "forbidden") return "the template forbids it (forbidden_keys)";
  if (reason == "no_room") return "a template has at most 128 keys";
  return "";
}

void show_set_aside(JsonValue key, std::ostream& out) {
  out << "    " << word(key, "key") << " (" << word(key, "type") << ") " << word(key, "state")
      << ", set aside: " << set_aside_because(word(key, "reason"));
  if (key.find("client")) out << ", for " << word(key, "client") << " alone";
  out << '\n';
}

void show_scenario(JsonValue scenario, std::ostream& out) {
  out << "  " << word(scenario, "scenario") << ", newest template " << word(scenario, "schema_id") << '\n';
  if (const auto trigger = scenario.find("trigger")) {
    out << "    trigger: " << word(*trigger, "fragments") << " wishes in " << word(*trigger, "clusters")
        << " clusters, " << word(*trigger, "triggered") << " triggered\n";
  }
  if (const auto algorithm = scenario.find("algorithm")) {
    out << "    algorithm: " << word(*algorithm, "patches") << " patches, "
        << word(*algorithm, "waiting_for_approval") << " wait for approval, " << word(*algorithm, "queued")
        << " queued, " << word(*algorithm, "rejected") << " rejected\n";
  }
  const auto evaluation = scenario.find("evaluation");
  if (!evaluation) return;
  out << "    evaluation over " << word(*evaluation, "window_days") << " days:\n";
  each(*evaluation, "keys", [&out](JsonValue key) { show_key(key, out); });
  each(scenario, "set_aside", [&out](JsonValue key) { show_set_aside(key, out); });
}

void show_embedding(JsonValue embedding, std::ostream& out) {
  out << "  embeddings of " << word(embedding, "model") << " at " << word(embedding, "host") << ": "
      << word(embedding, "state");
  if (embedding.find("rests_for_seconds")) out << " for " << word(embedding, "rests_for_seconds") << " s";
  if (embedding.find("cause")) out << ", " << word(embedding, "cause");
  out << "; " << word(embedding, "texts_embedded") << " wishes embedded, "
      << word(embedding, "texts_built_in") << " left to the built-in vectors\n";
}

void show_status(JsonValue answer, std::ostream& out) {
  each(answer, "agents", [&out](JsonValue agent) {
    out << word(agent, "agent") << ": " << word(agent, "mode") << ", " << word(agent, "clients")
        << " clients, vectors " << word(agent, "embedder")
        << (word(agent, "dense_vectors") == "true" ? "\n" : " (lexical)\n");
    if (const auto embedding = agent.find("embedding")) show_embedding(*embedding, out);
    each(agent, "scenarios", [&out](JsonValue scenario) { show_scenario(scenario, out); });
  });
  if (const auto seen = answer.find("observations")) {
    out << "observations: " << word(*seen, "taken") << " taken, " << word(*seen, "dropped") << " dropped, "
        << word(*seen, "waiting") << " waiting\n";
  }
  if (word(answer, "saved") == "false") out << "not saved: the ledger cannot be written\n";
}

void show_pool(JsonValue pool, std::ostream& out) {
  out << word(pool, "agent") << ", " << word(pool, "scenario") << ": " << word(pool, "fragments")
      << " wishes, threshold " << word(pool, "threshold") << '\n';
  each(pool, "clusters", [&out](JsonValue cluster) {
    out << "  cluster " << word(cluster, "cluster") << ": heat " << word(cluster, "heat") << ", "
        << word(cluster, "fragments") << " wishes of " << word(cluster, "clients") << " clients that count"
        << (word(cluster, "triggered") == "true" ? ", triggered" : "") << ": "
        << quoted_list(cluster, "examples") << '\n';
  });
}

void show_proposal(JsonValue proposal, std::ostream& out) {
  const bool is_usual = word(proposal, "reason") == "mode";
  out << word(proposal, "patch_id") << " (" << word(proposal, "agent") << ", " << word(proposal, "scenario")
      << ") since " << word(proposal, "since") << ": "
      << (is_usual ? "every patch waits for a person (mode: propose)" : word(proposal, "reason"));
  if (proposal.find("client")) out << ", for " << word(proposal, "client") << " alone";
  out << "\n  evidence when it was triggered: " << word(proposal, "evidence") << '\n';
  if (const auto key = proposal.find("key")) {
    out << "  " << word(*key, "key_name") << " (" << word(*key, "key_type")
        << "): " << word(*key, "semantic_description") << '\n';
  }
  if (const auto near = proposal.find("near")) {
    out << "  perhaps the same as " << word(*near, "key") << ", which is there (cosine "
        << word(*near, "cosine") << ")\n";
  }
  if (const std::string examples = quoted_list(proposal, "examples"); !examples.empty())
    out << "  wishes: " << examples << '\n';
}

// Behind the decision: what it stands on.
void show_evidence(JsonValue line, std::string_view indent, std::ostream& out) {
  if (const auto patch = line.find("patch")) {
    for (const char* list : {"new_keys", "modified_keys"}) {
      each(*patch, list, [&](JsonValue key) {
        out << indent << word(key, "key_name") << " (" << word(key, "key_type")
            << "): " << word(key, "semantic_description") << '\n';
      });
    }
  }
  const auto evidence = line.find("evidence");
  if (!evidence) return;
  out << indent << "evidence: " << word(*evidence, "fragments") << " wishes kept, of "
      << word(*evidence, "clients") << " clients that count, heat " << word(*evidence, "heat");
  const std::string examples = quoted_list(line, "examples");
  out << (examples.empty() ? "" : ": " + examples) << '\n';
}

void show_line(JsonValue line, std::string_view indent, std::ostream& out) {
  out << indent << word(line, "time") << ' ' << word(line, "event");
  for (const auto& [name, value] : line.members()) {
    if (name == "time" || name == "event" || name == "metrics" || name == "evidence" || name == "examples")
      continue;
    if (name == "patch") {
      out << " patch=" << word(value, "patch_id");
    } else {
      out << ' ' << printable_line(name) << '=' << word(line, name);
    }
  }
  out << '\n';
  if (const auto metrics = line.find("metrics")) show_figures(*metrics, std::string(indent) + "  ", out);
  show_evidence(line, std::string(indent) + "  ", out);
}

void show_sample(JsonValue sample, std::ostream& out) {
  out << word(sample, "sample") << "  " << word(sample, "scenario") << ' ' << word(sample, "key") << " = ";
  const auto value = sample.find("value");
  out << (value ? printable_json(value->raw()) : "-");
  if (const std::string other = word(sample, "other"); !other.empty())
    out << "  beside it: '" << other << "'";
  out << "\n    " << word(sample, "semantic_description") << '\n';
}

void show_explained(JsonValue found, std::ostream& out) {
  out << word(found, "scenario") << ":\n";
  each(found, "stages", [&out](JsonValue line) { show_line(line, "  ", out); });
  each(found, "keys", [&out](JsonValue key) { show_key(key, out); });
  each(found, "proposals", [&out](JsonValue proposal) { show_proposal(proposal, out); });
}

std::string_view past_of(std::string_view verb) {
  if (verb == "approve") return "approved";
  if (verb == "reject") return "rejected";
  return verb == "withdraw" ? "withdrew" : "noted";
}

// "approve" -> "approved rail_v1.p1 (rail)".
void show_done(std::string_view verb, JsonValue answer, std::ostream& out) {
  if (verb == "erase") {
    out << "erased " << word(answer, "erased")
        << (word(answer, "erased") == "1" ? " client\n" : " clients\n");
    return;
  }
  out << past_of(verb);
  if (answer.find("patch_id")) out << ' ' << word(answer, "patch_id");
  out << " (" << word(answer, "agent") << ")\n";
}

}  // namespace

void show_evolution(std::string_view verb, JsonValue answer, std::ostream& out) {
  if (verb == "status") return show_status(answer, out);
  if (!answer.is_array()) return show_done(verb, answer, out);
  bool is_empty = true;
  for (const JsonValue element : answer.elements()) {
    is_empty = false;
    if (verb == "pool") show_pool(element, out);
    if (verb == "proposals") show_proposal(element, out);
    if (verb == "explain") show_explained(element, out);
    if (verb == "samples") show_sample(element, out);
    if (verb == "audit") show_line(element, "", out);
  }
  if (is_empty) out << "nothing\n";
}

}  // namespace schemagate::cli
