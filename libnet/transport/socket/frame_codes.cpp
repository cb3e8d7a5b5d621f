#include "libnet/transport/socket/frame_codes.hpp"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include <algorithm>

#include "banyan/net/error.hpp"
#include "libnet/wire/little_endian.hpp"

namespace banyan::net::detail {
namespace {

EVP_MAC_CTX* new_context() {
    const std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)> mac(EVP_MAC_fetch(nullptr, "SIPHASH", nullptr),
                                                                &EVP_MAC_free);
    EVP_MAC_CTX* made = mac ? EVP_MAC_CTX_new(mac.get()) : nullptr;
    std::size_t size = code_bytes;
    const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                     OSSL_PARAM_construct_end()};
    if (made == nullptr || EVP_MAC_CTX_set_params(made, parameters) != 1) {
        EVP_MAC_CTX_free(made);
        throw error(errc::resource_limit, "SipHash is not available");
    }
    return made;
}

const unsigned char* octets(std::span<const std::byte> bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

frame_codes::frame_codes(const secret_key& key) : key_{}, context_(new_context(), &EVP_MAC_CTX_free) {
    std::copy_n(key.begin(), key_.size(), key_.begin());
}

frame_codes::~frame_codes() {
    wipe(key_);
}

std::optional<frame_code> frame_codes::code(std::uint64_t number,
                                            std::span<const std::byte, wire::header_bytes> header) {
    std::array<std::byte, sizeof number + wire::header_bytes> text;
    wire::put(text, 0, number);
    std::ranges::copy(header, text.begin() + sizeof number);
    frame_code made;
    std::size_t size = 0;
    const bool done =
        EVP_MAC_init(context_.get(), octets(key_), key_.size(), nullptr) == 1 &&
        EVP_MAC_update(context_.get(), octets(text), text.size()) == 1 &&
        EVP_MAC_final(context_.get(), reinterpret_cast<unsigned char*>(made.data()), &size, made.size()) == 1 &&
        size == made.size();
    return done ? std::optional(made) : std::nullopt;
}

}  // namespace banyan::net::detail
