#include "tests/daemon/system/remote_host.hpp"

#include <catch2/catch.hpp>

namespace banyan::testing {
namespace {

std::string server_script(const arena& a) {
    return a.file("server.sh", "cd '" + a.folder().string() + R"('
mkfifo requests
exec 9<>requests
echo ready
while read -r n <&9; do
    (
        exec 8<>"done.$n"
        ')" + built("banyand") + R"(' host < "orders.$n" 2> "errors.$n" 8>&- 9>&-
        echo $? >&8
    ) &
done
)");
}

std::string launcher_script(const arena& a) {
    return a.file(remote_host::launcher_name(), "cd '" + a.folder().string() + R"('
mkfifo "done.$$"
exec 7<>"done.$$" # keeps the status until this script reads it
cat > "orders.$$"
echo $$ > requests
read -r status <&7
cat "errors.$$" >&2
exit "$status"
)");
}

}  // namespace

remote_host::remote_host(const arena& a) : arena_(a), server_(a, {"sh", server_script(a)}) {
    launcher_script(a);
    REQUIRE(server_.wait_for_output("ready\n"));
}

std::vector<std::string> remote_host::up() const {
    return {"up", "--launcher", "sh " + (arena_.folder() / launcher_name()).string() + " {host}", "127.0.0.4"};
}

std::map<pid_t, std::string> remote_host::processes() const {
    auto found = arena_.processes();
    found.erase(server_.pid());
    return found;
}

}  // namespace banyan::testing
