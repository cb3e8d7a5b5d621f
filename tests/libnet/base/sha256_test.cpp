// Against the examples of FIPS 180-2 and against OpenSSL.
#include "libnet/base/sha256.hpp"

#include <openssl/evp.h>

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

namespace sha256_test {

using namespace banyan::net;

namespace {

std::string hex(const sha256_digest& digest) {
    std::string text;
    for (const std::byte b : digest) {
        text += "0123456789abcdef"[std::to_integer<int>(b) >> 4];
        text += "0123456789abcdef"[std::to_integer<int>(b) & 15];
    }
    return text;
}

std::string hex_of(const std::string& text) {
    return hex(sha256(std::as_bytes(std::span(text))));
}

sha256_digest by_openssl(std::span<const std::byte> text) {
    sha256_digest digest{};
    unsigned int length = 0;
    REQUIRE(EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char*>(digest.data()), &length, EVP_sha256(),
                       nullptr) == 1);
    REQUIRE(length == digest.size());
    return digest;
}

}  // namespace

TEST_CASE("The published examples of SHA-256") {
    CHECK(hex_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hex_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hex_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("Texts of every length around one and two blocks, in two pieces, have the digest of OpenSSL") {
    std::mt19937 random(7);
    for (std::size_t length = 0; length <= 200; ++length) {
        std::vector<std::byte> text(length);
        for (std::byte& byte : text)
            byte = static_cast<std::byte>(random());
        const auto wanted = by_openssl(text);
        const std::size_t cut = length == 0 ? 0 : random() % length;
        CHECK(sha256(std::span(text).first(cut), std::span(text).subspan(cut)) == wanted);
        CHECK(sha256(text) == wanted);
    }
}

}  // namespace sha256_test
