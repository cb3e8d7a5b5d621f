#include "libnet/pvm3/own_end_notices.hpp"

#include <span>
#include <utility>

#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::pvm3 {

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
