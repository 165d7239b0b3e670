#include "codec_properties.h"

namespace schemagate {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_codec(a2a::wire::Version::kV1_0, fuzz::text_of(data, size));
  return 0;
}

}  // namespace schemagate
