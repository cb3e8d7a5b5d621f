// One attempt to connect distinguishes a virtual machine that has ended from a busy coordinator.
#include "daemon/client/try_connect.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/common/error_of.hpp"
#include "tests/common/scratch_folder.hpp"

namespace try_connect_test {

using namespace banyan;
using namespace banyan::daemon;
using acceptor = net::asio::local::stream_protocol::acceptor;
using outcome = connect_attempt::outcome;

TEST_CASE("Without a listener a connect is refused, with or without the file of the socket") {
    const banyan::testing::scratch_folder s;
    net::asio::io_context io;
    CHECK(try_connect(io, {s.path / "a", s.path / "b"}).what == outcome::refused);
    { const acceptor gone(io, (s.path / "a").string()); }
    REQUIRE(std::filesystem::exists(s.path / "a"));
    CHECK(try_connect(io, {s.path / "a", s.path / "b"}).what == outcome::refused);
}

TEST_CASE("The first socket with a listener is used, and a full queue is reported") {
    const banyan::testing::scratch_folder s;
    net::asio::io_context io;
    acceptor listener(io);
    listener.open();
    listener.bind((s.path / "b").string());
    listener.listen(0);
    auto first = try_connect(io, {s.path / "a", s.path / "b"});
    REQUIRE(first.what == outcome::connected);
    REQUIRE(first.socket);
    const auto second = try_connect(io, {s.path / "a", s.path / "b"});
    CHECK(second.what == outcome::busy);
    CHECK_FALSE(second.socket);
    listener.accept();
    CHECK(try_connect(io, {s.path / "b"}).what == outcome::connected);
}

TEST_CASE("A failure that does not mean the end of the virtual machine is an error") {
    const banyan::testing::scratch_folder s;
    net::asio::io_context io;
    std::ofstream(s.path / "file") << "x";
    CHECK(banyan::testing::error_of([&] { try_connect(io, {s.path / "file" / "below"}); }) ==
          net::errc::connect_failed);
}

}  // namespace try_connect_test
