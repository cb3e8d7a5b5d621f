/* A C program for PVM 3, in the C of 1989. It spawns itself; both are members of a group, and the spawned task tells
   its instance number and the version of the library. */
#include <stdio.h>
#include <string.h>

#include "pvm3.h"

#define GROUP "hello"
#define ANSWER 1

static void answer(int parent) {
    int instance = pvm_joingroup(GROUP);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&instance, 1, 1);
    pvm_pkstr(pvm_version());
    pvm_send(parent, ANSWER);
}

static int is_right(int child) {
    struct timeval limit;
    char version[80];
    int instance = -1;
    limit.tv_sec = 30;
    limit.tv_usec = 0;
    version[0] = '\0';
    if (pvm_trecv(child, ANSWER, &limit) <= 0) return 0;
    pvm_upkint(&instance, 1, 1);
    pvm_upkstr(version);
    return instance == 1 && strcmp(version, PVM_VER) == 0;
}

int main(int argc, char** argv) {
    int parent, child = 0, right;
    parent = pvm_parent();
    if (parent > 0) {
        answer(parent);
        pvm_exit();
        return 0;
    }
    right = argc == 1 && pvm_joingroup(GROUP) == 0;
    right = right && pvm_spawn(argv[0], (char**)0, PvmTaskDefault, "", 1, &child) == 1 && is_right(child);
    printf("pvm %s: %s\n", pvm_version(), right ? "right" : "wrong");
    pvm_exit();
    return right ? 0 : 1;
}
