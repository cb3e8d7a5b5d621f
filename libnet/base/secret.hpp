// The secret of a virtual machine: a process that knows it belongs to the virtual machine.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace banyan::net {

/// 32 random bytes known to all members of one virtual machine and to no one else.
using secret_key = std::array<std::byte, 32>;

/// Fills the bytes from the system's cryptographic generator. Throws resource_limit if that fails.
void fill_random(std::span<std::byte> bytes);

secret_key make_secret();

/// Overwrites the bytes in a way that the compiler does not remove.
void wipe(std::span<std::byte> bytes) noexcept;

/// HMAC-SHA256 of `text` with the key `secret`.
std::array<std::byte, 32> authentication_code(const secret_key& secret, std::span<const std::byte> text);

/// A key for one purpose (HKDF-SHA256, RFC 5869). `salt` is public. Different values of `purpose` give independent
/// keys.
secret_key derive_key(const secret_key& secret, std::span<const std::byte> salt, std::string_view purpose);

/// Compares in time that depends on the lengths only.
bool equal_constant_time(std::span<const std::byte> a, std::span<const std::byte> b) noexcept;

}  // namespace banyan::net
