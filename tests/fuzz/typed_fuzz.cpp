// Any bytes as a typed message, read with the types that it names or with others. The result is a value or a named
// error. The memory stays within the bound of unpacker.hpp.
//
// Input: 1 byte for how often the reader uses a wrong type, then the message.
#include "banyan/net/unpacker.hpp"

#include "banyan/net/error.hpp"

#include "tests/fuzz/input.hpp"

using namespace banyan::net;
using banyan::testing::demand;

namespace {

template <class T>
std::size_t take(unpacker& in, const item_info& item) {
    if (!item.is_array) return in.take<T>(), 1;
    return in.take<std::vector<T>>().size();
}

std::size_t take_as(unpacker& in, const item_info& item, unsigned kind) {
    switch (static_cast<item_kind>(kind)) {
        case item_kind::boolean:
            return take<bool>(in, item);
        case item_kind::signed_integer:
            return item.element_bytes % 2 ? take<short>(in, item) : take<long>(in, item);
        case item_kind::unsigned_integer:
            return item.element_bytes % 2 ? take<unsigned char>(in, item) : take<unsigned>(in, item);
        case item_kind::floating:
            return item.element_bytes == 4   ? take<float>(in, item)
                   : item.element_bytes == 8 ? take<double>(in, item)
                                             : take<long double>(in, item);
        case item_kind::character:
            return in.take<std::string>().size();
        case item_kind::unicode:
            return item.element_bytes == 1 ? in.take<std::u8string>().size() : in.take<std::u16string>().size();
        case item_kind::wide_character:
            return in.take<std::wstring>().size();
        case item_kind::byte:
            return take<std::byte>(in, item);
        default:
            return in.take<std::vector<std::vector<std::string>>>().size();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    banyan::testing::input in(data, size);
    const unsigned wrong = in.number();  // every so many items; 0: never
    const auto bytes = in.take(size);
    try {
        unpacker message(std::vector<std::byte>(bytes.begin(), bytes.end()));
        for (unsigned number = 1; !message.done(); ++number) {
            const item_info item = message.next();
            const auto kind = wrong > 0 && number % wrong == 0 ? 1 + number % 9 : static_cast<unsigned>(item.kind);
            demand(take_as(message, item, kind) <= 16 * size);
        }
    } catch (const error& refused) {
        const errc why = refused.which();
        demand(why == errc::protocol_violation || why == errc::wrong_type || why == errc::out_of_range ||
               why == errc::no_more_items || why == errc::version_mismatch);
    }
    return 0;
}
