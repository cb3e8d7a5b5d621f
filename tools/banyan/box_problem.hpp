// `banyan partition --planes`: a grid of three dimensions, which is divided into boxes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "banyan/part/box_communication.hpp"
#include "banyan/part/box_methods.hpp"
#include "tools/banyan/partition_problem.hpp"

namespace banyan::tools {

constexpr const char* default_box_stencil = "7";

/// A method that is compared.
struct asked_box_method {
    std::string_view name;
    bool by_all;  ///< it was not named, so it is left out if the grid is too small for it
};

struct box_problem {
    part::grid_3d domain;
    part::speeds processors;
    std::vector<std::string> hosts;  ///< of each processor; empty without a host file
    part::box_stencil pattern;
    std::vector<asked_box_method> methods;
    part::network net;
    std::int64_t item_bytes;
    std::string out;  ///< file for the boxes; empty: none
};

/// "7" or "27".
const char* name_of(part::box_stencil pattern);
/// "P x R x C torus" or "P x R x C open grid".
std::string box_grid_text(const part::grid_3d& domain);

/// Checks the options against each other; --planes is given. Throws verb_error that names option, value and what is
/// allowed.
box_problem read_box_problem(const partition_request& options);

}  // namespace banyan::tools
