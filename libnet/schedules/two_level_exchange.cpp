#include "libnet/schedules/two_level_exchange.hpp"

#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/choice.hpp"

namespace banyan::net {

bool two_levels_pay(const collective_shape& shape, std::size_t item_bytes, const network_model& model) {
    const host_spread where = spread_of(shape);
    if (where.hosts < 2 || where.most_on_one < 2) return false;
    const collective_shape equal{.size = shape.size, .items = shape.items, .host_of = shape.host_of};
    const auto time_of = [&](const algorithm& how) { return predict(how, equal, item_bytes, model).predicted_s; };
    const double direct_s = std::min(time_of(alltoall_pairwise), time_of(alltoall_linear));
    const double saved_s = direct_s - time_of(alltoall_two_level);
    if (!(saved_s > 0)) return false;
    const collective_shape lengths{
        .size = shape.size, .items = static_cast<std::size_t>(shape.size), .host_of = shape.host_of};
    return saved_s > choose(collective_kind::allgather, lengths, sizeof(std::size_t), model).predicted_s;
}

}  // namespace banyan::net
