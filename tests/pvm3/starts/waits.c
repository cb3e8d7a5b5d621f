/* Enrols and waits for a message for ever. Errors are shown. */
#include <pvm3.h>
#include <stdio.h>

int main(void) {
    if (pvm_mytid() < 0) return 1;
    printf("running\n");
    fflush(stdout);
    return pvm_recv(-1, -1);
}
