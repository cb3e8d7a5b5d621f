// Compiled without contraction of products and sums, as network_model.cpp.
#include "libnet/schedules/busiest_rank.hpp"

#include <algorithm>

#include "libnet/schedules/shapes_of_ranks.hpp"

namespace banyan::net {
namespace {

double step_time(const step& now, double item_bytes, const network_model& model) {
    const auto message = [&](const items_at& items) {
        return model.processor_message_s + static_cast<double>(items.count) * item_bytes * model.processor_byte_s;
    };
    switch (now.what) {
        case step::kind::send:
            return sender_part * message(now.from);
        case step::kind::receive:
            return (1 - sender_part) * message(now.to);
        case step::kind::combine:
        case step::kind::copy:
            return static_cast<double>(now.to.count) * item_bytes * model.copy_byte_s;
        case step::kind::wait:
            break;
    }
    return 0;
}

}  // namespace

double busiest_rank_time(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                         const network_model& model) {
    shapes_of_ranks shapes(how.kind, shape);
    double longest = 0;
    for (int r = 0; r < shape.size; ++r) {
        double own = 0;
        for (const step& now : how.make(shapes.of(r)).steps)
            own += step_time(now, static_cast<double>(item_bytes), model);
        longest = std::max(longest, own);
    }
    return longest;
}

}  // namespace banyan::net
