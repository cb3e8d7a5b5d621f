#include "daemon/pvm/service_message.hpp"

#include <limits>

namespace banyan::daemon::pvm {

namespace {

constexpr int service_source = std::numeric_limits<std::int32_t>::min();  // 0x80000000
constexpr int xdr_encoding = 0x10000000;

void append_integer(std::string& body, int value) {
    const auto bits = static_cast<std::uint32_t>(value);
    for (int shift = 24; shift >= 0; shift -= 8)
        body += static_cast<char>(bits >> shift & 0xff);
}

}  // namespace

pvm3::wire::Message service_message(int tag, int context, std::initializer_list<int> values, std::string_view bytes) {
    pvm3::wire::Message message;
    message.set_source(service_source);
    message.set_tag(tag);
    message.set_context(context);
    message.set_encoding(xdr_encoding);
    auto& body = *message.mutable_body();
    for (const int value : values)
        append_integer(body, value);
    body += bytes;
    body.append((4 - bytes.size() % 4) % 4, '\0');
    return message;
}

}  // namespace banyan::daemon::pvm
