// Which connections without a proof are closed for new ones.
#include "libnet/transport/admission.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <vector>

namespace admission_test {

using namespace banyan::net;
using namespace std::chrono_literals;

namespace {

peer_source at(const char* address) {
    return source_of(asio::ip::make_address(address));
}

// Connections with numbers in the order of their arrival, and the numbers of those that were cut off, in that order.
struct fixture {
    explicit fixture(const admission_limits& limits) : list(limits) {}

    admission list;
    std::vector<std::size_t> cut_off;
    std::vector<admission::place> places;
    admission::clock::time_point now{1h};

    std::size_t arrive(const peer_source& from) {
        const std::size_t number = places.size();
        places.push_back(list.admit(from, [this, number] { cut_off.push_back(number); }));
        return number;
    }
    bool speak(std::size_t number) { return places[number].hello_complete(now); }
    void go(std::size_t number) { places[number] = {}; }
};

admission_limits few() {
    admission_limits limits;
    limits.silent = 4;
    limits.with_hello = 2;
    limits.longest_proof_time = 100ms;
    return limits;
}

using numbers = std::vector<std::size_t>;

}  // namespace

TEST_CASE("a source is an IPv4 address or an IPv6 network of 64 bits") {
    CHECK(at("192.0.2.1") == at("192.0.2.1"));
    CHECK(at("192.0.2.1") != at("192.0.2.2"));
    CHECK(at("192.0.2.1") == at("::ffff:192.0.2.1"));
    CHECK(at("2001:db8:0:1::1") == at("2001:db8:0:1:ffff::2"));
    CHECK(at("2001:db8:0:1::1") != at("2001:db8:0:2::1"));
}

TEST_CASE("the oldest silent connection is closed for a new one, one with a hello is not") {
    fixture f(few());
    const auto here = at("127.0.0.1");
    for (int i = 0; i < 4; ++i)
        f.arrive(here);
    CHECK(f.cut_off.empty());
    CHECK(f.list.overloaded());
    REQUIRE(f.speak(0));
    CHECK_FALSE(f.list.overloaded());
    f.arrive(here);
    CHECK(f.cut_off.empty());
    for (int i = 0; i < 3; ++i)
        f.arrive(here);
    CHECK(f.cut_off == numbers{1, 2, 3});
    CHECK(f.list.silent() == 4);
    CHECK(f.list.overloaded());
    CHECK(f.list.with_hello() == 1);
    CHECK_FALSE(f.speak(1));  // too late
    CHECK(f.speak(7));
}

TEST_CASE("where silent connections are many, a connection of the source with the most is closed") {
    fixture f(few());
    f.arrive(at("192.0.2.1"));
    for (int i = 0; i < 20; ++i)
        f.arrive(at("192.0.2.9"));
    f.arrive(at("192.0.2.2"));
    CHECK(f.cut_off.size() == 18);
    CHECK(f.speak(0));
    CHECK(f.speak(21));
}

TEST_CASE("many sources do not keep a new connection out") {
    fixture f(few());
    for (const char* source : {"2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1", "2001:db8:0:4::1"})
        f.arrive(at(source));
    const auto newcomer = f.arrive(at("2001:db8:0:5::1"));
    CHECK(f.cut_off == numbers{0});
    CHECK(f.speak(newcomer));
}

TEST_CASE("connections with a hello are kept for a while, then the oldest is closed") {
    fixture f(few());
    const auto here = at("127.0.0.1");
    const auto first = f.arrive(here), second = f.arrive(here), third = f.arrive(here);
    REQUIRE(f.speak(first));
    f.now += 60ms;
    REQUIRE(f.speak(second));
    CHECK_FALSE(f.speak(third));
    CHECK(f.cut_off == numbers{third});
    f.now += 60ms;
    const auto fourth = f.arrive(here);
    CHECK(f.speak(fourth));
    CHECK(f.cut_off == numbers{third, first});

    SECTION("at once where another source has fewer") {
        const auto stranger = f.arrive(at("192.0.2.1"));
        CHECK(f.speak(stranger));
        CHECK(f.cut_off.back() == second);
    }
    SECTION("one that is proven or gone leaves its place") {
        f.places[second].proven();
        CHECK(f.speak(f.arrive(here)));
        f.go(fourth);
        CHECK(f.speak(f.arrive(here)));
        CHECK(f.list.with_hello() == 2);
        CHECK(f.cut_off == numbers{third, first});
    }
}

TEST_CASE("the proof time shrinks if no proofs follow hellos, and grows with slow honest peers") {
    auto limits = few();
    limits.with_hello = 1;
    limits.longest_proof_time = 800ms;
    fixture f(limits);
    const auto here = at("127.0.0.1");
    // How long the one in place keeps a newcomer out; at the end the newcomer is in its place.
    const auto kept_out_for = [&] {
        const auto start = f.now;
        while (!f.speak(f.arrive(here)))
            f.now += 1ms;
        return f.now - start;
    };
    REQUIRE(f.speak(f.arrive(here)));
    CHECK(kept_out_for() == 800ms);
    CHECK(kept_out_for() == 700ms);
    for (int i = 0; i < 30; ++i)
        kept_out_for();
    CHECK(kept_out_for() == 50ms);

    f.now += 40ms;  // no new connection
    f.places.back().proven(f.now);
    REQUIRE(f.speak(f.arrive(here)));
    CHECK(kept_out_for() == 160ms);
    f.places.back().proven(f.now + 1ms);
    REQUIRE(f.speak(f.arrive(here)));
    CHECK(kept_out_for() == 140ms);
}

TEST_CASE("proofs have a budget for all sources and for each, which time fills again") {
    admission_limits limits;
    limits.proofs = 5;
    limits.proofs_per_source = 3;
    fixture f(limits);
    const auto prove = [&f](const char* source) {
        const auto one = f.arrive(at(source));
        const bool had = f.speak(one);
        f.go(one);
        return had;
    };
    for (int i = 0; i < 3; ++i)
        CHECK(prove("192.0.2.1"));
    CHECK_FALSE(prove("192.0.2.1"));
    CHECK(prove("192.0.2.2"));
    CHECK(prove("192.0.2.3"));
    CHECK_FALSE(prove("192.0.2.4"));
    CHECK(f.cut_off.size() == 2);
    f.now += limits.window;
    CHECK(prove("192.0.2.1"));
}

TEST_CASE("without a descriptor the oldest silent connection of any source is closed") {
    fixture f(few());
    CHECK_FALSE(f.list.make_room());
    REQUIRE(f.speak(f.arrive(at("192.0.2.1"))));
    CHECK_FALSE(f.list.make_room());
    f.arrive(at("192.0.2.2"));
    f.arrive(at("192.0.2.1"));
    CHECK(f.list.make_room());
    CHECK(f.cut_off == numbers{1});
}

TEST_CASE("a place may outlive its list, and be moved") {
    std::optional<admission> list(std::in_place);
    int cut_off = 0;
    auto place = list->admit(at("::1"), [&] { ++cut_off; });
    auto moved = std::move(place);
    CHECK(list->silent() == 1);
    list.reset();
    CHECK_FALSE(moved.hello_complete());
    moved.proven();
    CHECK(cut_off == 0);
}

TEST_CASE("limits are small against the descriptors of the process") {
    CHECK(admission_limits_for(1024).silent + admission_limits_for(1024).with_hello == 128);
    CHECK(admission_limits_for(1 << 20).silent == 256);
    CHECK(admission_limits_for(0).with_hello == 32);
}

}  // namespace admission_test
