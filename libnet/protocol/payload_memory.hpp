// Memory for the payload of a message, and the error if there is none.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// Resizes the vector. Returns false if there is no memory for so many bytes.
inline bool take_memory(std::vector<std::byte>& memory, std::size_t bytes) {
    try {
        memory.resize(bytes);
        return true;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return false;
}

/// The size, source and tag of a message, for error texts. `source`: the name of the task.
std::string size_and_source(const message_info& info, const std::string& source);

/// There is not enough memory for this message.
error no_memory_for(const message_info& info, const std::string& source);

}  // namespace banyan::net::detail
