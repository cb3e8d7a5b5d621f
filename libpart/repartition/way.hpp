// The ways to repartition as functions.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/repartition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// The stages from the old partition to the new one; at least one. Arguments are checked. Throws error if the partition
/// needs another arrangement of cuts than the way can change.
using repartition_function = std::vector<partition> (*)(const partition& old, const speeds& now,
                                                        const repartition_options& options);

std::vector<partition> incremental(const partition& old, const speeds& now, const repartition_options& options);
std::vector<partition> ripple(const partition& old, const speeds& now, const repartition_options& options);
std::vector<partition> interleaved_halves(const partition& old, const speeds& now, const repartition_options& options);

/// What to do with a partition that a way other than incremental refuses. With a density, incremental refuses it too.
inline std::string_view advice_for_refused(const repartition_options& options) {
    return options.density.kind() == work_density::form::uniform ? "use incremental" : "make a new partition";
}

}  // namespace banyan::part
