/* The debug masks of the library and of the daemon are those of PVMTASKDEBUG and PVMDDEBUG: 0x14 and 0x21. */
#include <pvm3.h>

int main(void) {
    int question = 5, count = 0, mask = 0;
    if (pvm_getopt(PvmDebugMask) != 0 && pvm_getopt(PvmDebugMask) != 0x14) return 1;
    if (pvm_mytid() < 0) return 2;
    if (pvm_getopt(PvmDebugMask) != 0x14) return 3;
    if (pvm_tickle(1, &question, &count, &mask) != 0 || count != 1) return 4;
    return mask == 0x21 ? 0 : 5;
}
