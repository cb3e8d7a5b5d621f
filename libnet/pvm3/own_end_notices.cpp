#include "libnet/pvm3/own_end_notices.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::pvm3 {

void own_end_notices::cancel(const order& wanted) {
    const auto removed = std::find(orders_.begin(), orders_.end(), wanted);
    if (removed != orders_.end()) orders_.erase(removed);
}

std::vector<packed_message> own_end_notices::take(int tid) {
    std::vector<packed_message> notices;
    const auto body = xdr_writer().add(tid).body();
    const auto bytes = std::as_bytes(std::span(body));
    for (const auto& wanted : std::exchange(orders_, {})) {
        auto& notice = notices.emplace_back();
        notice.source = tid;
        notice.tag = wanted.tag;
        notice.context = wanted.context;
        notice.body.assign(bytes.begin(), bytes.end());
    }
    return notices;
}

}  // namespace banyan::pvm3
