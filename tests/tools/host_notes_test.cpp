#include "tools/banyan/host_notes.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::host_notes_test {
namespace {

daemon::host_info running(const std::string& name, const std::string& address) {
    return {.number = net::host_id{1}, .name = name, .address = address};
}

daemon::host_entry listed(const std::string& name, int slots = 0) {
    daemon::host_entry made;
    made.name = name;
    made.slots = slots;
    return made;
}

}  // namespace

TEST_CASE("hosts that share an address are noted if one of them was added without slots") {
    const std::vector<daemon::host_info> hosts{running("a", "192.0.2.1"), running("b", "192.0.2.2"),
                                               running("a.example", "192.0.2.1"), running("c", "192.0.2.3")};
    const auto notes = same_address_notes(hosts, {listed("a", 2), listed("b"), listed("a.example"), listed("c")});
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes.front(), Catch::StartsWith("hosts a, a.example have the same address 192.0.2.1; "));
    CHECK(same_address_notes(hosts, {listed("a", 2), listed("b"), listed("a.example", 1), listed("c")}).empty());
    CHECK(same_address_notes(hosts, {listed("b"), listed("c")}).empty());  // the others were added before
    CHECK(same_address_notes({hosts[0], hosts[1]}, {listed("a"), listed("b")}).empty());
    CHECK(same_address_notes({}, {}).empty());
    const std::vector<daemon::host_info> here{running("a", "127.0.0.1"), running("b", "127.0.0.1")};
    CHECK(same_address_notes(here, {listed("a"), listed("b")}).empty());
}

}  // namespace banyan::tools::host_notes_test
