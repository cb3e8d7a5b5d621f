#include "advisor/contention_cases.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace contention_cases_test {

using namespace banyan::advisor;

namespace {

using sent = std::vector<std::pair<int, int>>;

// The messages of the case at this place with so many of them; empty if there is none.
sent messages_of(const std::vector<contention_case>& cases, const std::string& place, std::size_t count) {
    for (const auto& one : cases)
        if (one.place == place && one.messages.size() == count) return one.messages;
    return {};
}

std::vector<std::string> hosts_of(int hosts, int ranks_each) {
    std::vector<std::string> found;
    for (int rank = 0; rank < hosts * ranks_each; ++rank)
        found.push_back("h" + std::to_string(rank / ranks_each));
    return found;
}

}  // namespace

TEST_CASE("messages at once share a link, a host or only the medium") {
    const std::vector<std::string> hosts{"a", "a", "b", "c", "d"};
    const auto cases = contention_cases(hosts);
    CHECK(cases.front().place == "one link");
    CHECK(cases.front().messages == sent{{0, 2}});
    CHECK(messages_of(cases, "one link", 2) == sent(2, {0, 2}));
    CHECK(messages_of(cases, "one link", 4) == sent(4, {0, 2}));
    CHECK(messages_of(cases, "one host", 2) == sent{{0, 2}, {1, 3}});
    CHECK(messages_of(cases, "the medium", 2) == sent{{0, 2}, {3, 4}});
    CHECK(cases.size() == 5);  // for four messages there are too few ranks on other hosts, and too few hosts
}

TEST_CASE("no two messages of a host or of the medium have both ranks in common, for any number of hosts and ranks") {
    for (int count = 1; count <= 9; ++count) {
        for (int each = 1; each <= 3; ++each) {
            const auto hosts = hosts_of(count, each);
            const auto cases = contention_cases(hosts);
            CHECK(cases.empty() == (hosts.size() < 2));
            for (const auto& one : cases) {
                const bool on_link = one.place == "one link";
                const std::set<std::pair<int, int>> different(one.messages.begin(), one.messages.end());
                CHECK(different.size() == (on_link ? 1 : one.messages.size()));
                std::set<std::string> of_medium;
                for (const auto& [from, to] : one.messages) {
                    const auto& sender = hosts.at(static_cast<std::size_t>(from));
                    const auto& receiver = hosts.at(static_cast<std::size_t>(to));
                    CHECK(from != to);
                    CHECK((sender != receiver) == (count > 1));
                    CHECK((one.place == "the medium" || sender == "h0"));
                    of_medium.insert({sender, receiver});
                }
                if (one.place == "the medium") CHECK(of_medium.size() == 2 * one.messages.size());
            }
        }
    }
}

TEST_CASE("eight hosts have all cases") {
    CHECK(contention_cases(hosts_of(8, 1)).size() == 1 + 2 * contention_places.size());
    CHECK(contention_cases(hosts_of(1, 8)).size() == 1 + 2 * 2);  // without the medium
    CHECK(contention_cases(hosts_of(1, 1)).empty());
}

}  // namespace contention_cases_test
