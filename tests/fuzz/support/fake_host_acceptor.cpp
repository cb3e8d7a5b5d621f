#include "tests/fuzz/support/fake_host_acceptor.hpp"

namespace banyan::testing {
namespace {

const daemon::host_acceptor::arrival_handler* on_arrival_of_newest = nullptr;

}  // namespace

void host_arrives(std::uint32_t number, std::shared_ptr<daemon::control_stream> stream) {
    (*on_arrival_of_newest)(number, std::move(stream));
}

}  // namespace banyan::testing

namespace banyan::daemon {

struct host_acceptor::candidate {};

host_acceptor::host_acceptor(net::asio::io_context& io, const net::secret_key& secret, arrival_handler on_arrival,
                             net::task_id)
    : io_(io), secret_(secret), on_arrival_(std::move(on_arrival)) {
    testing::on_arrival_of_newest = &on_arrival_;
}
host_acceptor::~host_acceptor() = default;
std::string host_acceptor::listen_tcp(const std::string&) {
    return "127.0.0.1:1";
}
void host_acceptor::adopt_tcp(int) {}
void host_acceptor::adopt_unix(int) {}
void host_acceptor::close() {}

}  // namespace banyan::daemon
