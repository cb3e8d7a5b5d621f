// The one table of the methods: what is told of each, and its function.
#pragma once

#include <span>

#include "banyan/part/methods.hpp"
#include "libpart/part/methods/method.hpp"

namespace banyan::part {

struct method_entry {
    method_info info;
    method_function make;
};

/// All methods, in the order of the documentation.
std::span<const method_entry> method_table();

}  // namespace banyan::part
