// The measurement of the network: equal on all ranks and usable, on one host and on several, or read from a file.
#include "libnet/collectives/network_measurement.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/collectives/link_measurement.hpp"
#include "libnet/collectives/network_model_text.hpp"
#include "libnet/messaging/group_state.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/common/variable_set.hpp"

namespace network_measurement_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto limit = 30s;

// The world's members on hosts with these names.
group on_hosts(const group& world, const std::vector<std::string>& hosts) {
    std::vector<task_id> members;
    for (int r = 0; r < world.size(); ++r)
        members.push_back(world.task(rank{r}));
    return {world.box(), members, context_id{70}, hosts};
}

// The models of all ranks.
class found_models {
  public:
    void add(const network_model& model) {
        const std::lock_guard guard(lock_);
        all_.push_back(model);
    }
    void check(int size) const {
        REQUIRE(all_.size() == static_cast<std::size_t>(size));
        for (const network_model& model : all_) {
            CHECK(is_usable(model));
            CHECK(model == all_.front());
        }
    }
    [[nodiscard]] const network_model& first() const { return all_.front(); }

  private:
    std::mutex lock_;
    std::vector<network_model> all_;
};

}  // namespace

TEST_CASE("All ranks measure the same usable network model, and the group stays usable") {
    const int size = GENERATE(1, 2, 3, 8);
    found_models found, again;
    on_every_transport(size, [&](group& world) {
        found.add(measure_network(world, limit));
        barrier(world, limit);
        again.add(measure_network(world, limit));
    });
    found.check(size);
    again.check(size);
    CHECK(found.first().shared_byte_s == 0);
}

TEST_CASE("A group of several hosts measures links inside a host and between hosts") {
    const std::vector<std::string> hosts =
        GENERATE(std::vector<std::string>{"a", "b"}, std::vector<std::string>{"a", "b", "a", "b", "c", "a"},
                 std::vector<std::string>{"c", "b", "b"}, std::vector<std::string>{"a", "b", "c", "d"});
    found_models found;
    const int size = static_cast<int>(hosts.size());
    on_every_transport(size, [&](group& world) { found.add(measure_network(on_hosts(world, hosts), limit)); });
    found.check(size);
    const link_times assumed = network_model{}.between_hosts;
    CHECK(found.first().between_hosts.start_s != assumed.start_s);
    CHECK(found.first().inside_host.start_s != network_model{}.inside_host.start_s);
    CHECK(found.first().inside_host.free_bytes == 0);
}

TEST_CASE("A group of several ranks measures its network at its first call of 4096 bytes, or at its 50th call") {
    const int size = GENERATE(1, 2, 3);
    std::atomic<int> wrong{0};
    run_threads(size, [&](group& world) {
        const auto knows_network = [](const group& g) { return detail::group_state::of(g).network.get() != nullptr; };
        const group other = world.duplicate();
        std::vector<std::byte> items(4095);
        broadcast(world, items, rank{0}, limit);
        wrong += knows_network(world);
        items.resize(4096);
        broadcast(world, items, rank{0}, limit);
        wrong += knows_network(world) != (size > 1);
        for (int call = 0; call < 60; ++call)
            barrier(other, limit);
        wrong += knows_network(other) != (size > 1);
    });
    CHECK(wrong.load() == 0);
}

TEST_CASE("A network model of a file is not measured") {
    const scratch_folder folder;
    const auto file = folder.path / "model";
    network_model model;
    model.between_hosts.byte_s = 1.0 / 3;
    if (GENERATE(true, false))
        for (const char* name : {"chain", "linear"})
            model.fastest.push_back({collective_kind::broadcast,
                                     {5, 1, 5},
                                     model.fastest.size() * 1024,
                                     {find_algorithm(collective_kind::broadcast, name)}});
    std::ofstream(file) << to_text(model);
    const variable_set variable(network_model_variable, file);
    found_models found;
    constexpr int size = 5;
    run_threads(size, [&](group& world) {
        found.add(network_of(world, limit));
        // the first rank tells the others that it has a file, and its text
        if (world.traffic().messages > 2 * 3) throw std::runtime_error("more messages than two broadcasts");
    });
    found.check(size);
    CHECK(found.first() == model);
}

