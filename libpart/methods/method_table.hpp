// The one table of the methods: what is told of each, and its function.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "banyan/part/methods.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {

struct method_entry {
    method_info info;
    method_function make;
};

/// All methods, in the order of the documentation.
std::span<const method_entry> method_table();

/// How a method that deals out units does it here; nothing for other methods. Errors as make_partition().
std::optional<unit_distribution> unit_distribution_by(std::string_view method, const grid& domain,
                                                      const speeds& processors, const partition_options& options);

}  // namespace banyan::part
