#include "tests/fuzz/support/fake_keeper.hpp"

namespace banyan::testing {

daemon::kept_state& kept() {
    static daemon::kept_state all;
    return all;
}

void forget_kept() {
    auto& all = kept();
    all.secret.fill(std::byte{'s'});
    all.last_host = 0;
    all.last_run = 0;
    all.plain_data = false;
    all.has_lost_hosts = false;
    for (auto& host : all.hosts)
        host = 0;
}

}  // namespace banyan::testing

namespace banyan::daemon {

keeper_link::keeper_link(int restarts, int) : state_(testing::kept()), restarts_(restarts), keeper_(0) {
    socket_ = folder_ = hosts_ = commands_ = -1;
}
keeper_link::~keeper_link() = default;

pid_t keeper_link::keeper() const {
    return keeper_;
}

void keeper_link::tell(keeper_message, int) {}

}  // namespace banyan::daemon
