// What only A2A v0.3.0 spells its way in JSON-RPC: types.ts, told apart by `kind`. Private to a2a/wire, used
// by the codec.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/model/task.h"
#include "a2a/wire/carriers.h"
#include "a2a/wire/payload.h"
#include "a2a/wire/reader.h"
#include "a2a/wire/wire_format.h"

namespace schemagate::a2a::wire::v0_3 {

// v0.3 has no unspecified role; the agent's is what the SDKs write.
std::string_view name(Role role);

// Undoes the carriers: metadata.mimeType, the file name, the wrapping of data.
Part read_part(const Reader& reader);
void append_part(std::string& out, const Part& part);

// Which members of `file` hold the content.
struct FileNames {
  std::string_view bytes = "bytes";
  std::string_view uri = "uri";
};
// `file` of a file part: its content, mimeType and name.
void read_file(const Reader& reader, Part& part, FileNames names = {});
void append_file(std::string& out, const Part& part, FileNames names = {});
// The member `data`: an object, in which any other value is wrapped.
void append_data(std::string& out, const Part& part);
// What metadata carries for a text or data part: its media type and file name.
void read_carriers(PartMetadata& metadata, Part& part);
// The member `metadata`, with the carriers that the part needs; nothing when there is none.
void append_metadata(std::string& out, const Part& part);

SendConfiguration read_configuration(const Reader& reader);
// Appends the member `configuration`: always, as `blocking` has no agreed default. `format`: one of v0.3's.
void append_configuration(std::string& out, WireFormat format, const SendConfiguration& configuration);

// By `kind`; faults when there is none. Borrows from `reader`.
std::optional<Payload> find_payload(const Reader& reader);

}  // namespace schemagate::a2a::wire::v0_3
