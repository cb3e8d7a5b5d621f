/* tracer: registers as the tracer of the virtual machine and writes the events and the output of tasks to a trace file
   (docs/pvm3.md, Trace files). Options and commands are those of the tracer of PVM 3.4.6. */
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include "libnet/base/own_file.h"
#include "tools/pvm_traces/tracer_commands.h"

/* In no header. */
char* pvmgettmp(void);

enum { wrong_usage = 2, most_characters = 4096 };

static const char usage[] =
    "Usage: tracer [-T FILE] [-O FILE] [-B BYTES] [full|time|count]\n\n"
    "Registers as the tracer of the virtual machine and writes the events and the output of tasks that start later.\n\n"
    "  -T FILE    the trace file, tracefile.USER in $PVM_TMP by default\n"
    "  -O FILE    also writes the output of the tasks to FILE\n"
    "  -B BYTES   a task sends its events when it has BYTES bytes of them, 0 by default\n"
    "  full       events (default)\n"
    "  time       the time in each call, when a task ends\n"
    "  count      the number of calls, when a task ends\n\n"
    "Reads commands from standard input; `help` lists them. Ends with its input, with `quit` or by Ctrl-C.\n";

/* A signal writes to it, because any thread of the library may get the signal. */
static int signal_pipe[2];

static void interrupt(int signal) {
    (void)signal;
    if (write(signal_pipe[1], "", 1) < 0) return; /* full: it has been told */
}

static int catch_signals(void) {
    const struct sigaction action = {.sa_handler = interrupt};
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return TRC_FALSE;
    return sigaction(SIGINT, &action, NULL) == 0 && sigaction(SIGTERM, &action, NULL) == 0;
}

static int refuse(const char* word) {
    fprintf(stderr, "tracer: '%s' is not allowed, tracer -h lists the options\n", word);
    return wrong_usage;
}

/* -1: go on. */
static int take_option(struct tracer_session* session, const char* word, const char* value, int* used) {
    if (strcmp(word, "-h") == 0 || strcmp(word, "-H") == 0 || strcmp(word, "--help") == 0) {
        fputs(usage, stdout);
        return EXIT_SUCCESS;
    }
    if (strcmp(word, "-v") == 0) return -1; /* the original's option without effect */
    const int detail = tracer_detail(word);
    if (detail > 0) session->detail = detail;
    if (detail > 0) return -1;
    if (!value) return refuse(word);
    *used = 1;
    if (strcmp(word, "-T") == 0)
        session->trace_file = value;
    else if (strcmp(word, "-O") == 0)
        session->output_file = value;
    else if (strcmp(word, "-B") == 0)
        session->buffer_bytes = tracer_bytes(value);
    else
        return refuse(word);
    return session->buffer_bytes < 0 ? refuse(value) : -1;
}

static int read_options(struct tracer_session* session, int count, char** words) {
    for (int i = 1; i < count; ++i) {
        int used = 0;
        const int status = take_option(session, words[i], i + 1 < count ? words[i + 1] : NULL, &used);
        if (status >= 0) return status;
        i += used;
    }
    return -1;
}

static void default_file(char* name, size_t size) {
    const struct passwd* user = getpwuid(getuid());
    if (user)
        snprintf(name, size, "%s/tracefile.%s", pvmgettmp(), user->pw_name);
    else
        snprintf(name, size, "%s/tracefile.%d", pvmgettmp(), (int)getuid());
}

/* Other users can make files in the same folder, and the library follows links. It opens the file by its name. */
static int make_default_file(const char* name) {
    const int descriptor = banyan_open_own_file(name, O_WRONLY | O_CREAT, 0666);
    if (descriptor >= 0) close(descriptor);
    if (descriptor < 0)
        fprintf(stderr, "tracer: %s cannot be written, or is a link or a file of another user; use -T FILE\n", name);
    return descriptor >= 0;
}

static void prompt(void) {
    if (isatty(STDIN_FILENO)) fputs("tracer> ", stdout);
    fflush(stdout);
}

/* The lines that have arrived. TRC_FALSE: the program ends. */
static int take_commands(struct tracer_session* session) {
    static char text[most_characters];
    static size_t used;
    const ssize_t bytes = read(STDIN_FILENO, text + used, sizeof text - 1 - used);
    if (bytes <= 0) return TRC_FALSE;
    used += (size_t)bytes;
    text[used] = 0;
    char *line = text, *end;
    for (; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (!tracer_command(session, line)) return TRC_FALSE;
    }
    used = strlen(line);
    memmove(text, line, used);
    if (used == sizeof text - 1) used = 0; /* no command is so long */
    prompt();
    return TRC_TRUE;
}

static void work(struct tracer_session* session) {
    int *descriptors, more;
    if (pvm_getfds(&descriptors) < 1) return;
    struct pollfd all[] = {{STDIN_FILENO, POLLIN, 0}, {descriptors[0], POLLIN, 0}, {signal_pipe[0], POLLIN, 0}};
    prompt();
    while (tracer_take_events(session, &more)) {
        if (poll(all, 3, more ? 0 : -1) < 0) continue;
        if (all[2].revents != 0 || (all[0].revents != 0 && !take_commands(session))) return;
    }
}

int main(int count, char** words) {
    char name[most_characters];
    struct tracer_session session = {name, NULL, 0, PvmTraceFull, {0}, NULL, TRC_FALSE, TRC_FALSE};
    default_file(name, sizeof name);
    const int status = read_options(&session, count, words);
    if (status >= 0) return status;
    tracer_select_default(&session);
    if (session.trace_file == name && !make_default_file(name)) return EXIT_FAILURE;
    if (!catch_signals() || !tracer_begin(&session)) return EXIT_FAILURE;
    work(&session);
    puts("Quitting Tracer.");
    tracer_end(&session);
    return session.has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
