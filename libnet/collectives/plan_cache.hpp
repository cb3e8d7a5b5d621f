// The schedules of a group's last calls, so that a call in a loop makes its schedule once.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "banyan/net/collective_arguments.hpp"
#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// An algorithm and the schedule of this rank for one call.
struct planned_algorithm {
    const algorithm* how = nullptr;
    schedule steps;
};

/// What the choice of an algorithm depends on, apart from the group and its network.
struct choice_key {
    collective_kind kind;
    int log2_bytes;
    std::size_t item_bytes;
    int fanout;
    bool root_is_first, has_counts, commutative, any_association;
    friend auto operator<=>(const choice_key&, const choice_key&) = default;
};

/// What the schedule of a call depends on, apart from the group.
struct planned_call {
    planned_call(const detail::collective_arguments& arguments, const collective_shape& shape,
                 const collective_options& how)
        : kind(arguments.kind),
          root(shape.root),
          fanout(how.fanout),
          items(shape.items),
          item_bytes(arguments.item_bytes),
          segment_bytes(how.segment_bytes),
          algorithm(how.is_automatic() ? "" : how.algorithm),
          has_counts(!shape.counts.empty()),
          commutative(arguments.op && arguments.op->commutative),
          any_association(how.any_association || (arguments.op && arguments.op->exact)) {}

    collective_kind kind;
    int root, fanout;
    std::size_t items, item_bytes, segment_bytes;
    std::string_view algorithm;  ///< the name that the program gave; "" for automatic
    bool has_counts, commutative, any_association;
    friend bool operator==(const planned_call&, const planned_call&) = default;
};

/// Used by one thread at a time.
class plan_cache {
  public:
    /// nullptr if it is not among the last calls.
    [[nodiscard]] std::shared_ptr<const planned_algorithm> find(const planned_call& call) const;
    /// Calls with counts, and very long schedules, are not kept.
    std::shared_ptr<const planned_algorithm> add(const planned_call& call, planned_algorithm made);

  private:
    struct entry {
        planned_call call;
        std::shared_ptr<const planned_algorithm> plan;
    };
    std::vector<entry> entries_;
    std::size_t next_ = 0;  // the entry that is replaced next, once all are used
};

}  // namespace banyan::net
