#include "libpart/methods/tree_search.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "libpart/geometry/shape_table.hpp"
#include "libpart/methods/cheapest_groups.hpp"
#include "libpart/methods/exact_layouts.hpp"

namespace banyan::part {
namespace {

constexpr int most_search_rounds = 3;
constexpr std::size_t most_pieces = 6;

double length_in(const cut_tree& tree, double rows, double cols) {
    const side_sums sums = sides_at_height_one(tree, rows * cols);
    return sums.widths / rows + sums.heights * rows;
}

void add_weights(cut_tree& node) {
    if (node.direction == cut::none) return;
    node.weight = 0;
    for (cut_tree& part : node.parts) {
        add_weights(part);
        node.weight += part.weight;
    }
}

void collect_leaves(cut_tree& node, std::vector<cut_tree*>& out) {
    if (node.direction == cut::none) out.push_back(&node);
    for (cut_tree& part : node.parts)
        collect_leaves(part, out);
}

void swap_processors(cut_tree& a, cut_tree& b) {
    std::swap(a.processor, b.processor);
    std::swap(a.weight, b.weight);
}

bool exchange_processors(cut_tree& tree, double rows, double cols) {
    std::vector<cut_tree*> leaves;
    collect_leaves(tree, leaves);
    double best = length_in(tree, rows, cols);
    bool better = false;
    for (std::size_t i = 0; i < leaves.size(); ++i)
        for (std::size_t j = i + 1; j < leaves.size(); ++j) {
            if (leaves[i]->weight == leaves[j]->weight) continue;
            swap_processors(*leaves[i], *leaves[j]);
            add_weights(tree);
            const double found = length_in(tree, rows, cols);
            if (found < best * (1 - cost_slack)) {
                best = found;
                better = true;
            } else {
                swap_processors(*leaves[i], *leaves[j]);
            }
        }
    add_weights(tree);
    return better;
}

/// The top of a tree as at most most_pieces pieces: as long as there is room, the heaviest (or the lightest) piece with
/// cuts is replaced by its parts.
std::vector<cut_tree> pieces_of(const cut_tree& tree, bool heaviest) {
    std::vector<cut_tree> pieces = tree.parts;
    while (true) {
        cut_tree* chosen = nullptr;
        for (cut_tree& piece : pieces) {
            if (piece.direction == cut::none || pieces.size() - 1 + piece.parts.size() > most_pieces) continue;
            if (chosen == nullptr || (heaviest ? piece.weight > chosen->weight : piece.weight < chosen->weight))
                chosen = &piece;
        }
        if (chosen == nullptr) return pieces;
        std::vector<cut_tree> opened = std::move(chosen->parts);
        pieces.erase(pieces.begin() + (chosen - pieces.data()));
        std::ranges::move(opened, std::back_inserter(pieces));
    }
}

/// Replaces the layout of the pieces of this node by the best one, then those of its parts.
bool lay_out_anew(cut_tree& node, double rows, double cols) {
    if (node.direction == cut::none) return false;
    bool better = false;
    for (bool heaviest : {true, false}) {
        const std::vector<cut_tree> pieces = pieces_of(node, heaviest);
        if (pieces.size() > most_pieces) continue;
        cut_tree found = best_slicing(rows, cols, pieces);
        if (length_in(found, rows, cols) >= length_in(node, rows, cols) * (1 - cost_slack)) continue;
        node = std::move(found);
        better = true;
    }
    const bool side_by_side = node.direction == cut::vertical;
    for (cut_tree& part : node.parts) {
        const double share = part.weight / node.weight;
        better |= lay_out_anew(part, side_by_side ? rows : rows * share, side_by_side ? cols * share : cols);
    }
    return better;
}

/// The tree with the least rows and columns of every node computed again from its parts.
cut_tree rejoined(cut_tree node) {
    if (node.direction == cut::none) return node;
    for (cut_tree& part : node.parts)
        part = rejoined(std::move(part));
    return joined(node.direction, std::move(node.parts));
}

}  // namespace

cut_tree shortened(cut_tree tree, const grid& domain) {
    const auto rows = static_cast<double>(domain.rows());
    const auto cols = static_cast<double>(domain.cols());
    for (int round = 0; round < most_search_rounds; ++round) {
        const bool exchanged = exchange_processors(tree, rows, cols);
        const bool renewed = lay_out_anew(tree, rows, cols);
        if (!exchanged && !renewed) break;
    }
    return rejoined(std::move(tree));
}

}  // namespace banyan::part
