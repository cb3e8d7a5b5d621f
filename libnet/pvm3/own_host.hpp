// What the data of this host looks like, for programs that exchange raw bytes.
#pragma once

#include <bit>

namespace banyan::pvm3 {

/// Hosts with the same signature have the same byte order and the same sizes, so they understand each other's raw data.
/// 0x408c41 and 0x408841 are the numbers of PVM 3.4.6 for LINUX64 and LINUX; those of big-endian hosts are our own.
inline constexpr int own_data_signature =
    (std::endian::native == std::endian::little ? 0x400041 : 0x600041) | (sizeof(long) == 8 ? 0x8c00 : 0x8800);

/// The name of the architecture of this host.
inline constexpr const char* own_architecture = std::endian::native == std::endian::little
                                                    ? (sizeof(long) == 8 ? "LINUX64" : "LINUX")
                                                    : (sizeof(long) == 8 ? "LINUX64BE" : "LINUXBE");

}  // namespace banyan::pvm3
