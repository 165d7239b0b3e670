#include "gateway/config/read_context_sources.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/uri/loopback.h"
#include "extension/agent_context/agent_context.h"
#include "gateway/config/options.h"
#include "gateway/config/read_authorities.h"
#include "gateway/config/read_headers.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::array<std::string_view, 2> kDigests{"required", "optional"};

void read_origin(ConfigSection& section, ContextSource& source) {
  std::string text;
  if (!section.read_text("origin", text)) {
    if (section.take("origin") == nullptr) section.refuse("", "origin is missing");
    return;
  }
  auto url = a2a::uri::parse_url(text);
  if (!url) return section.refuse("origin", url.error().message);
  if (url->path != "/" || !url->query.empty() || text.contains('#'))
    return section.refuse("origin", "expected a scheme, a host and a port, with nothing behind them");
  if (!url->tls && !source.plain_http && !a2a::uri::is_this_machine(url->host))
    return section.refuse(
        "origin",
        "expected https: with http everybody on the way reads and changes contexts. To allow "
        "it all the same, say plain_http: true");
  url->host = a2a::text::lower_case(url->host);
  source.origin = *std::move(url);
}

void read_allowed(ConfigSection& section, ContextSource& source) {
  std::vector<push::AddressRange> ranges;
  for (const PlacedText& entry : section.read_list("allow")) {
    const auto range = push::AddressRange::parse(entry.text);
    if (!range) section.refuse(entry, "expected an address range such as 10.0.0.0/8");
    if (range) ranges.push_back(*range);
  }
  source.guard = push::AddressGuard(std::move(ranges));
}

void read_label(ConfigSection& section, ContextSource& source) {
  if (section.read_text("residency", source.residency) && !agent_context::is_id(source.residency))
    section.refuse("residency",
                   "expected a label of letters, digits, '.', '_' and '-' for where the store is");
}

// A name may lead anywhere later; an address does not.
void check_address(ConfigSection& section, const ContextSource& source) {
  const bool is_local_name = source.origin.host == "localhost";
  const auto address = push::IpAddress::parse(is_local_name ? "127.0.0.1" : source.origin.host);
  if (address && !source.guard.allows(*address))
    section.warn(
        "origin",
        "leads to an address that is not public: nothing is read from it unless allow names its range");
}

// Whoever may name a record and not read it would have the gateway read it for him.
void check_digest(ConfigSection& section, ContextSource& source) {
  std::string digest = "required";
  section.read_choice("digest", digest, kDigests);
  source.requires_digest = digest == "required";
  if (!source.requires_digest && !source.headers.empty())
    section.refuse("digest",
                   "cannot be optional beside headers: who only guesses a reference would read with them");
}

ContextSource read_source(std::string_view name, ConfigSection& section,
                          const std::filesystem::path& folder) {
  ContextSource source{.name = std::string(name)};
  read_options(section, options::kContextSource, source);
  read_origin(section, source);
  read_label(section, source);
  read_allowed(section, source);
  check_address(section, source);
  source.ca_file = read_authorities(section, folder);
  source.headers = read_fixed_headers(section, folder);
  check_digest(section, source);
  return source;
}

}  // namespace

std::vector<ContextSource> read_context_sources(ConfigSection& root, const std::filesystem::path& folder) {
  std::vector<ContextSource> sources;
  root.read_sections("context_sources", kContextSourcesMax,
                     [&](std::string_view name, ConfigSection& section) {
                       ContextSource source = read_source(name, section, folder);
                       const bool is_known =
                           std::ranges::find(sources, source.origin, &ContextSource::origin) != sources.end();
                       if (is_known && !source.origin.host.empty())
                         section.refuse("origin", "another source has the same");
                       sources.push_back(std::move(source));
                     });
  return sources;
}

}  // namespace schemagate
