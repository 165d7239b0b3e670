#include "gateway/cli/evolving_template.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace schemagate::cli {
namespace {

using client_agent::TemplatePatch;
using schema_interaction::Key;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool brings(const TemplatePatch& patch, const std::string& key) {
  return std::ranges::find(patch.keys.new_keys, key, &Key::name) != patch.keys.new_keys.end();
}

std::vector<std::string> texts_of(const std::vector<TemplatePatch>& patches) {
  std::vector<std::string> texts;
  texts.reserve(patches.size());
  for (const TemplatePatch& patch : patches) texts.push_back(patch.text);
  return texts;
}

}  // namespace

void TemplateNews::append(TemplateNews more) {
  std::ranges::move(more.learnt, std::back_inserter(learnt));
  std::ranges::move(more.dropped, std::back_inserter(dropped));
  std::ranges::move(more.refused, std::back_inserter(refused));
}

EvolvingTemplate::EvolvingTemplate(const client_agent::Offer& offer,
                                   client_agent::NegotiatedSchema negotiated,
                                   const RememberedTemplate* remembered)
    : offer_(offer), negotiated_(std::move(negotiated)), current_(negotiated_) {
  if (remembered == nullptr) return;
  is_first_ = false;
  known_ = remembered->keys;
  kept_ = remembered->patches;
}

void EvolvingTemplate::refresh(const a2a::client::Client& client) {
  std::vector<std::string> texts = std::exchange(kept_, {});
  std::ranges::move(texts_of(patches_), std::back_inserter(texts));
  if (offer_.published->lists_patches && !offer_.published->owner_keys.empty()) {
    const auto answer = client.call(client_agent::updates_call(negotiated_.schema.schema_id));
    auto listed = answer ? client_agent::patch_texts(answer->text) : std::unexpected(answer.error().error);
    if (listed) {
      texts = *std::move(listed);
    } else {
      refused_.push_back("the agent does not say which patches there are: " + listed.error().message);
    }
  }
  patches_.clear();
  take(texts);
}

void EvolvingTemplate::take_suggestions(const a2a::Task& task) {
  auto texts = texts_of(std::exchange(patches_, {}));
  std::ranges::move(client_agent::suggested_patches(task), std::back_inserter(texts));
  take(texts);
}

void EvolvingTemplate::take(const std::vector<std::string>& texts) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const client_agent::PatchTrust trust{offer_.published->owner_keys, negotiated_.schema.schema_id, now};
  patches_ = client_agent::read_patches(texts, trust, refused_);
  current_ = client_agent::adopt(negotiated_, patches_, refused_);
}

TemplateNews EvolvingTemplate::take_news() {
  TemplateNews news;
  for (std::string& text : std::exchange(refused_, {})) {
    if (contains(told_refusals_, text)) continue;
    told_refusals_.push_back(text);
    news.refused.push_back(std::move(text));
  }
  std::vector<std::string> names;
  for (const Key& key : current_.schema.keys) {
    names.push_back(key.name);
    const auto patch =
        std::ranges::find_if(patches_, [&key](const TemplatePatch& each) { return brings(each, key.name); });
    const bool is_new = is_first_ ? patch != patches_.end() : !contains(known_, key.name);
    if (!is_new) continue;
    news.learnt.push_back({key.name, std::string(schema_interaction::name(key.type)), key.description,
                           patch == patches_.end() ? "" : patch->expires});
  }
  for (const std::string& name : known_) {
    if (!contains(names, name)) news.dropped.push_back(name);
  }
  known_ = std::move(names);
  is_first_ = false;
  return news;
}

RememberedTemplate EvolvingTemplate::remembered() const {
  return {.agent = offer_.interface.url,
          .scenario = offer_.scenario,
          .keys = known_,
          .patches = texts_of(patches_)};
}

}  // namespace schemagate::cli
