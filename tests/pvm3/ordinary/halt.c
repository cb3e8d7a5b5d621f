/* pvm_halt returns when the virtual machine has ended. All tasks get SIGTERM then, also this one, so it returns only to
   a program that handles the signal: the first argument is "handles". */
#include <signal.h>
#include <string.h>

#include "checks.h"

enum { not_ended = 2 };

static volatile sig_atomic_t has_signal;

static void note_signal(int number) {
    (void)number;
    has_signal = 1;
}

int main(int count, char** arguments) {
    const int handles = count > 1 && strcmp(arguments[1], "handles") == 0;
    if (handles) CHECK(signal(SIGTERM, note_signal) != SIG_ERR);
    CHECK(pvm_mytid() > 0);
    CHECK(pvm_halt() == 0);
    if (!handles) return not_ended;
    CHECK(has_signal);
    return 0;
}
