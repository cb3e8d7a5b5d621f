// The best partition of all methods that make rectangles, after local search. The candidates are the partitions of
// these methods on whole cells and a local search on the shortest layout. The best one has the least iteration time:
// the time of the slowest processor's cells plus the exact communication of the 5-point stencil on the network of the
// options, as iteration_cost_s() of cost.hpp. Then processors exchange their places as long as that time falls.
//
// Every method of the table that makes rectangles for any number of processors is a candidate. Most of them take little
// time, and any of them can win if messages are expensive or a processor is badly balanced: strips, or on a small grid
// equal blocks.
#include <algorithm>
#include <ranges>
#include <utility>
#include <variant>
#include <vector>

#include "banyan/part/cost.hpp"
#include "libpart/methods/exact_layouts.hpp"
#include "libpart/methods/fitting.hpp"
#include "libpart/methods/method_table.hpp"
#include "libpart/methods/tree_search.hpp"

namespace banyan::part {
namespace {

constexpr std::size_t most_sliced_here = 10;    // slicing_exact
constexpr std::size_t most_dissected_here = 6;  // dissection_exact
constexpr std::size_t most_searched = 64;       // local search
constexpr std::size_t most_compared = 1024;     // all methods of the table
constexpr int most_exchanges = 200;             // tried on whole cells

bool is_candidate(const method_info& method) {
    return method.kind == layout::rectangles && method.in_all && method.max_processors == speeds::max_processors &&
           method.name != "best";
}

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

    /// Offers the methods of the table that make a tree, the newest first. If partitions are equal, the first one is
    /// kept.
    void offer_trees_of_table() {
        for (const method_entry& method : std::views::reverse(method_table())) {
            if (!is_candidate(method.info)) continue;
            if (const auto* make = std::get_if<tree_method>(&method.make)) offer_tree(*make);
            if (const auto* make = std::get_if<tuned_tree_method>(&method.make))
                offer_tree([&](const grid& g, processor_list list) { return (*make)(g, list, options_); });
        }
    }

    /// Offers the methods of the table that make the partition themselves.
    void offer_partitions_of_table() {
        for (const method_entry& method : method_table())
            if (const auto* make = std::get_if<partition_method>(&method.make); make && is_candidate(method.info))
                offer((*make)(domain_, processors_, all_, options_));
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
    if (p <= most_compared) {
        found.offer_trees_of_table();
    } else {
        found.offer_tree(columns);
        found.offer_tree([&](const grid& g, processor_list list) { return columns_latency(g, list, options); });
    }
    if (p <= most_searched)
        found.offer_tree([](const grid& g, processor_list list) { return shortened(hybrid(g, list), g); });
    if (p <= most_sliced_here) found.offer_tree(slicing_exact);
    if (p <= most_searched) found.exchange_processors();
    if (p <= most_compared) found.offer_partitions_of_table();
    if (p <= most_dissected_here) found.offer(dissection_exact(domain, processors, all, options));
    return found.take();
}

}  // namespace banyan::part
