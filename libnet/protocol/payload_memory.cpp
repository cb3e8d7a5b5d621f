#include "libnet/protocol/payload_memory.hpp"

#include <fmt/format.h>

namespace banyan::net::detail {

std::string size_and_source(const message_info& info) {
    return fmt::format("a message of {} bytes from task {:x}, tag {}", info.size_bytes, info.source.value,
                       info.tag.value);
}

error no_memory_for(const message_info& info) {
    return {errc::resource_limit, size_and_source(info) + "; there is not enough memory for it", info.source};
}

}  // namespace banyan::net::detail
