// Samples as Protocol Buffers (samples.proto), for programs that read these instead of JSON.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace banyan::tools {

/// Whether the name of a file asks for Protocol Buffers: it ends with .pb.
bool is_protobuf_file(const std::filesystem::path& file);

/// The bytes of an object, with the wire format of google.protobuf.Struct. As in the text of the JSON, numbers that are
/// not finite become null, and bytes that are not UTF-8 become U+FFFD. The order of the fields is not defined.
std::string protobuf_of(const nlohmann::ordered_json& object);

}  // namespace banyan::tools
