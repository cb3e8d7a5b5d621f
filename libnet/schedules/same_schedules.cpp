#include "libnet/schedules/same_schedules.hpp"

#include "libnet/schedules/shapes_of_ranks.hpp"

namespace banyan::net {

bool have_same_schedules(const algorithm& one, const collective_shape& of_one, const algorithm& other,
                         const collective_shape& of_other) {
    if (of_one.size != of_other.size) return false;
    shapes_of_ranks shapes_of_one(one.kind, of_one), shapes_of_other(other.kind, of_other);
    for (int rank = 0; rank < of_one.size; ++rank)
        if (one.make(shapes_of_one.of(rank)).steps != other.make(shapes_of_other.of(rank)).steps) return false;
    return true;
}

}  // namespace banyan::net
