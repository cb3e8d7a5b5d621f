#include "libnet/schedules/shapes_of_ranks.hpp"

namespace banyan::net {

shapes_of_ranks::shapes_of_ranks(collective_kind kind, const collective_shape& shape)
    : shape_(shape),
      counts_differ_((kind == collective_kind::alltoall || kind == collective_kind::alltoall_varying) &&
                     !(shape.counts.empty() && shape.matrix.empty())) {
    if (counts_differ_) received_.resize(static_cast<std::size_t>(shape.size));
}

const collective_shape& shapes_of_ranks::of(int rank) {
    shape_.rank = rank;
    if (!counts_differ_) return shape_;
    const auto own = static_cast<std::size_t>(rank), ranks = received_.size();
    for (std::size_t from = 0; from < ranks; ++from)
        received_[from] = shape_.matrix.empty() ? shape_.counts[own] : shape_.matrix[from * ranks + own];
    if (!shape_.matrix.empty()) shape_.counts = shape_.matrix.subspan(own * ranks, ranks);
    shape_.receive_counts = received_;
    return shape_;
}

}  // namespace banyan::net
