// The methods as functions of the grid and of the processors, fastest first.
#pragma once

#include <variant>

#include "banyan/part/grid.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/partition.hpp"
#include "libpart/geometry/cut_tree.hpp"
#include "libpart/geometry/processor_list.hpp"
#include "libpart/methods/unit_distribution.hpp"

namespace banyan::part {

/// A method that makes a tree of cuts, in shares. realize() rounds the tree to whole cells.
using tree_method = cut_tree (*)(const grid& domain, processor_list processors);
/// The same with options.
using tuned_tree_method = cut_tree (*)(const grid& domain, processor_list processors, const partition_options& options);
/// A method that makes the partition itself. `all` is the number of processors of the partition; those not in
/// `processors` are dropped. There are at least as many cells as processors.
using partition_method = partition (*)(const grid& domain, processor_list processors, int all,
                                       const partition_options& options);
/// A method that assigns units to owners; expanded() makes a partition of it. There are at least as many cells as
/// processors.
using distribution_method = unit_distribution (*)(const grid& domain, processor_list processors,
                                                  const partition_options& options);
using method_function = std::variant<tree_method, tuned_tree_method, partition_method, distribution_method>;

cut_tree contiguous_row(const grid& domain, processor_list processors);
cut_tree contiguous_column(const grid& domain, processor_list processors);
cut_tree homogeneous_block(const grid& domain, processor_list processors);
cut_tree regular(const grid& domain, processor_list processors);
cut_tree brbd(const grid& domain, processor_list processors);
cut_tree fbrd(const grid& domain, processor_list processors);
cut_tree rb1(const grid& domain, processor_list processors);
cut_tree rb2(const grid& domain, processor_list processors);
cut_tree rb3(const grid& domain, processor_list processors);
cut_tree xy(const grid& domain, processor_list processors);
cut_tree tile(const grid& domain, processor_list processors);
cut_tree xy2(const grid& domain, processor_list processors);
cut_tree columns(const grid& domain, processor_list processors);
cut_tree block_by_speeds(const grid& domain, processor_list processors);
cut_tree hybrid(const grid& domain, processor_list processors);
cut_tree slicing_exact(const grid& domain, processor_list processors);
cut_tree columns_latency(const grid& domain, processor_list processors, const partition_options& options);

cut_tree phd(const grid& domain, processor_list processors, const partition_options& options);

partition best(const grid& domain, processor_list processors, int all, const partition_options& options);
partition dissection_exact(const grid& domain, processor_list processors, int all, const partition_options& options);
partition contiguous_point(const grid& domain, processor_list processors, int all, const partition_options& options);
partition slices(const grid& domain, processor_list processors, int all, const partition_options& options);
partition bands(const grid& domain, processor_list processors, int all, const partition_options& options);
partition triangulated(const grid& domain, processor_list processors, int all, const partition_options& options);
partition general_quadrilateral(const grid& domain, processor_list processors, int all,
                                const partition_options& options);

unit_distribution scatter(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution scatter_row(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution scatter_column(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution scatter_block(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution interleaved_row(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution interleaved_column(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution interleaved_point(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution interleaved_block(const grid& domain, processor_list processors, const partition_options& options);
unit_distribution maximum_dispersion(const grid& domain, processor_list processors, const partition_options& options);

}  // namespace banyan::part
