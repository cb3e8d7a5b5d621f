#include "tests/fuzz/support/fake_door.hpp"

namespace banyan::testing {
namespace {

const daemon::host_door::arrival_handler* on_arrival_of_newest = nullptr;

}  // namespace

void host_arrives(std::uint32_t number, std::shared_ptr<daemon::control_stream> stream) {
    (*on_arrival_of_newest)(number, std::move(stream));
}

}  // namespace banyan::testing

namespace banyan::daemon {

struct host_door::guest {};

host_door::host_door(net::asio::io_context& io, const net::machine_secret& secret, arrival_handler on_arrival)
    : io_(io), secret_(secret), on_arrival_(std::move(on_arrival)) {
    testing::on_arrival_of_newest = &on_arrival_;
}
host_door::~host_door() = default;
std::string host_door::listen_tcp(const std::string&) {
    return "127.0.0.1:1";
}
void host_door::adopt_tcp(int) {}
void host_door::adopt_unix(int) {}
void host_door::close() {}

}  // namespace banyan::daemon
