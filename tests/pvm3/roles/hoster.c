/* The hoster: it is asked about two hosts that another task adds; it runs the command for the first and refuses the
 * second. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "role.h"

enum { hosts = 2, text_bytes = 4096 };

static int add_hosts(char** names) {
    int results[hosts];
    CHECK(is_first_task());
    CHECK(pvm_reg_hoster() == PvmAlready);
    CHECK(pvm_addhosts(names, hosts, results) == 1);
    CHECK(results[0] > 0 && pvm_tidtohost(results[0]) == results[0]);
    CHECK(results[1] == PvmDenied);
    CHECK(pvm_mstat("refused.invalid") == PvmNoHost);
    pvm_exit();
    return 0;
}

/* The line that the command prints. */
static void run_command(const char* command, char* line) {
    FILE* output = popen(command, "r");
    CHECK(output && fgets(line, text_bytes, output));
    pclose(output);
}

static void answer(int source, int wait_id, const int* tids, char lines[hosts][text_bytes]) {
    int i, count = hosts;
    struct pvmminfo facts;
    CHECK(pvm_initsend(PvmDataDefault) > 0);
    CHECK(pvm_pkint(&count, 1, 1) == 0);
    for (i = hosts - 1; i >= 0; --i) /* in any order */
        CHECK(pvm_packf("%d %s", tids[i], lines[i]) == 0);
    CHECK(pvm_getminfo(pvm_getsbuf(), &facts) == 0);
    facts.wid = wait_id;
    CHECK(pvm_setminfo(pvm_getsbuf(), &facts) == 0);
    CHECK(pvm_send(source, SM_STHOSTACK) == 0);
}

static void serve(char** names) {
    int count, i, source, tids[hosts];
    char options[text_bytes], login[text_bytes], command[text_bytes], machine[text_bytes], lines[hosts][text_bytes];
    struct pvmminfo facts;
    int buffer = pvm_recv(-1, SM_STHOST);
    CHECK(buffer > 0 && pvm_bufinfo(buffer, NULL, NULL, &source) == 0 && pvm_getminfo(buffer, &facts) == 0);
    CHECK(facts.wid != 0);
    CHECK(pvm_upkint(&count, 1, 1) == 0 && count == hosts);
    for (i = 0; i < hosts; ++i) {
        CHECK(pvm_unpackf("%d %s %s %s %s", &tids[i], options, login, command, machine) == 0);
        CHECK(strncmp(login, names[i], strlen(login)) == 0);
        if (i == 0) run_command(command, lines[i]);
    }
    CHECK(strncmp(lines[0], "ddpro<", 6) == 0);
    strcpy(lines[1], "PvmDenied");
    answer(source, facts.wid, tids, lines);
}

int main(int count, char** arguments) {
    char* names[hosts] = {arguments[1], "refused.invalid"};
    int status, ready[2], unused = 0;
    pid_t other;
    CHECK(count == 2);
    CHECK(pipe(ready) == 0);
    other = fork();
    CHECK(other >= 0);
    if (other == 0) {
        CHECK(read(ready[0], &unused, sizeof unused) > 0);
        return add_hosts(names);
    }
    CHECK(is_first_task());
    pvm_setopt(PvmResvTids, 1);
    CHECK(pvm_reg_hoster() == PvmOk);
    CHECK(write(ready[1], &unused, sizeof unused) > 0);
    serve(names);
    CHECK(waitpid(other, &status, 0) == other && status == 0);
    pvm_exit();
    return 0;
}
