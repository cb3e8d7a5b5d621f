/* Programs ask for this computer by the name that gethostname() returns, whatever the virtual machine calls its host.
 */
#include <unistd.h>

#include "checks.h"

int main(void) {
    char name[256] = "";
    char* names[] = {name};
    int child = 0, code = 0, count = 0;
    if (!is_first_task()) {
        pvm_exit();
        return 0;
    }
    CHECK(gethostname(name, sizeof name - 1) == 0);
    CHECK(status_of_host(name) == 0);
    CHECK(pvm_spawn((char*)"own_name", NULL, PvmTaskHost, name, 1, &child) == 1);
    CHECK(pvm_tidtohost(child) == pvm_tidtohost(pvm_mytid()));
    CHECK(pvm_addhosts(names, 1, &code) == 0 && code == PvmDupHost);
    CHECK(pvm_delhosts(names, 1, &code) == 0 && code == PvmBadParam);
    CHECK(pvm_config(&count, NULL, NULL) == 0 && count == 1);
    pvm_exit();
    return 0;
}
