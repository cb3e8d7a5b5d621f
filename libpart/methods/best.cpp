// The best partition of all methods that make rectangles, after local search. The candidates are the partitions of
// these methods on whole cells and a local search on the shortest layout. The best one has the least iteration time:
// the time of the slowest processor's cells plus the exact communication of the 5-point stencil on the network of the
// options, as iteration_cost_s() of cost.hpp. Then processors exchange their places as long as that time falls.
//
// The older methods cost little time, and one of them can win if messages are expensive or a processor is badly
// balanced: strips, or on a small grid equal blocks.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "banyan/part/cost.hpp"
#include "libpart/methods/exact_layouts.hpp"
#include "libpart/methods/fitting.hpp"
#include "libpart/methods/tree_search.hpp"

namespace banyan::part {
namespace {

constexpr std::size_t most_sliced_here = 10;    // slicing_exact
constexpr std::size_t most_dissected_here = 6;  // dissection_exact
constexpr std::size_t most_searched = 64;       // local search
constexpr std::size_t most_compared = 1024;     // hybrid, older methods
constexpr int most_exchanges = 200;             // tried on whole cells

constexpr std::array<tree_method, 12> older_methods{
    contiguous_row, contiguous_column, homogeneous_block, regular, brbd, fbrd, rb1, rb2, rb3, xy, xy2, tile};

class candidates {
  public:
    candidates(const grid& domain, processor_list processors, int all, const partition_options& options)
        : domain_(domain), processors_(processors), all_(all), options_(options) {
        double total = 0;
        for (const weighted_processor& processor : processors)
            total += processor.weight;
        mean_weight_ = total / static_cast<double>(processors.size());
    }

    /// Seconds of one iteration.
    [[nodiscard]] double cost(const partition& parts) const {
        double longest = 0;
        for (const weighted_processor& processor : processors_)
            longest = std::max(longest, static_cast<double>(parts.cells(processor.processor)) / processor.weight);
        return longest * mean_weight_ * options_.seconds_per_cell +
               communication_cost_s(exact_communication(parts, stencil::named("5")), options_.net, options_.item_bytes);
    }

    bool offer(partition parts) {
        const double found = cost(parts);
        if (!best_.empty() && found >= cost_) return false;
        cost_ = found;
        best_.assign(1, std::move(parts));
        return true;
    }

    template <class Method>
    void offer_tree(const Method& method) {
        cut_tree tree = largest_that_fits(method, domain_, processors_);
        if (offer(realize(tree, domain_, all_))) best_tree_ = std::move(tree);
    }

    /// Exchanges pairs of processors of the best tree, pairs of similar speed first, and keeps what reduces the cost.
    void exchange_processors() {
        if (!best_.front().dropped().empty()) return;  // the dropped processors must be the slowest
        int tried = 0;
        const std::size_t p = processors_.size();
        for (std::size_t apart = 1; apart < p; ++apart)
            for (std::size_t i = 0; i + apart < p && tried < most_exchanges; ++i) {
                if (processors_[i].weight == processors_[i + apart].weight) continue;
                cut_tree other = exchanged(best_tree_, processors_[i], processors_[i + apart]);
                ++tried;
                if (offer(realize(other, domain_, all_))) best_tree_ = std::move(other);
            }
    }

    partition take() { return std::move(best_.front()); }

  private:
    static cut_tree exchanged(const cut_tree& node, const weighted_processor& a, const weighted_processor& b) {
        if (node.direction == cut::none)
            return leaf(node.processor == a.processor   ? b
                        : node.processor == b.processor ? a
                                                        : weighted_processor{node.processor, node.weight});
        std::vector<cut_tree> parts;
        for (const cut_tree& part : node.parts)
            parts.push_back(exchanged(part, a, b));
        return joined(node.direction, std::move(parts));
    }

    const grid& domain_;
    processor_list processors_;
    int all_;
    const partition_options& options_;
    double mean_weight_;
    std::vector<partition> best_;  // none or one
    double cost_ = 0;
    cut_tree best_tree_;
};

}  // namespace

partition best(const grid& domain, processor_list processors, int all, const partition_options& options) {
    check_network(options.net, options.item_bytes);
    const std::size_t p = processors.size();
    candidates found(domain, processors, all, options);
    found.offer_tree(columns);
    found.offer_tree([&](const grid& g, processor_list list) { return columns_latency(g, list, options); });
    if (p <= most_compared) {
        found.offer_tree(hybrid);
        for (const tree_method older : older_methods)
            found.offer_tree(older);
        found.offer_tree([&](const grid& g, processor_list list) { return phd(g, list, options); });
    }
    if (p <= most_searched)
        found.offer_tree([](const grid& g, processor_list list) { return shortened(hybrid(g, list), g); });
    if (p <= most_sliced_here) found.offer_tree(slicing_exact);
    if (p <= most_searched) found.exchange_processors();
    if (p <= most_compared)
        for (const partition_method other : {slices, bands})
            found.offer(other(domain, processors, all, options));
    if (p <= most_dissected_here) found.offer(dissection_exact(domain, processors, all, options));
    return found.take();
}

}  // namespace banyan::part
