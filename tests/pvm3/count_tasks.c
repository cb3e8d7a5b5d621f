/* Prints how many other tasks the virtual machine has. */
#include <stdio.h>

#include "pvm3.h"

int main(void) {
    struct pvmtaskinfo* list;
    int count = 0;
    pvm_mytid();
    pvm_tasks(0, &count, &list);
    printf("%d\n", count - 1);
    pvm_exit();
    return 0;
}
