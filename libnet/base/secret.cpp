#include "libnet/base/secret.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include "banyan/net/error.hpp"

namespace banyan::net {

void fill_random(std::span<std::byte> bytes) {
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size())) != 1)
        throw error(errc::resource_limit, "the system's random generator gave no bytes");
}

machine_secret make_secret() {
    machine_secret secret;
    fill_random(secret);
    return secret;
}

void wipe(std::span<std::byte> bytes) noexcept {
    OPENSSL_cleanse(bytes.data(), bytes.size());
}

std::array<std::byte, 32> authentication_code(const machine_secret& secret, std::span<const std::byte> text) {
    std::array<std::byte, 32> code;
    unsigned int length = 0;
    const auto* done = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
                            reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                            reinterpret_cast<unsigned char*>(code.data()), &length);
    if (done == nullptr || length != code.size()) throw error(errc::resource_limit, "HMAC-SHA256 is not available");
    return code;
}

bool equal_constant_time(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace banyan::net
