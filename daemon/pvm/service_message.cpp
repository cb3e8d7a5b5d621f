#include "daemon/pvm/service_message.hpp"

#include <limits>

#include "libnet/pvm3/encoding.hpp"

namespace banyan::daemon::pvm {

namespace {

constexpr int service_source = std::numeric_limits<std::int32_t>::min();  // 0x80000000

}  // namespace

pvm3::wire::Message service_message(int tag, int context, const pvm3::xdr_writer& body) {
    pvm3::wire::Message message;
    message.set_source(service_source);
    message.set_tag(tag);
    message.set_context(context);
    message.set_encoding(pvm3::xdr_encoding);
    message.set_body(body.body());
    return message;
}

pvm3::wire::Message service_message(int tag, int context, std::initializer_list<int> values, std::string_view bytes) {
    auto message = service_message(tag, context, pvm3::xdr_writer().add(std::span(values.begin(), values.size())));
    auto& body = *message.mutable_body();
    body += bytes;
    body.append((4 - bytes.size() % 4) % 4, '\0');
    return message;
}

pvm3::xdr_reader reader_of(const pvm3::wire::Message& message) {
    return pvm3::xdr_reader(message.body(), pvm3::byte_order_of(message.encoding()));
}

}  // namespace banyan::daemon::pvm
