// Peers whose stream ends in a wrong way: each is a named error for that peer, and other pairs continue.
#include <catch2/catch.hpp>

#include "libnet/transport/authenticate.hpp"
#include "libnet/wire/frame.hpp"
#include "tests/libnet/transport/socket_tasks.hpp"

namespace broken_stream_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

// A peer that the test plays: it completes the handshake and then sends the bytes that the test gives it.
class puppet {
  public:
    puppet(const socket_tasks& tasks, std::size_t self, std::size_t peer) : socket_(io_) {
        self_ = tasks.task(self);
        peer_ = tasks.task(peer);
        socket_.connect(parse_endpoint(tasks.table()[peer].endpoints.tcp[0]));
        auto proof = std::make_shared<handshake>(handshake_role::initiator, tasks.secret(), handshake_purpose::data,
                                                 self_, peer_);
        proof->set_parameter(1 << 20);
        std::optional<error> failure;
        async_authenticate(
            socket_, proof, [&](const std::optional<error>& f) { failure = f; }, limit);
        io_.run();
        if (failure) throw error(*failure);
        wire::header_buffer welcome;
        asio::read(socket_, asio::buffer(welcome));
    }
    /// An eager message of `size` bytes, of which only the first `sent` bytes of header and payload leave.
    void send_part(std::size_t size, std::size_t sent) {
        const auto header = wire::encode({.kind = wire::frame_kind::eager,
                                          .source = self_,
                                          .destination = peer_,
                                          .tag = tag{1},
                                          .length_bytes = size});
        std::vector<std::byte> bytes(header.begin(), header.end());
        bytes.resize(header.size() + size);
        asio::write(socket_, asio::buffer(bytes.data(), sent));
    }
    void finish() { socket_.close(); }
    void reset() {
        socket_.set_option(asio::socket_base::linger(true, 0));  // close() then sends a RST
        socket_.close();
    }

  private:
    asio::io_context io_;
    stream_socket socket_;
    task_id self_, peer_;
};

constexpr bool on_one_host = true;  // so that the frames are not counted

mailbox_options plain() {
    mailbox_options options;
    options.encryption = encryption_kind::none;
    return options;
}

struct puppet_world {
    socket_tasks tasks{{{"127.0.0.1"}, {"127.0.0.1"}, {"127.0.0.1"}}, plain(), {}, make_secret(), on_one_host};
    // The test plays task 1; task 0 receives from it in the background.
    template <class F>
    std::string loss_after(F play) {
        std::string text;
        background receiver([&] {
            try {
                (void)tasks.box(0).recv({tasks.task(1), tag{1}}, limit);
            } catch (const error& e) {
                demand(e.which() == errc::peer_lost && e.peer() == tasks.task(1), e.what());
                text = e.what();
            }
        });
        play();
        CHECK(receiver.failure().empty());
        return text;
    }
    void others_go_on() { meet(tasks, 2, 0); }
};

}  // namespace

TEST_CASE("an end inside a header or a payload is peer_lost and says so", "[errors]") {
    const std::size_t sent = GENERATE(1u, 39u, 40u, 41u, 139u);
    puppet_world world;
    const auto text = world.loss_after([&] {
        puppet peer(world.tasks, 1, 0);
        peer.send_part(100, sent);
        peer.finish();
    });
    CHECK(text.find("inside a message") != std::string::npos);
    world.others_go_on();
}

TEST_CASE("an end between messages without a goodbye is peer_lost", "[errors]") {
    puppet_world world;
    const auto text = world.loss_after([&] {
        puppet peer(world.tasks, 1, 0);
        peer.finish();
    });
    CHECK(text.find("without a goodbye") != std::string::npos);
    world.others_go_on();
}

TEST_CASE("a connection reset is peer_lost and says so", "[errors]") {
    const std::size_t sent = GENERATE(0u, 20u, 90u);
    puppet_world world;
    const auto text = world.loss_after([&] {
        puppet peer(world.tasks, 1, 0);
        peer.send_part(100, sent);
        peer.reset();
    });
    CHECK(text.find("reset") != std::string::npos);
    world.others_go_on();
}

}  // namespace broken_stream_test
