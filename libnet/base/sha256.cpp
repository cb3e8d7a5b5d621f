#include "libnet/base/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace banyan::net {
namespace {

using word = std::uint32_t;

// FIPS 180-4, section 4.2.2.
constexpr std::array<word, 64> constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

class hasher {
  public:
    void add(std::span<const std::byte> bytes) {
        length_bytes_ += bytes.size();
        for (const std::byte byte : bytes)
            add(byte);
    }

    sha256_digest finish() {
        const std::uint64_t bits = length_bytes_ * 8;
        add(std::byte{0x80});
        while (filled_ != sha256_block_bytes - sizeof bits)
            add(std::byte{0});
        for (int shift = 56; shift >= 0; shift -= 8)
            add(static_cast<std::byte>(bits >> shift));
        sha256_digest digest;
        for (std::size_t i = 0; i < digest.size(); ++i)
            digest[i] = static_cast<std::byte>(state_[i / 4] >> (24 - 8 * (i % 4)));
        return digest;
    }

  private:
    void add(std::byte byte) {
        block_[filled_++] = byte;
        if (filled_ < sha256_block_bytes) return;
        filled_ = 0;
        mix_block();
    }

    [[nodiscard]] std::array<word, 64> schedule() const {
        std::array<word, 64> w;
        for (std::size_t t = 0; t < 16; ++t) {
            w[t] = 0;
            for (std::size_t i = 0; i < 4; ++i)
                w[t] = w[t] << 8 | std::to_integer<word>(block_[4 * t + i]);
        }
        for (std::size_t t = 16; t < w.size(); ++t) {
            const word a = w[t - 15], b = w[t - 2];
            const word s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
            const word s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
            w[t] = s1 + w[t - 7] + s0 + w[t - 16];
        }
        return w;
    }

    void mix_block() {
        const auto w = schedule();
        auto [a, b, c, d, e, f, g, h] = state_;
        for (std::size_t t = 0; t < w.size(); ++t) {
            const word s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
            const word t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[t] + w[t];
            const word s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
            const word t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
        }
        const std::array<word, 8> added{a, b, c, d, e, f, g, h};
        std::ranges::transform(state_, added, state_.begin(), [](word x, word y) { return x + y; });
    }

    std::array<word, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::byte, sha256_block_bytes> block_;
    std::size_t filled_ = 0;
    std::uint64_t length_bytes_ = 0;
};

}  // namespace

sha256_digest sha256(std::span<const std::byte> first, std::span<const std::byte> second) {
    hasher one;
    one.add(first);
    one.add(second);
    return one.finish();
}

}  // namespace banyan::net
