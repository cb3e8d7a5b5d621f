// Changed bytes between two tasks end their connection with a named error; no wrong byte is delivered.
// What holds where the data are plain: counted_tampering_test.cpp.
#include "tests/common/tampering_proxy.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <random>

#include "tests/common/long_form.hpp"
#include "tests/libnet/transport/attacked_tasks.hpp"

namespace tampering_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t handshake_bytes = 500;  // about, in each direction: hello, proof and TLS handshake

mailbox_options encrypted(std::size_t attacked_byte) {
    return attacked_tasks::settings(encryption_kind::between_hosts, attacked_byte < handshake_bytes ? 300ms : 3s);
}

}  // namespace

TEST_CASE("Through a proxy that changes nothing all arrives") {
    constexpr std::size_t never = std::size_t{1} << 40;
    check_unattacked_exchange(
        {.what = attack::flip, .at = never},
        attacked_tasks::settings(encryption_kind::between_hosts, mailbox_options{}.connect_timeout));
}

TEST_CASE("Bytes changed at any place between two tasks end the connection with a named error", "[tampering]") {
    const auto what = GENERATE(from_range(attacks));
    const bool from_client = GENERATE(true, false);
    std::mt19937 random(static_cast<unsigned>(what) * 2 + from_client);
    const int places = full_form() ? 400 : 4;
    for (int place = 0; place < places; ++place) {
        // Hello and proof, the TLS handshake, short messages, long ones.
        const std::size_t range[] = {88, 700, 5'000, 200'000};
        const bool waits_for_proof = what == attack::remove && place % 4 == 0;  // for 5 s: in the long form alone
        const std::size_t at = waits_for_proof && !full_form() ? 200 : random() % range[place % 4];
        INFO("attack " << static_cast<int>(what) << (from_client ? " on the client's" : " on the server's") << " byte "
                       << at);
        CHECK(attacked_exchange({what, from_client, at}, encrypted(at)).changed == 0);
    }
}

}  // namespace tampering_test
