#include "banyan/net/packer.hpp"

#include <cstring>

#include "libnet/wire/binary128.hpp"
#include "libnet/wire/typed_format.hpp"

namespace banyan::net {
namespace {

using namespace wire;

// Writes both words in the byte order of this host, like all other numbers.
void store(const binary128& bits, std::byte* out) {
    constexpr bool low_first = std::endian::native == std::endian::little;
    std::memcpy(out + (low_first ? 8 : 0), &bits.high, 8);
    std::memcpy(out + (low_first ? 0 : 8), &bits.low, 8);
}

}  // namespace

void packer::clear() {
    bytes_.assign({typed_magic[0], typed_magic[1], typed_version, own_order});
}

void packer::append_header(item_kind kind, std::size_t element_bytes, bool is_array, std::uint64_t count) {
    if (bytes_.empty()) clear();  // the packer was moved from
    const auto code = static_cast<unsigned>(kind) | (is_array ? array_bit : 0u);
    bytes_.push_back(static_cast<std::byte>(code));
    bytes_.push_back(static_cast<std::byte>(element_bytes));
    if (!is_array) return;
    const auto* first = reinterpret_cast<const std::byte*>(&count);
    bytes_.insert(bytes_.end(), first, first + sizeof count);
}

void packer::append(const detail::native_type& type, const void* first, std::size_t count, std::ptrdiff_t stride,
                    bool is_array) {
    append_header(type.kind, type.wire_bytes, is_array, count);
    if (count == 0) return;
    const auto* from = static_cast<const std::byte*>(first);
    if (stride == 1 && type.same_bits) {
        bytes_.insert(bytes_.end(), from, from + count * type.wire_bytes);
        return;
    }
    const std::size_t at = bytes_.size();
    bytes_.resize(at + count * type.wire_bytes);
    std::byte* out = bytes_.data() + at;
    const std::ptrdiff_t step = stride * type.native_bytes;
    for (std::size_t i = 0; i < count; ++i, out += type.wire_bytes) {
        const std::byte* element = from + static_cast<std::ptrdiff_t>(i) * step;
        if (type.same_bits) {
            std::memcpy(out, element, type.wire_bytes);
        } else {
            long double value = 0;
            std::memcpy(&value, element, sizeof value);
            store(to_binary128(value), out);
        }
    }
}

}  // namespace banyan::net
