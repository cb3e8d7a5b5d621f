/* A spawned task: sends its parent the number of its siblings, the value of CHOSEN and its first argument, waits for a
   message, and ends with status 3. */
#include "tests/pvm3/ordinary/checks.h"

int main(int count, char** arguments) {
    int* siblings;
    const char* chosen = getenv("CHOSEN");
    int number;
    CHECK(pvm_parent() > 0);
    number = pvm_siblings(&siblings);
    CHECK(pvm_initsend(PvmDataDefault) > 0);
    CHECK(pvm_packf("%d %s %s", number, chosen ? (char*)chosen : "none", count > 1 ? arguments[1] : "none") == 0);
    CHECK(pvm_send(pvm_parent(), 1) == 0);
    CHECK(pvm_recv(pvm_parent(), 2) > 0);
    pvm_exit();
    return 3;
}
