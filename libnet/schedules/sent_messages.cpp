#include "libnet/schedules/sent_messages.hpp"

#include <algorithm>
#include <set>

#include "libnet/schedules/shapes_of_ranks.hpp"

namespace banyan::net {

sent_messages messages_sent(const algorithm& how, const collective_shape& shape) {
    sent_messages sum;
    shapes_of_ranks shapes(how.kind, shape);
    for (int rank = 0; rank < shape.size; ++rank) {
        std::set<int> partners;
        for (const step& now : how.make(shapes.of(rank)).steps) {
            if (now.what != step::kind::send) continue;
            partners.insert(now.peer);
            sum.items += now.from.count;
            sum.longest_items = std::max<std::uint64_t>(sum.longest_items, now.from.count);
        }
        sum.partners = std::max(sum.partners, static_cast<int>(partners.size()));
    }
    return sum;
}

int most_waits(const algorithm& how, const collective_shape& shape) {
    int most = 0;
    shapes_of_ranks shapes(how.kind, shape);
    for (int rank = 0; rank < shape.size; ++rank) {
        const schedule made = how.make(shapes.of(rank));
        const auto waits = std::ranges::count(made.steps, step::kind::wait, &step::what);
        most = std::max(most, static_cast<int>(waits));
    }
    return most;
}

}  // namespace banyan::net
