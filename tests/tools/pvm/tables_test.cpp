#include "tools/pvm/tables.hpp"

#include <catch2/catch.hpp>
#include <vector>

// The expected texts are those of the console of PVM 3.4.6.
namespace tables_test {

using namespace banyan::pvm_console;

namespace {

char local[] = "localhost", other[] = "b", linux64[] = "LINUX64", program[] = "/home/me/slow", nothing[] = "";
const std::map<int, std::string> hosts{{0x40000, "localhost"}};

pvmtaskinfo task(int tid, int parent, int flags, char* name) {
    return {tid, parent, 0x40000, flags, name, 6119};
}

}  // namespace

TEST_CASE("the table of hosts has the columns of PVM") {
    const std::vector<pvmhostinfo> two{{0x40000, local, linux64, 1000, 0x408c41},
                                       {0x80000, other, linux64, 500, 0x408c41}};
    CHECK(hosts_table({two.data(), 1}, 1) ==
          "1 host, 1 data format\n"
          "                    HOST     DTID     ARCH   SPEED       DSIG\n"
          "               localhost    40000  LINUX64    1000 0x00408c41\n");
    const auto text = hosts_table(two, 2);
    CHECK(text.starts_with("2 hosts, 2 data formats\n"));
    CHECK(text.ends_with("                       b    80000  LINUX64     500 0x00408c41\n"));
}

TEST_CASE("the table of tasks has the columns of PVM") {
    const task_columns plain{.console = 0x40001};
    CHECK(tasks_header(plain) == "                    HOST      TID   FLAG 0x COMMAND\n");
    CHECK(task_row(task(0x4000e, 0, 2, program), hosts, plain) ==
          "               localhost    4000e       2/f /home/me/slow\n");
    CHECK(task_row(task(0x40002, 0, 6, program), hosts, plain) ==
          "               localhost    40002     6/c,f /home/me/slow\n");
    CHECK(task_row(task(0x40001, 0, 4, nothing), hosts, plain) ==
          "               localhost   (cons)       4/c -           \n");
    CHECK(task_row(task(0x40003, 0, 0x704, nothing), hosts, plain) ==
          "               localhost    40003 704/T,H,R,c -           \n");
    CHECK(task_row(task(0x40003, 0, 4, nothing), hosts, plain) ==
          "               localhost    40003       4/c -           \n");
}

TEST_CASE("the long table of tasks has the parent and the process") {
    const task_columns columns{true, 0x40001};
    CHECK(tasks_header(columns) == "                    HOST      TID     PTID    PID   FLAG 0x COMMAND\n");
    CHECK(task_row(task(0x40001, 0, 4, nothing), hosts, columns) ==
          "               localhost   (cons)        -   6119       4/c -           \n");
    CHECK(task_row(task(0x40002, 0x40001, 6, program), hosts, columns) ==
          "               localhost    40002    40001   6119     6/c,f /home/me/slow\n");
}

TEST_CASE("added and deleted hosts are counted, and an error is shown as text") {
    const std::vector<std::string> names{"b", "localhost"};
    const std::vector<int> added{0x80000, PvmDupHost}, deleted{PvmOk, PvmNoHost};
    CHECK(added_table(names, added) ==
          "1 successful\n"
          "                    HOST     DTID\n"
          "                       b    80000\n"
          "               localhost " +
              error_text_of(PvmDupHost) + "\n");
    CHECK(deleted_table(names, deleted) ==
          "1 successful\n"
          "                    HOST  STATUS\n"
          "                       b  deleted\n"
          "               localhost  " +
              error_text_of(PvmNoHost) + "\n");
}

TEST_CASE("status of hosts and tasks, entries of the mailbox") {
    CHECK(host_status_row("localhost", PvmOk) == "               localhost  ok\n");
    CHECK(task_status_row(0x40001, PvmOk) == "t   40001  run\n");
    CHECK(task_status_row(0x49999, PvmNoTask) == "t   49999  " + error_text_of(PvmNoTask) + "\n");
    char name[] = "foo";
    int indices[] = {0, 2}, owners[] = {0x40013, 0}, flags[] = {0xc, 1};
    CHECK(mailbox_entry({name, 2, indices, owners, flags}) ==
          "<foo>:\n\tindex=0 owner=0x40013/262163 flags=0xc\n\tindex=2 owner=0x0/0 flags=0x1\n\n");
}

TEST_CASE("an unknown error code has a text") {
    CHECK(error_text_of(-999) == "error -999");
    CHECK(error_text_of(PvmNoFile) != error_text_of(PvmNoHost));
}

}  // namespace tables_test
