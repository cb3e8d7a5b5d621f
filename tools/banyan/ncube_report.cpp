#include "tools/banyan/ncube_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace banyan::tools {
namespace {

using ncube_value = nlohmann::ordered_json;

std::string boundaries_text(const std::vector<regular_boundary>& rows) {
    std::string text = fmt::format(
        "Regular partitions (figure 1-32): boundary inside a square of side 1, nine nodes\n{:<20} {:>9} {:>6}\n",
        "method", "published", "ours");
    for (const regular_boundary& row : rows)
        text += fmt::format("{:<20} {:>9g} {:>6g}\n", row.method, row.published, row.length);
    return text;
}

std::string vector_text(const dispersed_vector& vector) {
    std::string text = fmt::format(
        "Maximum dispersion (figure 1-34): {} components, components of the nodes {}, {} ranges, the longest {} "
        "(published: at most 100)\n{:<22} {:>10} {:>11}   most components of one node\n",
        vector.components, fmt::join(vector.of_nodes, " "), vector.ranges, vector.longest_range,
        "cluster of components", "dispersed", "contiguous");
    for (const dispersed_vector::cluster& each : vector.clusters)
        text += fmt::format("{:<22} {:>10} {:>11}\n", each.length, each.dispersed, each.contiguous);
    return text;
}

std::string room_text(const std::vector<room_partition>& room) {
    std::string text = fmt::format(
        "Irregular partitions (figures 1-35 to 1-38): a room of 96 x 96 cells with a jet engine, eight nodes\n"
        "{:<14} {:>26} {:>10} {:>15} {:>20}\n",
        "method", "busiest node / mean work", "boundary", "most neighbours", "on its left or right");
    for (const room_partition& each : room)
        text += fmt::format("{:<14} {:>26.3f} {:>10} {:>15} {:>20}\n", each.method, each.work_ratio, each.cut_length,
                            each.most_neighbours, each.most_left_right);
    return text +
           "Published: slices have two neighbours; blocks of bands have one on the left and one on the right; "
           "triangles "
           "have three.\nOurs are connected groups of triangles.\n";
}

std::string storm_text(const ncube_examples& examples) {
    std::string text = fmt::format(
        "Dynamic repartitioning (figure 1-39): slices of {} heights on {} nodes, a storm moves in {} steps; the "
        "procedure\nhas {} stages (log2 of the nodes)\n{:<14} {:>26} {:>8} {:>24}\n",
        storm_heights, storm_nodes, storm_steps, examples.stages, "way", "busiest node / mean, mean", "most",
        "cells moved in a step");
    for (const storm_way& way : examples.storm)
        text += fmt::format("{:<14} {:>26.3f} {:>8.3f} {:>22.1f} %\n", way.name, way.mean_work_ratio,
                            way.most_work_ratio, way.moved_share * 100);
    return text;
}

std::string trees_text(const ncube_examples& examples) {
    std::string text =
        fmt::format("Trees, {} nodes: published and (computed)\n{:<12} {:>16} {:>6} {:>24} {:>20}   parent of node N\n",
                    guide_tree_nodes, "tree", "maximum fanout", "depth", "mapped as neighbours", "nodes by formula");
    for (const guide_tree& tree : examples.trees)
        text +=
            fmt::format("{:<12} {:>16} {:>6} {:>24} {:>20}   {}\n", tree.name,
                        fmt::format("{} ({})", tree.published_fanout, tree.fanout), tree.depth,
                        fmt::format("{} ({} of {})", tree.published_neighbours, tree.cube_edges, guide_tree_nodes - 1),
                        tree.same_parents < 0 ? "-" : fmt::format("{} of {}", tree.same_parents, guide_tree_nodes - 1),
                        tree.published_parent);
    const globalsum_example& sum = examples.sum;
    return text +
           fmt::format(
               "\nGlobalsum on {} nodes (figures 1-40, 1-41): {} rounds (published 3), {} nodes have the sum "
               "(8),\n{} exchanges are between neighbours of the cube; children of node 0: {} (3), of node 2: {} "
               "(1)\n",
               sum.nodes, sum.rounds, sum.complete, sum.cube_neighbours ? "all" : "NOT all", sum.children_of_0,
               sum.children_of_2);
}

ncube_value boundaries_json(const ncube_examples& examples) {
    ncube_value list = ncube_value::array();
    for (const regular_boundary& row : examples.boundaries)
        list.push_back({{"method", row.method}, {"published", row.published}, {"length", row.length}});
    return list;
}

ncube_value vector_json(const dispersed_vector& vector) {
    ncube_value clusters = ncube_value::array();
    for (const dispersed_vector::cluster& each : vector.clusters)
        clusters.push_back({{"length", each.length}, {"dispersed", each.dispersed}, {"contiguous", each.contiguous}});
    return {{"components", vector.components},
            {"of_nodes", vector.of_nodes},
            {"ranges", vector.ranges},
            {"longest_range", vector.longest_range},
            {"clusters", std::move(clusters)}};
}

ncube_value room_json(const std::vector<room_partition>& room) {
    ncube_value list = ncube_value::array();
    for (const room_partition& each : room)
        list.push_back({{"method", each.method},
                        {"max_work_ratio", each.work_ratio},
                        {"cut_length", each.cut_length},
                        {"most_neighbours", each.most_neighbours},
                        {"most_left_right", each.most_left_right}});
    return list;
}

ncube_value storm_json(const ncube_examples& examples) {
    ncube_value ways = ncube_value::array();
    for (const storm_way& way : examples.storm)
        ways.push_back({{"way", way.name},
                        {"mean_work_ratio", way.mean_work_ratio},
                        {"most_work_ratio", way.most_work_ratio},
                        {"moved_share", way.moved_share},
                        {"cuts", way.cuts}});
    return {{"heights", storm_heights},
            {"nodes", storm_nodes},
            {"steps", storm_steps},
            {"stages", examples.stages},
            {"ways", std::move(ways)}};
}

ncube_value trees_json(const std::vector<guide_tree>& trees) {
    ncube_value list = ncube_value::array();
    for (const guide_tree& tree : trees) {
        const ncube_value same = tree.same_parents < 0 ? ncube_value(nullptr) : ncube_value(tree.same_parents);
        list.push_back({{"tree", tree.name},
                        {"published",
                         {{"fanout", tree.published_fanout},
                          {"neighbours", tree.published_neighbours},
                          {"parent", tree.published_parent}}},
                        {"fanout", tree.fanout},
                        {"depth", tree.depth},
                        {"cube_edges", tree.cube_edges},
                        {"same_parents", same}});
    }
    return list;
}

}  // namespace

ncube_examples compute_ncube_examples() {
    return {regular_boundaries(), maximum_dispersion_example(),
            room_partitions(),    storm_ways(),
            storm_stages(),       guide_trees(),
            globalsum()};
}

std::string ncube_text(const ncube_examples& examples) {
    return "nCUBE 2 Programmer's Guide, chapter 1\n\n" + boundaries_text(examples.boundaries) + "\n" +
           vector_text(examples.vector) + "\n" + room_text(examples.room) + "\n" + storm_text(examples) + "\n" +
           trees_text(examples);
}

nlohmann::ordered_json ncube_json(const ncube_examples& examples) {
    const globalsum_example& sum = examples.sum;
    return {{"regular", boundaries_json(examples)},
            {"dispersion", vector_json(examples.vector)},
            {"room", room_json(examples.room)},
            {"storm", storm_json(examples)},
            {"trees", trees_json(examples.trees)},
            {"globalsum",
             {{"nodes", sum.nodes},
              {"rounds", sum.rounds},
              {"complete", sum.complete},
              {"cube_neighbours", sum.cube_neighbours},
              {"children_of_0", sum.children_of_0},
              {"children_of_2", sum.children_of_2}}}};
}

}  // namespace banyan::tools
