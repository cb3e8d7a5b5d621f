#include "libnet/pvm3/message_trailer.hpp"

#include <algorithm>
#include <boost/endian/conversion.hpp>

namespace banyan::pvm3 {
namespace {

constexpr std::size_t field_bytes = 4;

unsigned char* field(trailer_bytes& trailer, std::size_t index) {
    return reinterpret_cast<unsigned char*>(trailer.data()) + index * field_bytes;
}

}  // namespace

trailer_bytes encode_trailer(const packed_message& message, std::uint32_t after_last_of) {
    trailer_bytes trailer{};
    boost::endian::store_little_s32(field(trailer, 0), message.source);
    boost::endian::store_little_s32(field(trailer, 1), message.context);
    boost::endian::store_little_s32(field(trailer, 2), message.wait_id);
    boost::endian::store_little_s32(field(trailer, 3), message.encoding);
    boost::endian::store_little_u32(field(trailer, 4), after_last_of);
    return trailer;
}

std::optional<std::uint32_t> take_trailer(packed_message& message) {
    trailer_bytes trailer;
    if (message.body.size() < trailer.size()) return std::nullopt;
    const auto at = message.body.end() - static_cast<std::ptrdiff_t>(trailer.size());
    std::copy(at, message.body.end(), trailer.begin());
    message.body.erase(at, message.body.end());
    message.source = boost::endian::load_little_s32(field(trailer, 0));
    message.context = boost::endian::load_little_s32(field(trailer, 1));
    message.wait_id = boost::endian::load_little_s32(field(trailer, 2));
    message.encoding = boost::endian::load_little_s32(field(trailer, 3));
    return boost::endian::load_little_u32(field(trailer, 4));
}

}  // namespace banyan::pvm3
