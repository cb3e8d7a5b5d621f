// The computation at an element of a contour, which needs the result at the element before it. Pure.
#pragma once

#include <cstdint>
#include <span>

#include "examples/contour/boundary.hpp"

namespace contour {

using trace_state = std::uint64_t;
inline constexpr trace_state first_state = 0x243f6a8885a308d3;

/// An element with its brightness, as it is moved: one byte of it is the brightness.
using packed_element = std::uint64_t;
inline packed_element pack(element_id id, std::uint8_t grey) {
    return id | static_cast<packed_element>(grey) << 56;
}
inline element_id id_of(packed_element e) {
    return e & ((packed_element{1} << 56) - 1);
}

/// A bijection that mixes all bits.
inline std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/// What is known after an element, from what was known before it. The loop stands for a real computation.
inline trace_state advance(trace_state before, packed_element e, int iterations) {
    trace_state state = before ^ mixed(e);
    for (int i = 0; i < iterations; ++i)
        state = state * 6364136223846793005 + 1442695040888963407;
    return mixed(state);
}

/// The results of some elements: their sum depends on every result, and not on the order of the elements.
struct trace_sum {
    std::uint64_t elements = 0;
    std::uint64_t sum = 0;
    /// Adds the results at these consecutive elements. Returns the state after the last one.
    trace_state add(std::span<const packed_element> of, trace_state state, int iterations) {
        for (const packed_element e : of) {
            state = advance(state, e, iterations);
            const std::uint64_t result_byte = state >> 56;
            sum += mixed(id_of(e) * 256 + result_byte);
        }
        elements += of.size();
        return state;
    }
};

}  // namespace contour
