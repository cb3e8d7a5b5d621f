#include "banyan/net/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/host_numbers.hpp"

namespace banyan::net {

namespace {

const group& checked(const group& members, const cartesian_shape& shape) {
    if (shape.size() == members.size()) return members;
    throw error(errc::invalid_argument,
                fmt::format("a Cartesian shape of {} ranks for a group of {}; they must be equal", shape.size(),
                            members.size()));
}

// What a rank sends towards +1 is received as from -1: entry i ^ 1 of the sender belongs to entry i of the receiver.
std::vector<std::size_t> opposite_order(int dimensions) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < 2 * static_cast<std::size_t>(dimensions); ++i)
        order.push_back(i ^ 1);
    return order;
}

// The result of the check on rank 0, for all ranks.
struct finding {
    int fits = 1;
    int source_knows = 0;  // the destination does not list the edge
    graph_edge edge{};
};

finding compare_edges(std::vector<graph_edge> sent, std::vector<graph_edge> received) {
    const auto wrong = unmatched_edge(sent, received);
    if (!wrong) return {};
    return {0, std::find(sent.begin(), sent.end(), *wrong) != sent.end() ? 1 : 0, *wrong};
}

std::string text_of_finding(const finding& found, int size) {
    const bool source_knows = found.source_knows == 1;
    const int lists = (source_knows ? found.edge.from : found.edge.to).value;
    const int listed = (source_knows ? found.edge.to : found.edge.from).value;
    const char *one = source_knows ? "destination" : "source", *other = source_knows ? "source" : "destination";
    const std::string begin =
        fmt::format("the lists of a graph do not fit: rank {} lists rank {} as a {}", lists, listed, one);
    if (listed >= size) return begin + fmt::format("; allowed: 0 to {}", size - 1);
    return begin + fmt::format(", and rank {} does not list rank {} as a {}", listed, lists, other);
}

// Also finds ranks outside the group, because no rank of the group lists the other end.
void check_edges(const group& g, const rank_list& sources, const rank_list& destinations, deadline until) {
    std::vector<graph_edge> out, in;
    for (const rank r : destinations)
        out.push_back({g.rank(), r});
    for (const rank r : sources)
        in.push_back({r, g.rank()});
    auto all_out = gather_varying(g, out, rank{0}, until);
    auto all_in = gather_varying(g, in, rank{0}, until);
    finding found = compare_edges(std::move(all_out.items), std::move(all_in.items));
    broadcast(g, found, rank{0}, until);
    if (found.fits == 0) throw error(errc::invalid_argument, text_of_finding(found, g.size()));
}

}  // namespace

std::optional<graph_edge> unmatched_edge(std::vector<graph_edge> one, std::vector<graph_edge> other) {
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    std::vector<graph_edge> wrong;
    std::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(wrong));
    if (wrong.empty()) return std::nullopt;
    return wrong.front();
}

cartesian_topology::cartesian_topology(const group& members, cartesian_shape shape)
    : neighbourhood(checked(members, shape), shape.neighbours(members.rank()), shape.neighbours(members.rank()),
                    opposite_order(shape.dimensions())),
      shape_(std::move(shape)) {}

cartesian_topology cartesian_topology::reordered(const group& given, cartesian_shape shape, deadline until) {
    const auto order = compact_order(shape, host_numbers(checked(given, shape)));
    const auto place = std::ranges::find(order, given.rank()) - order.begin();
    return {given.split(0, static_cast<int>(place), until), std::move(shape)};
}

graph_topology graph_topology::directed(const group& members, const rank_list& sources, const rank_list& destinations,
                                        deadline until) {
    check_edges(members, sources, destinations, until);
    entries from(sources.begin(), sources.end()), to(destinations.begin(), destinations.end());
    std::vector<std::size_t> order(from.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return {members, std::move(from), std::move(to), std::move(order)};
}

}  // namespace banyan::net
