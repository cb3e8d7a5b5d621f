// The messages of the other side are read, regardless of how it has ended.
#include "daemon/common/control_stream.hpp"

#include <boost/asio/local/connect_pair.hpp>
#include <catch2/catch.hpp>
#include <vector>

#include "libnet/joining/control.pb.h"

namespace control_stream_test {

using namespace banyan::daemon;
namespace asio = banyan::net::asio;
namespace control = banyan::net::control;

namespace {

/// A stream and the socket at the other end of its connection.
struct connection {
    connection() {
        asio::local::stream_protocol::socket near_end(io);
        boost::asio::local::connect_pair(near_end, far_end);
        stream = std::make_shared<control_stream>(banyan::net::stream_socket(std::move(near_end)));
        stream->start([this](const std::string& body) { said.push_back(body); },
                      [this](const std::string&) { said.emplace_back("closed"); });
    }
    void say(const std::string& body) { asio::write(far_end, asio::buffer(banyan::net::control_frame(body))); }

    asio::io_context io;
    asio::local::stream_protocol::socket far_end{io};
    std::shared_ptr<control_stream> stream;
    std::vector<std::string> said;
};

using words = std::vector<std::string>;

}  // namespace

TEST_CASE("draining delivers what has arrived and does not wait for an end that another process holds open") {
    connection c;
    c.say("first");
    c.say("last");
    c.stream->drain([&] { c.said.emplace_back("drained"); });
    c.io.run();
    CHECK(c.said == words{"first", "last", "drained"});
    CHECK_FALSE(c.stream->is_open());
    c.stream->drain([&] { c.said.emplace_back("again"); });
    CHECK(c.said.back() == "again");
}

TEST_CASE("draining does not wait if nothing has arrived, also while a write is blocked") {
    connection c;
    const std::string much(1 << 19, 'x');
    for (int i = 0; i < 8; ++i) {
        control::ToTask message;
        message.mutable_refusal()->set_text(much);
        c.stream->send(message);
    }
    c.io.poll();
    c.say("word");
    c.stream->drain([&] { c.said.emplace_back("drained"); });
    c.io.run();
    CHECK(c.said == words{"word", "drained"});
}

TEST_CASE("a write to a side that has just closed does not lose its last messages") {
    connection c;
    c.io.poll();
    c.say("leave");
    c.far_end.close();
    c.stream->send(control::Leave());
    c.io.run();
    CHECK(c.said == words{"leave", "closed"});
}

}  // namespace control_stream_test
