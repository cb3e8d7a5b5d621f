#include "libnet/base/secret.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "banyan/net/error.hpp"
#include "libnet/base/sha256.hpp"

namespace banyan::net {

void fill_random(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const auto n = ::getrandom(bytes.data(), bytes.size(), 0);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw error(errc::resource_limit, "the system's random generator gave no bytes");
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
}

secret_key make_secret() {
    secret_key secret;
    fill_random(secret);
    return secret;
}

void wipe(std::span<std::byte> bytes) noexcept {
    ::explicit_bzero(bytes.data(), bytes.size());
}

// RFC 2104. The key is shorter than a block.
std::array<std::byte, 32> authentication_code(const secret_key& secret, std::span<const std::byte> text) {
    std::array<std::byte, sha256_block_bytes> inner, outer;
    static_assert(sizeof secret <= sizeof inner);
    inner.fill(std::byte{0x36});
    outer.fill(std::byte{0x5c});
    for (std::size_t i = 0; i < secret.size(); ++i) {
        inner[i] ^= secret[i];
        outer[i] ^= secret[i];
    }
    const auto code = sha256(outer, sha256(inner, text));
    wipe(inner);
    wipe(outer);
    return code;
}

secret_key derive_key(const secret_key& secret, std::span<const std::byte> salt, std::string_view purpose) {
    const std::unique_ptr<EVP_KDF, decltype(&EVP_KDF_free)> kdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr), &EVP_KDF_free);
    const std::unique_ptr<EVP_KDF_CTX, decltype(&EVP_KDF_CTX_free)> context(EVP_KDF_CTX_new(kdf.get()),
                                                                            &EVP_KDF_CTX_free);
    const auto octets = [](const char* name, const void* bytes, std::size_t size) {
        return OSSL_PARAM_construct_octet_string(name, const_cast<void*>(bytes), size);
    };
    char digest[] = "SHA256";
    const std::array<OSSL_PARAM, 5> parameters{
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        octets(OSSL_KDF_PARAM_KEY, secret.data(), secret.size()), octets(OSSL_KDF_PARAM_SALT, salt.data(), salt.size()),
        octets(OSSL_KDF_PARAM_INFO, purpose.data(), purpose.size()), OSSL_PARAM_construct_end()};
    secret_key key;
    if (!context ||
        EVP_KDF_derive(context.get(), reinterpret_cast<unsigned char*>(key.data()), key.size(), parameters.data()) != 1)
        throw error(errc::resource_limit, "HKDF-SHA256 is not available");
    return key;
}

bool equal_constant_time(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
    if (a.size() != b.size()) return false;
    volatile unsigned char different = 0;  // volatile: the loop cannot end early
    for (std::size_t i = 0; i < a.size(); ++i)
        different = static_cast<unsigned char>(different | std::to_integer<unsigned char>(a[i] ^ b[i]));
    return different == 0;
}

}  // namespace banyan::net
