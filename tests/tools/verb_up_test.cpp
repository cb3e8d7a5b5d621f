// banyan up as a user runs it: what is left if the measurement of --measure fails.
#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace verb_up_test {

using namespace banyan::testing;

TEST_CASE("a virtual machine whose speeds cannot be measured is taken down") {
    const own_virtual_machines folder;
    // Every task refuses this value when it starts.
    check_failed(run_banyan_in_shell("BANYAN_ENCRYPTION=none exec \"$0\" up --measure"), 1,
                 {"--measure: ", "BANYAN_ENCRYPTION", "the virtual machine is down again"});
    check_failed(run_banyan({"hosts"}), 1, {"no virtual machine is running"});
    run_banyan({"down"});  // if the test has failed
}

}  // namespace verb_up_test
