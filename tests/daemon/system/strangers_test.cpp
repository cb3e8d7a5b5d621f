// Connections of unknown programs to the ports of a virtual machine. With BANYAN_TEST_FULL=1: many more.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"
#include "tests/daemon/system/listening.hpp"

namespace strangers_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

const std::vector<std::string> by_launcher{"--launcher", "env X={host}"};  // connects over TCP

std::vector<std::string> up_by_launcher(std::vector<std::string> verb_and_hosts) {
    verb_and_hosts.insert(verb_and_hosts.begin() + 1, by_launcher.begin(), by_launcher.end());
    return verb_and_hosts;
}

std::vector<std::string> listeners(const arena& a, const std::string& text) {
    std::vector<std::string> all;
    for (const pid_t pid : a.processes_with(text))
        for (const auto& one : tcp_listeners(pid))
            if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
    return all;
}

struct numbers {
    int idle, dripping, connects_per_second;
};

numbers attack_size(const numbers& usual) {
    return full_form() ? numbers{2000, 500, 10'000} : usual;
}

/// The program that makes the connections. It runs until it is ended.
std::vector<std::string> attack(const numbers& size, const std::vector<std::string>& targets) {
    std::vector<std::string> words{built("daemon_test_strangers"), std::to_string(size.idle),
                                   std::to_string(size.dripping), std::to_string(size.connects_per_second), "100"};
    words.insert(words.end(), targets.begin(), targets.end());
    return words;
}

double number_behind(const std::string& text, const std::string& word) {
    const auto at = text.find(word);
    REQUIRE(at != text.npos);
    return std::stod(text.substr(at + word.size()));
}

/// The output of a run. Its tasks send their first messages after `before(addresses on which they listen)` has
/// returned.
std::string ping_after(const arena& a, int tasks,
                       const std::function<void(const std::vector<std::string>& ports)>& before) {
    const std::string pipe = (a.folder() / "go").string();
    ::unlink(pipe.c_str());
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    child c(a, banyan_command({"run", "-n", std::to_string(tasks), "--", built("daemon_test_ping"),
                               full_form() ? "20000" : "100", pipe}));
    REQUIRE(c.wait_for_output("up\n"));
    before(listeners(a, "daemon_test_ping"));
    const int go = ::open(pipe.c_str(), O_WRONLY | O_CLOEXEC);
    const auto r = c.finish();
    ::close(go);
    CHECK(r.err.empty());
    CHECK(r.status == 0);
    return r.out;
}

}  // namespace

TEST_CASE("Strangers at the port of the coordinator do not prevent a host from connecting") {
    const arena a;
    REQUIRE(run_banyan(a, up_by_launcher({"up", "127.0.0.4"})).status == 0);
    const auto port = listeners(a, "banyand coordinator");
    REQUIRE(port.size() == 1);
    child strangers(a, attack(attack_size({300, 100, 200}), port));
    REQUIRE(strangers.wait_for_output("ready\n"));
    for (const std::string host : {"127.0.0.5", "127.0.0.6", "127.0.0.7", "127.0.0.8", "127.0.0.9", "127.0.0.10"}) {
        const auto added = run_banyan(a, up_by_launcher({"add", host}));
        CHECK(added.err.empty());
        CHECK(added.status == 0);
    }
    CHECK(run_banyan(a, {"run", "-n", "2", "--per-host", "1", "--", "true"}).status == 0);
    strangers.close_input();
    CHECK(strangers.finish().status == 0);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Strangers at the ports of tasks do not prevent their connections") {
    const arena a;
    const std::string hosts = a.file("hosts.txt", "a address=127.0.0.2 slots=1\nb address=127.0.0.3 slots=1\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
    std::unique_ptr<child> strangers;
    const std::string loud = ping_after(a, 2, [&](const auto& ports) {
        CHECK(ports.size() == 2);
        strangers = std::make_unique<child>(a, attack(attack_size({1800, 200, 200}), ports));
        REQUIRE(strangers->wait_for_output("ready\n"));
    });
    strangers->close_input();
    const auto made = strangers->finish();
    CHECK(made.status == 0);
    if (full_form()) CHECK(number_behind(loud, "barrier ") < 1000);  // bench/flood measures the times of messages
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Tasks of one host listen on no port unless the transport is TCP, nor does a coordinator of local hosts") {
    const std::string transport = GENERATE("auto", "tcp");
    CAPTURE(transport);
    arena a;
    a.environment["BANYAN_TRANSPORT"] = transport;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    ping_after(a, 3, [&](const auto& ports) {
        CHECK(ports.size() == (transport == "tcp" ? 3 : 0));
        CHECK(listeners(a, "banyand").empty());
    });
    run_banyan(a, {"down"});
}

TEST_CASE("Many hosts start at the same time") {
    const int hosts = full_form() ? 250 : 30;
    for (int i = 0; i < (full_form() ? 10 : 1); ++i) {
        const arena a;
        std::vector<std::string> verb{"up"};
        for (int host = 1; host <= hosts; ++host)
            verb.push_back("127.0.1." + std::to_string(host));
        const auto up = run_banyan(a, up_by_launcher(verb));
        CHECK(up.err.empty());
        CHECK(up.status == 0);
        CHECK(count_lines(run_banyan(a, {"hosts"}).out) == hosts + 1);
        run_banyan(a, {"down"});
        CHECK(a.empty_within(clean_up_limit));
    }
}

}  // namespace strangers_test
