// The connection to a service of the same user. The refusal of another user's needs two users: tests/daemon/system.
#include "libnet/joining/own_service.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/base/asio.hpp"
#include "tests/common/scratch_folder.hpp"

namespace own_service_test {

using namespace banyan::net;
using asio::local::stream_protocol;

namespace {

std::string refusal(const std::string& path) {
    try {
        ::close(connect_to_own_service(path, "the service"));
    } catch (const error& refused) {
        CHECK(refused.which() == errc::attach_failed);
        return refused.what();
    }
    return "";
}

}  // namespace

TEST_CASE("A service of this user is connected") {
    const banyan::testing::scratch_folder folder;
    const std::string path = folder.path / "service.sock";
    asio::io_context io;
    stream_protocol::acceptor door(io, stream_protocol::endpoint(path));
    const int connected = connect_to_own_service(path, "the service");
    stream_protocol::socket accepted(io);
    door.accept(accepted);
    CHECK(::write(connected, "x", 1) == 1);
    char received = 0;
    CHECK(asio::read(accepted, asio::buffer(&received, 1)) == 1);
    CHECK(received == 'x');
    ::close(connected);
}

TEST_CASE("A refusal names the service, its path and the reason") {
    const banyan::testing::scratch_folder folder;
    const std::string path = folder.path / "service.sock";
    CHECK(refusal(path) == "the service at " + path + " does not answer: No such file or directory");
    const std::string longer = path + std::string(200, 'x');
    CHECK(refusal(longer) == "the service at " + longer + " has too long a path for a socket");
}

}  // namespace own_service_test
