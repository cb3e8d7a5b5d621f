/* Spawns COUNT tasks and prints their output and "started N": what the console does for `spawn -> -COUNT PROGRAM`.
   spawn_and_print COUNT PROGRAM [ARGUMENT...]. The exit status is 0 if all tasks have been started. */
#include <stdio.h>
#include <stdlib.h>

#include "pvm3.h"

#define MOST 64

int main(int argc, char** argv) {
    int tids[MOST], count, started;
    if (argc < 3) return 2;
    count = atoi(argv[1]);
    if (count < 1 || count > MOST) return 2;
    pvm_catchout(stdout);
    started = pvm_spawn(argv[2], argv + 3, PvmTaskDefault, (char*)"", count, tids);
    printf("started %d\n", started);
    fflush(stdout);
    pvm_exit(); /* returns when all tasks have ended */
    return started == count ? 0 : 1;
}
