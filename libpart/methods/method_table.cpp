// The table of all methods: name, description, and function.
#include "libpart/methods/method_table.hpp"

#include <array>

#include "libpart/methods/exact_layouts.hpp"

namespace banyan::part {
namespace {

constexpr std::string_view first_cells = "first cell of each processor, 4p bytes, O(log p)";
constexpr std::string_view every_cell = "owner of each cell, mn bytes, O(1)";
constexpr std::string_view pattern = "equal speeds: none, by arithmetic; else the pattern, 4p bytes, O(log p)";
constexpr std::string_view scattered_messages =
    "at most 4p(p-1) messages (5-point, torus); best possible numbers of units, at random places";
constexpr std::string_view interleaved_lines =
    "2p messages (5-point, torus) for equal speeds, else at most 4(p-1), if complete patterns fill the grid";
constexpr std::string_view turns = "O(p + patterns tried x p log p + cells)";
constexpr std::string_view corners = "two corners of each block, 16p bytes";

constexpr auto method_entries = std::to_array<method_entry>({
    {{"contiguous_row", "row", "whole rows in proportion to speed", "Crandall 1994, 4.3",
      "2p messages (5-point, torus); balance optimal for whole rows", "O(p log p)", first_cells, layout::rectangles,
      true},
     contiguous_row},
    {{"contiguous_column", "column", "whole columns in proportion to speed", "Crandall 1994, 4.3",
      "2p messages (5-point, torus); balance optimal for whole columns", "O(p log p)", first_cells, layout::rectangles,
      true},
     contiguous_column},
    {{"contiguous_point", "point", "cell ranges in proportion to speed", "Crandall 1994, 4.2",
      "at most 6p-4 messages (5-point, torus, ranges of a row or more); balance optimal", "O(p log p)", first_cells,
      layout::ranges, true},
     contiguous_point},
    {{"homogeneous_block", "", "p = a*b equal blocks, independent of the speeds", "Crandall 1994, 4.5",
      "4p messages (5-point, torus, if a and b > 1 divide the sides); balanced for equal speeds", "O(p)",
      "none: by arithmetic", layout::rectangles, true},
     homogeneous_block},
    {{"regular", "", "p = a*b equal blocks placed by Gray codes, independent of the speeds",
      "nCUBE 2 Programmer's Guide",
      "if p is a power of two, the numbers of neighbours differ in one bit; else as homogeneous_block", "O(p log p)",
      "none: by arithmetic", layout::rectangles, true},
     regular},
    {{"slices", "", "slices with work in proportion to speed, for a density", "nCUBE 2 Programmer's Guide",
      "each slice differs from its share by at most the work of one row (or column), or is one row",
      "O(p log n + cells summed)", first_cells, layout::rectangles, true, speeds::max_processors, true},
     slices},
    {{"bands", "", "bands with work in proportion to speed, each cut separately", "nCUBE 2 Programmer's Guide",
      "a band differs from its share by at most one row, or has one row; a block from its share of the band by at most "
      "one column, or has one column",
      "O(p log n + cells summed)", corners, layout::rectangles, true, speeds::max_processors, true},
     bands},
    {{"triangulated", "", "Delaunay triangles, smaller where the work is denser, in connected groups",
      "nCUBE 2 Programmer's Guide; Boost.Polygon",
      "the cells of each processor are connected; within about 2 % of perfect balance",
      "O(t log t + cells), about 40 p triangles", every_cell, layout::cells, true, speeds::max_processors, true},
     triangulated},
    {{"general_quadrilateral", "", "a lattice of blocks distorted until each has its share of the area",
      "Banyan, after Hinz's N4 in Crandall 1994, 5.1",
      "8p-4 messages across edges (5-point, torus), at most 4 more per inner lattice point; best balance of whole "
      "cells; connected",
      "O(steps x p^1.5 + cells)", every_cell, layout::cells, true},
     general_quadrilateral},
    {{"scatter", "", "single cells to random processors in proportion to speed", "Crandall 1994, 4.1",
      scattered_messages, "O(cells)", every_cell, layout::cells, true},
     scatter},
    {{"scatter_row", "", "whole rows to random processors in proportion to speed", "Crandall 1994, 4.1",
      "at most 2p(p-1) messages (5-point, torus); best possible numbers of units, at random places", "O(cells)",
      "owner of each row, m bytes, O(1)", layout::cells, true},
     scatter_row},
    {{"scatter_column", "", "whole columns to random processors in proportion to speed", "Crandall 1994, 4.1",
      "at most 2p(p-1) messages (5-point, torus); best possible numbers of units, at random places", "O(cells)",
      "owner of each column, n bytes, O(1)", layout::cells, true},
     scatter_column},
    {{"scatter_block", "", "square blocks to random processors in proportion to speed", "Crandall 1994, 4.1",
      scattered_messages, "O(cells)", "owner of each block, mn / side^2 bytes, O(1)", layout::cells, true},
     scatter_block},
    {{"interleaved_row", "", "rows in turn, in a repeated pattern of the speeds", "Crandall 1994, 4.4",
      interleaved_lines, turns, pattern, layout::cells, true},
     interleaved_row},
    {{"interleaved_column", "", "columns in turn, in a repeated pattern of the speeds", "Crandall 1994, 4.4",
      interleaved_lines, turns, pattern, layout::cells, true},
     interleaved_column},
    {{"interleaved_point", "", "cells in turn, row-major, in a repeated pattern of the speeds", "Crandall 1994, 4.4",
      "at most 4p(p-1) messages (5-point, torus)", turns, pattern, layout::cells, true},
     interleaved_point},
    {{"interleaved_block", "", "square blocks in turn, row-major, in a repeated pattern of the speeds",
      "Crandall 1994, 4.4", "at most 4p(p-1) messages (5-point, torus)", turns, pattern, layout::cells, true},
     interleaved_block},
    {{"maximum_dispersion", "", "cell ranges of a given length in turn", "nCUBE 2 Programmer's Guide",
      "no processor has more than range_length consecutive cells (two processors or more)", "O(cells)",
      "the cells of one pattern, 4p bytes, O(log p)", layout::cells, true},
     maximum_dispersion},
    {{"brbd", "", "binary recursive blocks; the faster half first, alternating cuts", "Crandall 1994, 5.2",
      "at most 6p-4 messages (5-point, torus, p >= 4)", "O(p log p)", corners, layout::rectangles, true},
     brbd},
    {{"fbrd", "", "cuts the longer side between two fair lists of processors", "Crandall 1994, 5.3",
      "at most 6p-4 messages (5-point, torus, p >= 4)", "O(p^2)", corners, layout::rectangles, true},
     fbrd},
    {{"phd", "", "processors of equal speed share a homogeneous block", "Crandall 1994, 5.4",
      "equal speeds with composite p: homogeneous blocks", "O(p^2)", corners, layout::rectangles, true},
     phd},
    {{"rb1", "", "as brbd, but the first cut divides the longer side", "Kaddoura, Ranka & Wang 1995, 6.3",
      "at most 6p-4 messages (5-point, torus, p >= 4)", "O(p log p)", corners, layout::rectangles, true},
     rb1},
    {{"rb2", "", "cuts the longer side where the fastest processors reach half the work",
      "Kaddoura, Ranka & Wang 1995, 6.3", "at most 6p-4 messages (5-point, torus, p >= 4)", "O(p^2)", corners,
      layout::rectangles, true},
     rb2},
    {{"rb3", "", "cuts the longer side between two lists of nearly equal work", "Kaddoura, Ranka & Wang 1995, 6.3",
      "at most 6p-4 messages (5-point, torus, p >= 4)", "O(p^2)", corners, layout::rectangles, true},
     rb3},
    {{"xy", "", "strips along the longer side; tries all strip sizes", "Kaddoura, Ranka & Wang 1995, 6.1",
      "least cut length of all such layouts", "O(pt(p)), pt = integer partitions; as columns above p = 48", corners,
      layout::rectangles, true},
     xy},
    {{"xy2", "", "strips along either side; tries all strip sizes", "Kaddoura, Ranka & Wang 1995, 6.1",
      "least cut length of all such layouts", "O(pt(p)), pt = integer partitions; as columns above p = 48", corners,
      layout::rectangles, true},
     xy2},
    {{"tile", "", "as xy, but turns if less width than height remains", "Kaddoura, Ranka & Wang 1995, 6.2",
      "least cut length of all such layouts", "O(2^(p-1)) at worst; as columns above p = 24", corners,
      layout::rectangles, true},
     tile},
    {{"columns", "", "the optimum of xy2 by dynamic programming", "Banyan; Theorem 1 of Kaddoura et al.",
      "least cut length of all such layouts", "O(p log p)", corners, layout::rectangles, true},
     columns},
    {{"columns_latency", "", "columns with the least cost of messages, lambda 2 E_i + tau bytes 2 (cut length)",
      "Banyan; Kaddoura et al., 5", "least cost of all such layouts without crossings; never more than columns",
      "O(p log p)", corners, layout::rectangles, true},
     columns_latency},
    {{"hybrid", "", "recursive cuts between faster and slower processors", "Banyan",
      "p <= 64: least cut length of all slicing layouts of ranges of the sorted list; to 1024: one cut, columns "
      "inside; "
      "above: "
      "columns",
      "O(p^3) hulls; above 64 at most 200000 / p prefixes of O(p log p)", corners, layout::rectangles, true},
     hybrid},
    {{"slicing_exact", "", "the best layout of straight cuts", "Banyan",
      "least cut length of all slicing layouts (certified optimum)", "O(3^p) hulls, p <= 12", corners,
      layout::rectangles, true, most_sliced},
     slicing_exact},
    {{"dissection_exact", "", "the best of all dissections, including those with pinwheels", "Banyan",
      "least cut length of all dissections into rectangles (certified optimum)", "O(p! floorplans), p <= 7", corners,
      layout::rectangles, true, most_dissected},
     dissection_exact},
    {{"best", "", "the partition with the least predicted iteration time, after local search", "Banyan",
      "up to 1024 processors, not slower than any other method that makes rectangles (of the exact methods, only for "
      "few processors)",
      "O(p^3) hulls and 200 exact counts; above 64 no search", corners, layout::rectangles, true},
     best},
    {{"block", "", "as homogeneous_block for equal speeds and composite p, else as brbd", "Crandall 1994, ch. 7",
      "as the method chosen", "O(p log p)", corners, layout::rectangles, false},
     block_by_speeds},
});

}  // namespace

std::span<const method_entry> method_table() {
    return method_entries;
}

}  // namespace banyan::part
