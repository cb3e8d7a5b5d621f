// Ranks that cannot be started are one error of libnet, and none of them begins.
#include "banyan/net/thread_world.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/common/error_of.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/common/variable_set.hpp"

namespace thread_world_test {

using namespace banyan::net;
using namespace banyan::testing;

TEST_CASE("without a folder for its sockets run_threads starts no rank", "[mailbox]") {
    const scratch_folder scratch;
    const auto too_long = scratch.path / std::string(100, 'x');
    std::filesystem::create_directory(too_long);
    const auto kind = GENERATE(transport_kind::tcp, transport_kind::unix_domain);
    std::atomic<int> begun{0};
    const auto run = [&] {
        run_threads(
            2, [&](group&) { ++begun; }, kind);
    };
    for (const auto& folder : {scratch.path / "missing", too_long}) {
        const variable_set temporary("TMPDIR", folder.string());
        const bool is_needed = folder != too_long || kind == transport_kind::unix_domain;  // else the port is enough
        CHECK(error_of(run) == (is_needed ? errc::resource_limit : errc{}));
        CHECK(begun.exchange(0) == (is_needed ? 0 : 2));
    }
}

}  // namespace thread_world_test
