/* Four tasks print 5,000 lines each. With the argument "caught", the first task prints what they print;
   with "plain", without the tids. */
#include <string.h>

#include "checks.h"

int main(int argc, char** argv) {
    int tids[4], i;
    if (!is_first_task()) {
        for (i = 0; i < 5000; ++i)
            printf("line %d of a task that prints a lot\n", i);
    } else {
        if (argc > 1) pvm_catchout(stdout);
        if (argc > 1 && strcmp(argv[1], "plain") == 0) CHECK(pvm_setopt(PvmShowTids, 0) == 1);
        CHECK(pvm_spawn("much_output", NULL, PvmTaskDefault, "", 4, tids) == 4);
    }
    pvm_exit();
    return 0;
}
