#include "libnet/pvm3/codec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/endian/conversion.hpp>
#include <climits>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "libnet/pvm3/xdr_body.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmtev.h"

namespace banyan::pvm3 {
namespace {

template <class T>
constexpr bool is_long = std::is_same_v<T, long> || std::is_same_v<T, unsigned long>;

// The integer that carries a T where the lengths are those of XDR. A long has 8 bytes on every host.
template <class T>
using carrier = std::conditional_t<is_long<T> || sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
constexpr std::size_t value_bytes(bool xdr) {
    return xdr && !std::is_same_v<T, char> ? sizeof(carrier<T>) : sizeof(T);
}

constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

template <bool swapped, class T>
carrier<T> to_wire(T value) {
    carrier<T> bits;
    if constexpr (std::is_floating_point_v<T>)
        bits = std::bit_cast<carrier<T>>(value);
    else
        bits = static_cast<carrier<T>>(value);
    return swapped ? boost::endian::endian_reverse(bits) : bits;
}

template <bool swapped, class T>
T from_wire(carrier<T> bits) {
    if (swapped) bits = boost::endian::endian_reverse(bits);
    if constexpr (std::is_floating_point_v<T>)
        return std::bit_cast<T>(bits);
    else
        return static_cast<T>(bits);
}

// Values are converted in pieces that stay in the first-level cache.
constexpr std::size_t piece_values = 512;

// The loops over values are simple, so that the compiler vectorizes them. The memory need not be aligned.
template <bool swapped, class T>
void append_converted(message_buffer& out, const std::byte* from, std::size_t values) {
    std::array<carrier<T>, piece_values> piece;
    while (values > 0) {
        const std::size_t n = std::min(values, piece_values);
        for (std::size_t i = 0; i < n; ++i) {
            T value;
            std::memcpy(&value, from + i * sizeof(T), sizeof value);
            piece[i] = to_wire<swapped>(value);
        }
        out.append(piece.data(), n * sizeof(carrier<T>));
        from += n * sizeof(T);
        values -= n;
    }
}

template <bool swapped, class T>
void read_converted(const std::byte* from, std::byte* to, std::size_t values) {
    for (std::size_t i = 0; i < values; ++i) {
        carrier<T> bits;
        std::memcpy(&bits, from + i * sizeof bits, sizeof bits);
        const T value = from_wire<swapped, T>(bits);
        std::memcpy(to + i * sizeof(T), &value, sizeof value);
    }
}

// If the memory of the program has other bytes than the message: another byte order, or a shorter integer.
template <class T>
bool needs_conversion(const message_buffer& buffer) {
    return buffer.is_xdr() && !std::is_same_v<T, char> && (buffer.is_swapped() || sizeof(T) != sizeof(carrier<T>));
}

template <class T>
void append_values(message_buffer& out, const std::byte* from, std::size_t values) {
    if (!needs_conversion<T>(out)) return out.append(from, values * sizeof(T));
    out.is_swapped() ? append_converted<true, T>(out, from, values) : append_converted<false, T>(out, from, values);
}

template <class T>
void read_values(message_buffer& in, std::byte* to, std::size_t values) {
    const std::byte* from = in.take(values * value_bytes<T>(in.is_xdr()));
    if (needs_conversion<T>(in))
        in.is_swapped() ? read_converted<true, T>(from, to, values) : read_converted<false, T>(from, to, values);
    else if (values > 0)
        std::memcpy(to, from, values * sizeof(T));
}

// Calls use(first element, elements) for consecutive parts of the array that have at most piece_values values.
template <class T, class Use>
void in_pieces(const strided_array<T>& array, Use use) {
    const auto lanes = static_cast<std::size_t>(array.lanes);
    const auto count = static_cast<std::size_t>(array.count);
    for (std::size_t first = 0; first < count;) {
        const std::size_t elements = std::min(count - first, piece_values / lanes);
        use(first, elements);
        first += elements;
    }
}

template <class T>
auto* address(const strided_array<T>& array, std::size_t element) {
    using bytes = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
    const auto step = static_cast<std::ptrdiff_t>(sizeof(T)) * array.lanes * array.stride;
    return reinterpret_cast<bytes*>(array.first) + static_cast<std::ptrdiff_t>(element) * step;
}

template <class T>
void append_strided(message_buffer& out, const strided_array<const T>& array) {
    std::array<std::byte, piece_values * sizeof(T)> piece;
    const std::size_t element_bytes = sizeof(T) * static_cast<std::size_t>(array.lanes);
    in_pieces(array, [&](std::size_t first, std::size_t elements) {
        for (std::size_t i = 0; i < elements; ++i)
            std::memcpy(piece.data() + i * element_bytes, address(array, first + i), element_bytes);
        append_values<T>(out, piece.data(), elements * element_bytes / sizeof(T));
    });
}

template <class T>
void read_strided(message_buffer& in, const strided_array<T>& array) {
    std::array<std::byte, piece_values * sizeof(T)> piece;
    const std::size_t element_bytes = sizeof(T) * static_cast<std::size_t>(array.lanes);
    in_pieces(array, [&](std::size_t first, std::size_t elements) {
        read_values<T>(in, piece.data(), elements * element_bytes / sizeof(T));
        for (std::size_t i = 0; i < elements; ++i)
            std::memcpy(address(array, first + i), piece.data() + i * element_bytes, element_bytes);
    });
}

template <class T>
std::size_t value_count(const strided_array<T>& array) {
    return static_cast<std::size_t>(array.count) * static_cast<std::size_t>(array.lanes);
}

// The bytes of the array in the message, with padding.
template <class T>
std::size_t packed_bytes(bool xdr, const strided_array<T>& array) {
    const std::size_t bytes = value_count(array) * value_bytes<std::remove_const_t<T>>(xdr);
    return xdr ? padded(bytes) : bytes;
}

bool too_long(const message_buffer& out, std::size_t more) {
    return out.length() + more > static_cast<std::size_t>(INT_MAX);
}

template <class T>
constexpr int trace_type(int lanes) {
    if (std::is_same_v<T, float>) return lanes == 2 ? TEV_DATA_CPLX : TEV_DATA_FLOAT;
    if (std::is_same_v<T, double>) return lanes == 2 ? TEV_DATA_DCPLX : TEV_DATA_DOUBLE;
    if (std::is_same_v<T, char>) return TEV_DATA_BYTE;
    if (std::is_same_v<T, int>) return TEV_DATA_INT;
    if (std::is_same_v<T, unsigned>) return TEV_DATA_UINT;
    if (std::is_same_v<T, long>) return TEV_DATA_LONG;
    if (std::is_same_v<T, unsigned long>) return TEV_DATA_ULONG;
    return std::is_same_v<T, short> ? TEV_DATA_SHORT : TEV_DATA_USHORT;
}

// Type and number of values that follow; a single value has no number.
void describe(message_buffer& out, int type, int count) {
    xdr_writer description;
    description.add(count == 1 ? type : type | TEV_DATA_ARRAY);
    if (count != 1) description.add(count);
    out.append(description.body().data(), description.body().size());
}

int reason_not_to_read(const message_buffer& in) {
    if (in.in_place()) return PvmNotImpl;
    return in.readable() ? PvmOk : PvmBadMsg;
}

}  // namespace

template <class T>
int pack(message_buffer& out, strided_array<const T> values) {
    if (values.count < 0 || (values.count > 0 && !values.first)) return PvmBadParam;
    if (!out.readable()) return PvmBadMsg;
    const std::size_t bytes = packed_bytes(out.is_xdr(), values);
    if (too_long(out, bytes)) return PvmOverflow;
    if (out.in_place()) {
        if (values.stride != 1) return PvmNotImpl;
        out.borrow(values.first, bytes);
        return PvmOk;
    }
    if (out.describes_values() && values.count > 0) describe(out, trace_type<T>(values.lanes), values.count);
    out.expect(bytes);
    if (values.stride == 1)
        append_values<T>(out, address(values, 0), value_count(values));
    else
        append_strided(out, values);
    if (std::is_same_v<T, char> && out.is_xdr()) out.pad();
    if (out.is_xdr()) out.note_values(value_bytes<T>(true), bytes);
    return PvmOk;
}

template <class T>
int unpack(message_buffer& in, strided_array<T> values) {
    if (values.count < 0 || (values.count > 0 && !values.first)) return PvmBadParam;
    if (const int reason = reason_not_to_read(in)) return reason;
    const std::size_t bytes = packed_bytes(in.is_xdr(), values);
    if (bytes > in.remaining()) return PvmNoData;
    const std::size_t end = in.cursor() + bytes;
    if (values.stride == 1)
        read_values<T>(in, address(values, 0), value_count(values));
    else
        read_strided(in, values);
    in.rewind(end);  // after the padding
    return PvmOk;
}

int pack_string(message_buffer& out, const char* text) {
    if (!text) return PvmBadParam;
    if (out.in_place()) return PvmNotImpl;
    if (!out.readable()) return PvmBadMsg;
    if (out.describes_values()) return pack<char>(out, {text, static_cast<int>(std::strlen(text)), 1});
    const std::size_t bytes = std::strlen(text) + 1;
    if (bytes > INT_MAX || too_long(out, padded(bytes) + 4)) return PvmOverflow;
    const int length = static_cast<int>(bytes);
    append_values<int>(out, reinterpret_cast<const std::byte*>(&length), 1);
    out.append(text, bytes);
    if (!out.is_xdr()) return PvmOk;
    out.pad();
    out.note_values(sizeof length, sizeof length);
    out.note_values(1, padded(bytes));
    return PvmOk;
}

int unpack_string(message_buffer& in, char* text) {
    if (!text) return PvmBadParam;
    const std::size_t start = in.cursor();
    int length = 0;
    if (const int code = unpack<int>(in, {&length, 1, 1})) return code;
    const int code = length < 1 ? PvmNoData : unpack<char>(in, {text, length, 1});
    if (code) in.rewind(start);
    return code;
}

template int pack(message_buffer&, strided_array<const char>);
template int pack(message_buffer&, strided_array<const short>);
template int pack(message_buffer&, strided_array<const int>);
template int pack(message_buffer&, strided_array<const long>);
template int pack(message_buffer&, strided_array<const unsigned short>);
template int pack(message_buffer&, strided_array<const unsigned>);
template int pack(message_buffer&, strided_array<const unsigned long>);
template int pack(message_buffer&, strided_array<const float>);
template int pack(message_buffer&, strided_array<const double>);
template int unpack(message_buffer&, strided_array<char>);
template int unpack(message_buffer&, strided_array<short>);
template int unpack(message_buffer&, strided_array<int>);
template int unpack(message_buffer&, strided_array<long>);
template int unpack(message_buffer&, strided_array<unsigned short>);
template int unpack(message_buffer&, strided_array<unsigned>);
template int unpack(message_buffer&, strided_array<unsigned long>);
template int unpack(message_buffer&, strided_array<float>);
template int unpack(message_buffer&, strided_array<double>);

}  // namespace banyan::pvm3
