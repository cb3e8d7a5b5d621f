// Plain data between hosts: a change of the frames in transit ends the connection with a named error. No frame is
// delivered changed, twice or out of order, and none is left out. The content of messages is not protected.
#include <catch2/catch.hpp>

#include <algorithm>

#include "libnet/transport/authenticate.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libnet/transport/attacked_tasks.hpp"

namespace counted_tampering_test {

using namespace banyan::net;
using namespace banyan::testing;
using wire::frame_kind;

namespace {

// Long messages use the rendezvous, and credit has to be returned often.
mailbox_options plain(std::chrono::milliseconds connect_timeout = mailbox_options{}.connect_timeout) {
    auto options = attacked_tasks::settings(encryption_kind::none, connect_timeout);
    options.eager_limit_bytes = 60'000;
    options.unexpected_cap_bytes = 64 << 10;
    return options;
}

// Task 1 receives alone, so that credit frames come from it.
exchange_result one_way(socket_tasks& tasks) {
    background sender([&] { send_to(tasks.box(0), tasks.task(1)); });
    return receive_from(tasks.box(1), tasks.task(0));
}

exchange_result attacked_frames(const frame_attack_plan& plan) {
    const auto options = plan.kind == frame_kind::welcome ? plain(std::chrono::seconds(2)) : plain();
    return attacked_exchange({.on_frame = plan}, options, plan.kind == frame_kind::credit ? one_way : exchange);
}

frame_kind any_common_kind() {
    return GENERATE(frame_kind::eager, frame_kind::rendezvous_request, frame_kind::clear_to_send, frame_kind::data,
                    frame_kind::credit);
}

std::vector<std::size_t> places(std::initializer_list<std::size_t> few) {
    if (!full_form()) return few;
    std::vector<std::size_t> all(47);  // without the last byte: what follows may be the same
    std::generate(all.begin(), all.end(), [next = std::size_t{0}]() mutable { return next++; });
    return all;
}

// If a clear to send or the data after it is missing in both directions, both sides may wait for each other: all other
// messages may have been sent before, so nothing comes that would show it. counted_session_test.cpp leaves frames of
// all kinds out.
bool may_stall(frame_kind kind, frame_attack what) {
    const bool frame_is_missing = what == frame_attack::leave_out || what == frame_attack::swap;
    if (kind == frame_kind::data) return frame_is_missing;
    return kind == frame_kind::clear_to_send && (frame_is_missing || what == frame_attack::remove_byte);
}

// Credit is for the sender, which does not receive then: it learns of the attack, the receiver of its end.
void check_found_out(const exchange_result& result, frame_kind kind) {
    CHECK(result.changed == 0);
    if (kind == frame_kind::credit)
        CHECK_FALSE(result.ends.empty());
    else
        CHECK(result.ends.contains(errc::authentication_failed));
}

}  // namespace

TEST_CASE("Through a proxy that changes nothing all counted frames arrive", "[counted]") {
    check_unattacked_exchange({.on_frame = frame_attack_plan{.frames_before = 1'000'000}}, plain());
}

TEST_CASE("A changed bit in a header or code in transit ends the connection", "[counted][tampering]") {
    const auto kind = any_common_kind();
    for (const std::size_t at : places({0, 16, 24, 47})) {
        INFO("kind " << static_cast<int>(kind) << ", byte " << at);
        check_found_out(attacked_frames({.what = frame_attack::flip, .kind = kind, .at = at}), kind);
    }
}

TEST_CASE("Bytes removed from or inserted into a header or code end the connection", "[counted][tampering]") {
    const auto kind = any_common_kind();
    const auto what = GENERATE(frame_attack::remove_byte, frame_attack::insert_byte);
    if (may_stall(kind, what)) return;
    for (const std::size_t at : places({20, 41})) {
        INFO("kind " << static_cast<int>(kind) << ", byte " << at);
        check_found_out(attacked_frames({.what = what, .kind = kind, .at = at}), kind);
    }
}

TEST_CASE("Frames left out, repeated, swapped or inserted end the connection", "[counted][tampering]") {
    const auto kind = any_common_kind();
    const auto what =
        GENERATE(frame_attack::leave_out, frame_attack::repeat, frame_attack::swap, frame_attack::insert_frame);
    if (may_stall(kind, what)) return;
    INFO("kind " << static_cast<int>(kind) << ", attack " << static_cast<int>(what));
    check_found_out(attacked_frames({.what = what, .kind = kind}), kind);
}

TEST_CASE("A counted connection that is cut ends with a named error", "[counted][tampering]") {
    const auto kind = any_common_kind();
    for (const std::size_t at : places({0, 20, 44})) {
        INFO("kind " << static_cast<int>(kind) << ", byte " << at);
        const auto result = attacked_frames({.what = frame_attack::cut, .kind = kind, .at = at});
        CHECK(result.changed == 0);
        CHECK(result.ends == std::set{errc::peer_lost});
    }
}

TEST_CASE("A changed welcome makes no connection", "[counted][tampering]") {
    const std::size_t at = GENERATE(0u, 8u, 47u);
    const auto result =
        attacked_frames({.what = frame_attack::flip, .kind = frame_kind::welcome, .frames_before = 0, .at = at});
    CHECK(result.received == 0);
}

TEST_CASE("A changed goodbye is not accepted", "[counted][tampering]") {
    const std::size_t at = GENERATE(0u, 30u, 47u);
    auto options = plain();
    options.linger = limit;  // until the goodbye has left
    attacked_tasks world({.on_frame = frame_attack_plan{.kind = frame_kind::goodbye, .frames_before = 0, .at = at}},
                         options);
    meet(world.tasks);
    background ending([&] { world.tasks.end(0); });
    try {
        (void)world.tasks.box(1).recv({world.tasks.task(0), tag{9}}, limit);
        FAIL("a message that was not sent");
    } catch (const error& ended) {
        CHECK(ended.which() == errc::authentication_failed);
    }
    CHECK(ending.failure() == "");
    CHECK(world.attacked());
}

// What docs/security.md says of plain data.
TEST_CASE("A changed byte of payload is not detected: only that message has other content", "[counted]") {
    const auto kind = GENERATE(frame_kind::eager, frame_kind::data);
    const auto result = attacked_frames({.what = frame_attack::flip_payload, .kind = kind, .at = 5});
    CHECK(result.ends.empty());
    CHECK(result.received == 2 * exchanged_messages);
    CHECK(result.changed == 2);  // one in each direction
}

namespace {

// True if a task takes a connection for data of this purpose from a peer that knows the secret.
bool is_welcome(const socket_tasks& tasks, handshake_purpose purpose) {
    asio::io_context io;
    stream_socket socket(io);
    socket.connect(parse_endpoint(tasks.table()[0].endpoints.tcp[0]));
    auto proof =
        std::make_shared<handshake>(handshake_role::initiator, tasks.secret(), purpose, tasks.task(1), tasks.task(0));
    proof->set_parameter(1 << 20);
    async_authenticate(
        socket, proof, [](const std::optional<error>& failed) { demand(!failed, "no proof"); }, limit);
    io.run();
    socket.shutdown(stream_socket::shutdown_send);  // who waits for TLS continues
    std::byte first{};
    boost::system::error_code ended;
    return asio::read(socket, asio::buffer(&first, 1), ended) == 1;
}

}  // namespace

TEST_CASE("Plain connections between hosts that are not counted are refused, and counted ones inside a host") {
    const bool on_one_host = GENERATE(true, false);
    const std::vector<std::vector<std::string>> listen(2, {"127.0.0.1"});
    const socket_tasks tasks(listen, plain(), {}, make_secret(), on_one_host);
    CHECK(is_welcome(tasks, handshake_purpose::data) == on_one_host);
    const socket_tasks others(listen, plain(), {}, make_secret(), on_one_host);
    CHECK(is_welcome(others, handshake_purpose::counted_data) == !on_one_host);
}

TEST_CASE("Tasks of which one encrypts and one does not are not connected") {
    const std::vector<std::vector<std::string>> listen(2, {"127.0.0.1"});
    const socket_tasks tasks(listen, plain());
    CHECK_FALSE(is_welcome(tasks, handshake_purpose::encrypted_data));
}

}  // namespace counted_tampering_test
