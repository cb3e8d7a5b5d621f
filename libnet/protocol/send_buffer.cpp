#include "libnet/protocol/send_buffer.hpp"

#include <new>
#include <stdexcept>
#include <utility>

#include "libnet/protocol/region_cursor.hpp"

namespace banyan::net::detail {

void send_buffer::keep(outgoing& message, std::vector<std::byte>&& memory) {
    message.copy = gathered(region_cursor(message.payload), message.payload.size_bytes(), std::move(memory));
    message.payload = std::span<const std::byte>(message.copy);
    adopt(message);
}

bool send_buffer::try_keep(outgoing& message) {
    try {
        keep(message);
        return true;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return false;
}

void send_buffer::adopt(outgoing& message) noexcept {
    message.op = nullptr;
    used_bytes_ += cost_of(message.copy.size());
    to_others_ += is_to_others(message) ? 1 : 0;
}

void send_buffer::release(const outgoing& message) noexcept {
    used_bytes_ -= cost_of(message.copy.size());
    to_others_ -= is_to_others(message) ? 1 : 0;
}

}  // namespace banyan::net::detail
