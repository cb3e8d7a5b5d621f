#include "advisor/ring.hpp"

#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"

namespace banyan::advisor {
namespace {

constexpr int first_tag = 10;

}  // namespace

ring::ring(const net::group& world, std::size_t longest_bytes, int most_messages)
    : world_(world),
      outgoing_(longest_bytes),
      incoming_(static_cast<std::size_t>(most_messages), std::vector<std::byte>(longest_bytes)) {}

void ring::start(int messages, std::size_t bytes) {
    const net::rank right{(world_.rank().value + 1) % world_.size()};
    const net::rank left{(world_.rank().value + world_.size() - 1) % world_.size()};
    for (int k = 0; k < messages; ++k) {
        const auto part = std::span(incoming_[static_cast<std::size_t>(k)]).first(bytes);
        requests_.push_back(world_.async_recv(k % 2 == 0 ? left : right, net::tag{first_tag + k}, part));
    }
    for (int k = 0; k < messages; ++k) {
        const auto part = std::span<const std::byte>(outgoing_).first(bytes);
        requests_.push_back(world_.async_send(k % 2 == 0 ? right : left, net::tag{first_tag + k}, part));
    }
}

void ring::finish() {
    net::wait_all(requests_);
    requests_.clear();
}

double longest_of(const net::group& world, double mine) {
    return net::allreduce_value(world, mine, net::op::max());
}

void longest_of_each(const net::group& world, std::vector<double>& values) {
    net::allreduce(world, values, net::op::max());
}

double agreed_value(const net::group& world, double mine) {
    net::broadcast(world, mine);
    return mine;
}

}  // namespace banyan::advisor
