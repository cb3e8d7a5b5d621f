/* Entries of the mailbox and arguments of spawned programs that are longer than 1 MiB, and what is too long. */
#include <string.h>

#include "checks.h"

enum { values = 3 << 20, too_many_values = 20 << 20, words = 12, word_bytes = 100000 };

static void put(int* data, int count, int expected) {
    int buffer = pvm_initsend(PvmDataRaw);
    CHECK(buffer > 0 && pvm_pkint(data, count, 1) == 0);
    CHECK(pvm_putinfo((char*)"long entry", buffer, PvmMboxDefault) == expected);
}

static void check_entry(void) {
    int i, *data = malloc(sizeof(int) * too_many_values), *read = malloc(sizeof(int) * values);
    CHECK(data && read);
    for (i = 0; i < too_many_values; ++i)
        data[i] = i * 7;
    put(data, values, 0);
    put(data, too_many_values, PvmOverflow);
    CHECK(pvm_recvinfo((char*)"long entry", 0, PvmMboxDefault) > 0);
    CHECK(pvm_upkint(read, values, 1) == 0 && memcmp(read, data, sizeof(int) * values) == 0);
    CHECK(pvm_delinfo((char*)"long entry", 0, PvmMboxDefault) == 0);
    free(data);
    free(read);
}

static void check_arguments(void) {
    static char text[words][word_bytes + 1];
    char* arguments[words + 1] = {NULL};
    int i, child;
    for (i = 0; i < words; ++i) {
        memset(text[i], 'a' + i, word_bytes);
        arguments[i] = text[i];
    }
    CHECK(pvm_spawn((char*)"long_entries", arguments, PvmTaskDefault, (char*)"", 1, &child) == 1);
    CHECK(received_int(child, 1) == words * word_bytes);
}

int main(int count, char** arguments) {
    int i, bytes = 0;
    if (is_first_task()) {
        check_entry();
        check_arguments();
    } else {
        for (i = 1; i < count; ++i)
            bytes += (int)strlen(arguments[i]);
        send_int(pvm_parent(), 1, bytes);
    }
    pvm_exit();
    return 0;
}
