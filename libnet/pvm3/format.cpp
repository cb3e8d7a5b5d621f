#include "libnet/pvm3/format.hpp"

#include <cctype>
#include <climits>
#include <cstring>

#include "libnet/pvm3/codec.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

struct format_item {
    int count = 1;
    int stride = 1;
    bool is_array = false;  // a count or a stride is given: the argument is an address
    bool is_short = false;
    bool is_long = false;
    bool is_unsigned = false;
    char letter = 0;
};

// Digits or *; `fallback` when there is neither.
int read_number(const char*& at, format_arguments& arguments, int fallback) {
    if (*at == '*') {
        ++at;
        return va_arg(arguments.list, int);
    }
    if (!std::isdigit(static_cast<unsigned char>(*at))) return fallback;
    long value = 0;
    for (; std::isdigit(static_cast<unsigned char>(*at)); ++at)
        value = value > INT_MAX / 10 ? INT_MAX : value * 10 + (*at - '0');
    return value > INT_MAX ? INT_MAX : static_cast<int>(value);
}

// Reads the item whose % is just before `at`, and continues after it.
format_item read_item(const char*& at, format_arguments& arguments) {
    format_item item;
    const char* start = at;
    item.count = read_number(at, arguments, 1);
    if (*at == '.') item.stride = read_number(++at, arguments, 1);
    item.is_array = at != start;
    for (; *at == 'h' || *at == 'l' || *at == 'u'; ++at) {
        item.is_short |= *at == 'h';
        item.is_long |= *at == 'l';
        item.is_unsigned |= *at == 'u';
    }
    item.letter = *at;
    if (*at) ++at;
    return item;
}

// Calls use.numbers<type, type of it as an argument>(item), use.complex<type>(item) or use.string().
template <class Use>
int by_type(const format_item& item, Use use) {
    switch (item.letter) {
        case 'c':
            return use.template numbers<char, int>(item);
        case 'd':
            if (item.is_short)
                return item.is_unsigned ? use.template numbers<unsigned short, int>(item)
                                        : use.template numbers<short, int>(item);
            if (item.is_long)
                return item.is_unsigned ? use.template numbers<unsigned long, unsigned long>(item)
                                        : use.template numbers<long, long>(item);
            return item.is_unsigned ? use.template numbers<unsigned, unsigned>(item)
                                    : use.template numbers<int, int>(item);
        case 'f':
            return item.is_long ? use.template numbers<double, double>(item)
                                : use.template numbers<float, double>(item);
        case 'x':
            return item.is_long ? use.template complex<double>(item) : use.template complex<float>(item);
        case 's':
            return use.string();
        default:
            return PvmBadParam;
    }
}

struct packing {
    message_buffer& out;
    format_arguments& arguments;

    template <class T, class Passed>
    int numbers(const format_item& item) {
        if (item.is_array) return pack<T>(out, {va_arg(arguments.list, const T*), item.count, item.stride});
        const T value = static_cast<T>(va_arg(arguments.list, Passed));
        if (out.in_place()) return PvmNotImpl;  // the value is gone when the message is sent
        return pack<T>(out, {&value, 1, 1});
    }
    template <class T>
    int complex(const format_item& item) {
        return pack<T>(out, {va_arg(arguments.list, const T*), item.count, item.stride, 2});
    }
    int string() { return pack_string(out, va_arg(arguments.list, const char*)); }
};

struct unpacking {
    message_buffer& in;
    format_arguments& arguments;

    template <class T, class>
    int numbers(const format_item& item) {
        return unpack<T>(in, {va_arg(arguments.list, T*), item.count, item.stride});
    }
    template <class T>
    int complex(const format_item& item) {
        return unpack<T>(in, {va_arg(arguments.list, T*), item.count, item.stride, 2});
    }
    int string() { return unpack_string(in, va_arg(arguments.list, char*)); }
};

template <class Use>
int all_items(const char* format, format_arguments& arguments, Use use) {
    for (const char* at = std::strchr(format, '%'); at; at = std::strchr(at, '%')) {
        const format_item item = read_item(++at, arguments);
        if (const int code = by_type(item, use)) return code;
    }
    return PvmOk;
}

}  // namespace

int pack_format(buffer_table& buffers, const char* format, format_arguments& arguments) {
    if (!format) return PvmBadParam;
    const char* first = std::strchr(format, '%');
    if (first && first[1] == '+') {
        if (const int id = buffers.init_send(va_arg(arguments.list, int)); id < 0) return id;
        format = first + 2;
    }
    message_buffer* out = buffers.send_buffer();
    return out ? all_items(format, arguments, packing{*out, arguments}) : PvmNoBuf;
}

int unpack_format(buffer_table& buffers, const char* format, format_arguments& arguments) {
    if (!format) return PvmBadParam;
    message_buffer* in = buffers.receive_buffer();
    return in ? all_items(format, arguments, unpacking{*in, arguments}) : PvmNoBuf;
}

}  // namespace banyan::pvm3
