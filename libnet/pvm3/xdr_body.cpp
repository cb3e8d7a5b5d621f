#include "libnet/pvm3/xdr_body.hpp"

#include <algorithm>
#include <boost/endian/conversion.hpp>

namespace banyan::pvm3 {
namespace {

constexpr std::size_t unit = 4;

std::size_t padded(std::size_t bytes) {
    return (bytes + unit - 1) / unit * unit;
}

}  // namespace

xdr_writer& xdr_writer::add(int value) {
    unsigned char bytes[unit];
    boost::endian::store_big_s32(bytes, value);
    body_.append(reinterpret_cast<const char*>(bytes), unit);
    return *this;
}

xdr_writer& xdr_writer::add(std::span<const int> values) {
    for (const int value : values)
        add(value);
    return *this;
}

xdr_writer& xdr_writer::add_long(std::int64_t value) {
    unsigned char bytes[2 * unit];
    boost::endian::store_big_s64(bytes, value);
    body_.append(reinterpret_cast<const char*>(bytes), sizeof bytes);
    return *this;
}

xdr_writer& xdr_writer::add_text(std::string_view text) {
    const std::size_t length = text.size() + 1;
    add(static_cast<int>(length));
    body_.append(text);
    body_.append(padded(length) - text.size(), '\0');
    return *this;
}

xdr_writer& xdr_writer::add_texts(std::span<const std::string> texts) {
    add(static_cast<int>(texts.size()));
    for (const auto& text : texts)
        add_text(text);
    return *this;
}

std::optional<int> xdr_reader::integer() {
    if (rest_.size() < unit) return std::nullopt;
    const auto* const at = reinterpret_cast<const unsigned char*>(rest_.data());
    const int value =
        byte_order_ == std::endian::big ? boost::endian::load_big_s32(at) : boost::endian::load_little_s32(at);
    rest_.remove_prefix(unit);
    return value;
}

std::optional<std::int64_t> xdr_reader::long_integer() {
    if (rest_.size() < 2 * unit) return std::nullopt;
    const auto* const at = reinterpret_cast<const unsigned char*>(rest_.data());
    const std::int64_t value =
        byte_order_ == std::endian::big ? boost::endian::load_big_s64(at) : boost::endian::load_little_s64(at);
    rest_.remove_prefix(2 * unit);
    return value;
}

std::optional<std::string> xdr_reader::text() {
    const auto before = rest_;
    const auto length = integer();
    if (!length || *length < 1 || padded(static_cast<std::size_t>(*length)) > rest_.size()) {
        rest_ = before;
        return std::nullopt;
    }
    std::string text(rest_.substr(0, static_cast<std::size_t>(*length)));
    text.resize(std::min(text.size(), text.find('\0')));
    rest_.remove_prefix(padded(static_cast<std::size_t>(*length)));
    return text;
}

std::optional<std::string> xdr_reader::bytes(std::size_t count) {
    if (count > rest_.size() || padded(count) > rest_.size()) return std::nullopt;
    std::string result(rest_.substr(0, count));
    rest_.remove_prefix(padded(count));
    return result;
}

std::optional<std::vector<std::string>> xdr_reader::texts() {
    const auto before = rest_;
    const auto count = integer();
    std::vector<std::string> result;
    for (int i = 0; count && i < *count; ++i) {
        auto next = text();
        if (!next) {
            rest_ = before;
            return std::nullopt;
        }
        result.push_back(std::move(*next));
    }
    if (!count || *count < 0) {
        rest_ = before;
        return std::nullopt;
    }
    return result;
}

}  // namespace banyan::pvm3
