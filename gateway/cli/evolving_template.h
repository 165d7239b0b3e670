// The template that `ask` fills in, with the patches that its agent's owner has signed (section 6.2.2 of the
// structured-data draft), and what there is to tell the user of it.
#pragma once

#include <string>
#include <vector>

#include "a2a/client/client.h"
#include "extension/client_agent/registry.h"
#include "extension/client_agent/template_updates.h"
#include "gateway/cli/template_memory.h"

namespace schemagate::cli {

// What has changed since it was looked at last. From outside: for printable.h.
struct TemplateNews {
  struct LearntKey {
    std::string name;
    std::string type;
    std::string description;
    std::string until;  // RFC 3339: on trial until then; empty: it stays
  };
  std::vector<LearntKey> learnt;
  std::vector<std::string> dropped;  // names of keys that are not offered any more
  std::vector<std::string> refused;  // patches that were not taken, with the reason

  void append(TemplateNews more);
};

class EvolvingTemplate {
 public:
  // `remembered`: what was kept of it; nullptr: nothing was. Only its patches and the names of its keys
  // count. `offer` outlives the template.
  EvolvingTemplate(const client_agent::Offer& offer, client_agent::NegotiatedSchema negotiated,
                   const RememberedTemplate* remembered);

  // Takes the patches that the agent lists now; those that it lists no more are dropped. Where it lists none
  // (by its card), or cannot be asked, those that were kept are looked at again: they may have expired.
  void refresh(const a2a::client::Client& client);
  // Takes what came along with an answer.
  void take_suggestions(const a2a::Task& task);

  const client_agent::NegotiatedSchema& schema() const { return current_; }
  // What was not told yet.
  TemplateNews take_news();
  RememberedTemplate remembered() const;

 private:
  void take(const std::vector<std::string>& texts);

  const client_agent::Offer& offer_;
  const client_agent::NegotiatedSchema negotiated_;
  client_agent::NegotiatedSchema current_;
  std::vector<client_agent::TemplatePatch> patches_;
  std::vector<std::string> kept_;   // patches of an earlier run
  std::vector<std::string> known_;  // names of keys that the user was told of
  bool is_first_ = true;            // nothing is known of what the user was told
  std::vector<std::string> refused_;
  std::vector<std::string> told_refusals_;
};

}  // namespace schemagate::cli
