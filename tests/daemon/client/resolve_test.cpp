// How the start of several hosts is planned, with a name server that does not answer at once.
#include "daemon/client/resolve.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <netdb.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace resolve_test {

using namespace banyan;
using namespace banyan::daemon;

namespace {

/// A name "waiting-ADDRESS" is resolved only when as many of them have been asked for as expected.
class slow_name_server {
  public:
    void expect(int lookups) {
        const std::lock_guard lock(mutex_);
        expected_ = lookups;
        asked_ = 0;
        has_failed_ = false;
    }
    void wait() {
        constexpr std::chrono::seconds limit{20};
        std::unique_lock lock(mutex_);
        ++asked_;
        arrived_.notify_all();
        if (arrived_.wait_for(lock, limit, [this] { return has_failed_ || asked_ >= expected_; })) return;
        has_failed_ = true;
        arrived_.notify_all();
    }
    [[nodiscard]] bool has_failed() {
        const std::lock_guard lock(mutex_);
        return has_failed_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    int expected_ = 0;
    int asked_ = 0;
    bool has_failed_ = false;
};

slow_name_server& server() {
    static slow_name_server only;
    return only;
}

constexpr std::string_view waiting_prefix = "waiting-";

host_entry host_named(const std::string& name) {
    host_entry host;
    host.name = name;
    return host;
}

}  // namespace
}  // namespace resolve_test

// Replaces that of the C library in this program. All names but the waiting ones are resolved as before.
extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** found) {
    using function = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
    static const auto of_system = reinterpret_cast<function>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    const std::string text = name == nullptr ? "" : name;
    if (!text.starts_with(resolve_test::waiting_prefix)) return of_system(name, service, hints, found);
    resolve_test::server().wait();
    return of_system(text.substr(resolve_test::waiting_prefix.size()).c_str(), service, hints, found);
}

namespace resolve_test {

TEST_CASE("The names of hosts are resolved at the same time, and the plan has the order of the hosts") {
    constexpr int names = 5;
    server().expect(names);
    std::vector<host_entry> hosts;
    for (int i = 1; i <= names; ++i)
        hosts.push_back(host_named(fmt::format("{}127.0.0.{}", waiting_prefix, i)));
    const auto plan = plan_hosts(hosts);
    CHECK_FALSE(server().has_failed());
    REQUIRE(plan.hosts_size() == names);
    for (int i = 0; i < names; ++i) {
        CHECK(plan.hosts(i).name() == hosts[static_cast<std::size_t>(i)].name);
        CHECK(plan.hosts(i).address() == fmt::format("127.0.0.{}", i + 1));
    }
}

TEST_CASE("The error of a plan is that of the first host that is not allowed") {
    server().expect(1);
    const std::vector<host_entry> hosts{host_named(fmt::format("{}127.0.0.1", waiting_prefix)), host_named("-first"),
                                        host_named("-second")};
    CHECK_THROWS_WITH(plan_hosts(hosts), Catch::Contains("'-first' is not a valid name of a host"));
}

}  // namespace resolve_test
