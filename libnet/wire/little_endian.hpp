// Reads and writes integers in little-endian byte order on any architecture.
#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstring>
#include <span>

namespace banyan::net::wire {

/// Writes `value` at offset `at`. The buffer must have room for it.
template <class T>
void put(std::span<std::byte> out, std::size_t at, T value) {
    boost::endian::native_to_little_inplace(value);
    std::memcpy(out.subspan(at, sizeof value).data(), &value, sizeof value);
}

/// Reads the value at offset `at`. The buffer must contain all its bytes.
template <class T>
T get(std::span<const std::byte> in, std::size_t at) {
    T value;
    std::memcpy(&value, in.subspan(at, sizeof value).data(), sizeof value);
    return boost::endian::little_to_native(value);
}

}  // namespace banyan::net::wire
