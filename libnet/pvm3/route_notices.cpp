#include "libnet/pvm3/route_notices.hpp"

#include <limits>
#include <span>

#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::pvm3 {

void route_notices::watch(const order& wanted, int count) {
    std::erase_if(orders_, [&](const counted_order& other) { return other.wanted == wanted; });
    if (count != 0) orders_.push_back({wanted, count});
}

std::vector<packed_message> route_notices::opened(int tid, int descriptor) {
    std::vector<packed_message> notices;
    if (!known_.insert(tid).second) return notices;
    const auto body = xdr_writer().add(tid).add(descriptor).body();
    const auto bytes = std::as_bytes(std::span(body));
    for (auto& [wanted, count] : orders_) {
        auto& notice = notices.emplace_back();
        notice.source = std::numeric_limits<int>::min();  // 0x80000000, as in all notices
        notice.tag = wanted.tag;
        notice.context = wanted.context;
        notice.body.assign(bytes.begin(), bytes.end());
        if (count > 0) --count;
    }
    std::erase_if(orders_, [](const counted_order& told) { return told.count == 0; });
    return notices;
}

}  // namespace banyan::pvm3
