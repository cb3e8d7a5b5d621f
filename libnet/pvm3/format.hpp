// pvm_packf and pvm_unpackf: packing by a format text.
//
// An item is %[count][.stride][h|l|u...]letter with the letters c (bytes), d (integers), f (float; lf = double), x
// (complex) and s (string). Count and stride are digits or *, which takes an int argument. An item without count and
// stride takes one value, by value except for complex numbers, strings and everything that is unpacked; otherwise the
// argument is an address.
// %+ as the first item of pvm_packf is pvm_initsend with an int argument. Characters between items have no meaning.
#pragma once

#include <cstdarg>

#include "libnet/pvm3/buffer_table.hpp"

namespace banyan::pvm3 {

/// The arguments after the format. The functions consume them.
struct format_arguments {
    std::va_list list;
};

/// Packs into the send buffer. Errors: those of pack(), PvmNoBuf, PvmBadParam (an item is wrong). Earlier items stay
/// packed.
int pack_format(buffer_table& buffers, const char* format, format_arguments& arguments);
/// Unpacks from the receive buffer.
int unpack_format(buffer_table& buffers, const char* format, format_arguments& arguments);

}  // namespace banyan::pvm3
