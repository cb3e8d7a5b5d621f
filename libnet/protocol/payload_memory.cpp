#include "libnet/protocol/payload_memory.hpp"

#include <fmt/format.h>

namespace banyan::net::detail {

std::string size_and_source(const message_info& info, const std::string& source) {
    return fmt::format("a message of {} bytes from {}, tag {}", info.size_bytes, source, info.tag.value);
}

error no_memory_for(const message_info& info, const std::string& source) {
    return {errc::resource_limit, size_and_source(info, source) + "; there is not enough memory for it", info.source};
}

}  // namespace banyan::net::detail