TEST_CASE("The text of a network model comes before a file, and is not measured") {
    network_model model;
    model.inside_host.gap_s = 1.0 / 7;
    const variable_set file(network_model_variable, "/no/such/file"), text(network_model_text_variable, to_text(model));
    found_models found;
    run_threads(3, [&](group& world) { found.add(network_of(world, limit)); });
    found.check(3);
    CHECK(found.first() == model);
}

TEST_CASE("Measured orders of a given model decide the choice of a group") {
    network_model model;
    const std::string name = GENERATE("chain", "linear");
    constexpr int size = 4;
    constexpr std::size_t bytes = 8192;
    model.fastest = {
        {collective_kind::broadcast, {size, 1, size}, bytes, {find_algorithm(collective_kind::broadcast, name)}}};
    const variable_set text(network_model_text_variable, to_text(model));
    std::atomic<std::uint64_t> of_root = 0;
    run_threads(size, [&](group& world) {
        std::vector<std::byte> items(bytes);
        broadcast(world, items, rank{0}, limit);  // reads the model
        barrier(world, limit);
        const auto before = world.traffic().messages;
        broadcast(world, items, rank{0}, limit);
        if (world.rank().value == 0) of_root = world.traffic().messages - before;
    });
    CHECK(of_root.load() == (name == "linear" ? size - 1 : 1));
}

TEST_CASE("A text that is no network model is refused with the name of its variable") {
    const variable_set text(network_model_text_variable, "no model");
    run_threads(1, [](group& world) {
        CHECK_THROWS_WITH(network_of(world, limit), Catch::Contains("BANYAN_NETWORK_MODEL_TEXT: ") &&
                                                        Catch::Contains("line 1") && Catch::Contains("'no model'"));
    });
}

TEST_CASE("A file that is no network model is refused on the first rank and fails the group") {
    const scratch_folder folder;
    const auto file = folder.path / "model";
    if (GENERATE(true, false)) std::ofstream(file) << "no model\n";
    const variable_set variable(network_model_variable, file);
    std::array<errc, 3> failed{};
    std::string text;
    run_threads(3, [&](group& world) {
        const auto r = static_cast<std::size_t>(world.rank().value);
        try {
            (void)network_of(world, limit);
        } catch (const error& why) {
            failed[r] = why.which();
            if (r == 0) text = why.what();
        }
    });
    CHECK(failed[0] == errc::invalid_argument);
    CHECK(failed[1] != errc{});
    CHECK(failed[2] != errc{});
    CHECK_THAT(text, Catch::Contains("BANYAN_NETWORK_MODEL") && Catch::Contains(file.string()));
}

TEST_CASE("Hosts are numbered in the order of their first ranks") {
    run_threads(5, [](group& world) {
        if (world.rank().value > 0) return;
        CHECK(host_numbers(on_hosts(world, {"b", "a", "b", "c", "a"})) == std::vector<int>{0, 1, 0, 2, 1});
        CHECK(host_numbers(world) == std::vector<int>(5, 0));
    });
}

TEST_CASE("The length of a measured message suits its network") {
    CHECK(length_for(1e-3, 1e-12) == 256 * 1024);
    CHECK(length_for(1e-3, 8e-9) == 64 * 1024);  // 125,000 bytes at 1 Gbit/s
    CHECK(length_for(1e-3, 1e-6) == 16 * 1024);
    CHECK(median_of({3, 1, 2}) == 2);
    CHECK(median_of({4, 1, 3, 2}) == 2);
}

}  // namespace network_measurement_test
