// The table of all methods: the description of each, and its function.
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

/// The unit distribution of a method that makes one; nothing for other methods. Throws error as make_partition().
std::optional<unit_distribution> unit_distribution_by(std::string_view method, const grid& domain,
                                                      const speeds& processors, const partition_options& options);

}  // namespace banyan::part
