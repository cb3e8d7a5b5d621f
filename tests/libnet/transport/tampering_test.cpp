// Changed bytes between two tasks end their connection with a named error; no wrong byte is delivered.
// What holds where the data are plain: counted_tampering_test.cpp.
#include "tests/common/tampering_proxy.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "tests/common/long_form.hpp"
#include "tests/libnet/transport/attacked_tasks.hpp"

namespace tampering_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

const mailbox_options encrypted = attacked_tasks::settings(encryption_kind::between_hosts);

}  // namespace

TEST_CASE("Through a proxy that changes nothing all arrives") {
    check_unattacked_exchange({.what = attack::flip, .at = std::size_t{1} << 40}, encrypted);
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
        CHECK(attacked_exchange({what, from_client, at}, encrypted).changed == 0);
    }
}

}  // namespace tampering_test
