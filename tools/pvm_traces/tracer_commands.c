#include "tools/pvm_traces/tracer_commands.h"

enum { most_words = 128, most_bytes = 1 << 30 };

static const char* const details[] = {"", "full", "time", "count"}; /* PvmTraceFull, ... */

int tracer_detail(const char* word) {
    for (int i = PvmTraceFull; i <= PvmTraceCount; ++i)
        if (strcmp(word, details[i]) == 0) return i;
    return 0;
}

int tracer_bytes(const char* word) {
    char* end = NULL;
    const long bytes = strtol(word, &end, 10);
    return end == word || *end || bytes < 0 || bytes > most_bytes ? -1 : (int)bytes;
}

static int refuse(const char* word, const char* usage) {
    printf("'%s' is not allowed, use %s\n", word, usage);
    return TRC_TRUE;
}

/* TEV_MAX + 1: no such event. */
static int event_named(const char* name) {
    int event = TEV_FIRST;
    if (strncmp(name, "pvm_", 4) == 0) name += 4;
    while (event <= TEV_MAX && strcmp(pvmtevinfo[event].name, name) != 0)
        ++event;
    return event;
}

static void select_events(struct tracer_session* session, int first, int last, int on) {
    for (int event = first; event <= last; ++event) {
        if (on)
            TEV_MASK_SET(session->mask, event);
        else
            TEV_MASK_UNSET(session->mask, event);
    }
}

/* TRC_FALSE: no such word. */
static int apply_mask_word(struct tracer_session* session, const char* word, int* on) {
    if (strcmp(word, "+") == 0 || strcmp(word, "-") == 0) {
        *on = *word == '+';
    } else if (strcmp(word, "default") == 0 || strcmp(word, "xpvm") == 0 || strcmp(word, "XPVM") == 0) {
        tracer_select_default(session);
    } else if (strcmp(word, "*") == 0) {
        select_events(session, TEV_FIRST, TEV_MAX, *on);
    } else {
        const int event = event_named(word);
        if (event > TEV_MAX) return TRC_FALSE;
        select_events(session, event, event, *on);
    }
    return TRC_TRUE;
}

static int change_mask(struct tracer_session* session, int count, char** words) {
    int on = TRC_TRUE;
    for (int i = 1; i < count; ++i)
        if (!apply_mask_word(session, words[i], &on)) refuse(words[i], "mask [[+|-] EVENT|*]... [default|xpvm]");
    trc_print_tmask(session->mask);
    return count > 1 ? tracer_register(session) : TRC_TRUE;
}

static int change_buffer(struct tracer_session* session, int count, char** words) {
    if (count == 1) {
        printf("%d\n", session->buffer_bytes);
        return TRC_TRUE;
    }
    const int bytes = tracer_bytes(words[1]);
    if (bytes < 0) return refuse(words[1], "buffer [BYTES]");
    session->buffer_bytes = bytes;
    return tracer_register(session);
}

static int change_detail(struct tracer_session* session, int count, char** words) {
    if (count == 1) {
        printf("%s\n", details[session->detail]);
        return TRC_TRUE;
    }
    const int detail = tracer_detail(words[1]);
    if (detail == 0) return refuse(words[1], "options [full|time|count]");
    session->detail = detail;
    return tracer_register(session);
}

static int help(struct tracer_session* session, int count, char** words) {
    (void)session, (void)count, (void)words;
    puts(
        "mask [[+|-] EVENT|*]... [default|xpvm]  which calls of later tasks are events (also: trace)\n"
        "buffer [BYTES]                          later tasks send their events when they have BYTES bytes\n"
        "options [full|time|count]               events, time in each call, or number of calls\n"
        "help                                    this list\n"
        "quit                                    closes the files and ends");
    return TRC_TRUE;
}

static int quit(struct tracer_session* session, int count, char** words) {
    (void)session, (void)count, (void)words;
    return TRC_FALSE;
}

static const struct {
    const char* name;
    int (*execute)(struct tracer_session*, int, char**);
} commands[] = {{"mask", change_mask},
                {"trace", change_mask},
                {"buffer", change_buffer},
                {"buf", change_buffer},
                {"options", change_detail},
                {"opt", change_detail},
                {"help", help},
                {"h", help},
                {"?", help},
                {"quit", quit},
                {"q", quit},
                {"exit", quit},
                {"x", quit}};

int tracer_command(struct tracer_session* session, char* line) {
    char *words[most_words], *rest = line;
    int count = 0;
    for (char* word = strtok_r(line, " \t\r\n", &rest); word && count < most_words;
         word = strtok_r(NULL, " \t\r\n", &rest))
        words[count++] = word;
    if (count == 0 || *words[0] == '#') return TRC_TRUE;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i)
        if (strcmp(words[0], commands[i].name) == 0) return commands[i].execute(session, count, words);
    return refuse(words[0], "mask, buffer, options, help or quit");
}
