#include "libnet/base/secret.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <memory>

#include "banyan/net/error.hpp"

namespace banyan::net {

void fill_random(std::span<std::byte> bytes) {
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size())) != 1)
        throw error(errc::resource_limit, "the system's random generator gave no bytes");
}

secret_key make_secret() {
    secret_key secret;
    fill_random(secret);
    return secret;
}

void wipe(std::span<std::byte> bytes) noexcept {
    OPENSSL_cleanse(bytes.data(), bytes.size());
}

std::array<std::byte, 32> authentication_code(const secret_key& secret, std::span<const std::byte> text) {
    std::array<std::byte, 32> code;
    unsigned int length = 0;
    const auto* done = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
                            reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                            reinterpret_cast<unsigned char*>(code.data()), &length);
    if (done == nullptr || length != code.size()) throw error(errc::resource_limit, "HMAC-SHA256 is not available");
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
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace banyan::net
