// The neighbours of the ranks of a group: Cartesian grids and graphs. Their collectives are in
// neighbour_exchange.hpp and neighbour_allgather.hpp.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "banyan/net/cartesian_order.hpp"
#include "banyan/net/group.hpp"

namespace banyan::net {

/// The neighbours of this rank in a group: those that it sends to and those that it receives from, each in a fixed
/// order. A value type; copies refer to the same group. An entry may be empty: no neighbour there.
class neighbourhood {
  public:
    using entries = std::vector<std::optional<rank>>;

    [[nodiscard]] const group& members() const { return group_; }
    /// The ranks that this rank receives from, in the order of the received blocks.
    [[nodiscard]] const entries& sources() const { return sources_; }
    /// The ranks that this rank sends to, in the order of the sent blocks.
    [[nodiscard]] const entries& destinations() const { return destinations_; }
    /// The indices of the sources, in the order in which their messages are received. If a rank is a source more
    /// than once, its entries are in the order in which it sends.
    [[nodiscard]] const std::vector<std::size_t>& receive_order() const { return receive_order_; }

  protected:
    neighbourhood(const group& members, entries sources, entries destinations, std::vector<std::size_t> receive_order)
        : group_(members),
          sources_(std::move(sources)),
          destinations_(std::move(destinations)),
          receive_order_(std::move(receive_order)) {}

  private:
    group group_;
    entries sources_;
    entries destinations_;
    std::vector<std::size_t> receive_order_;
};

/// The ranks of a group as a Cartesian grid. Sources and destinations are cartesian_shape::neighbours() of this rank:
/// the block for the neighbour at +1 arrives there as the block of its neighbour at -1. Making one sends no message.
class cartesian_topology : public neighbourhood {
  public:
    /// Throws errc::invalid_argument unless the shape has as many ranks as the group.
    cartesian_topology(const group& members, cartesian_shape shape);

    /// A topology over a new group, which split makes of the same members in compact_order(). The ranks of a host get a
    /// compact block of the grid, so fewer messages of a neighbour exchange are between hosts. This task's rank in
    /// members() may differ from its rank in `given`. Collective over `given`; blocks and throws as split, and as the
    /// constructor.
    static cartesian_topology reordered(const group& given, cartesian_shape shape, deadline until = {});

    [[nodiscard]] const cartesian_shape& shape() const { return shape_; }
    /// The coordinates of this rank.
    [[nodiscard]] std::vector<int> coordinates() const { return shape_.coordinates(members().rank()); }

    struct shift_partners {
        std::optional<rank> source, destination;
    };
    /// For a shift of data along an axis: the rank at -distance, to receive from, and that at +distance, to send to.
    [[nodiscard]] shift_partners shift(int axis, int distance) const {
        const rank self = members().rank();
        return {shape_.shifted(self, axis, -distance), shape_.shifted(self, axis, distance)};
    }

  private:
    cartesian_shape shape_;
};

/// Any graph: each rank gives its own neighbours. A collective makes it and checks that the lists of all ranks fit.
class graph_topology : public neighbourhood {
  public:
    /// Edges in both directions: if a rank lists another one, that one lists the first. Collective over the group;
    /// costs a gather of all edges on rank 0 and a broadcast. Throws errc::invalid_argument on all ranks, naming two
    /// ranks, if the lists do not fit or contain a rank outside the group; the group stays usable.
    static graph_topology symmetric(const group& members, const rank_list& neighbours, deadline until = {}) {
        return directed(members, neighbours, neighbours, until);
    }
    /// Edges with a direction: if rank a lists b as a destination, b lists a as a source, and the other way round. As
    /// symmetric().
    static graph_topology directed(const group& members, const rank_list& sources, const rank_list& destinations,
                                   deadline until = {});

  private:
    using neighbourhood::neighbourhood;
};

/// An edge of a graph, from one rank to another.
struct graph_edge {
    rank from, to;
    friend auto operator<=>(const graph_edge&, const graph_edge&) = default;
};
/// The least edge that only one of the lists contains; nothing if they hold the same edges, in any order. Pure.
[[nodiscard]] std::optional<graph_edge> unmatched_edge(std::vector<graph_edge> one, std::vector<graph_edge> other);

}  // namespace banyan::net
