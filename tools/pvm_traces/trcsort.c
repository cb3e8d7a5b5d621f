/* trcsort: sorts the events of a trace file (docs/pvm3.md, Trace files) by time. Options are those of PVM 3.4.6. */
#include <stdint.h>
#include <sys/stat.h>

#include "pvm3/trclib.h"

enum { wrong_usage = 2, host_sync = 1 };

static const char usage[] =
    "Usage: trcsort [FILE] [-o FILE] [-O FILE]\n\n"
    "Sorts the events of a trace file by time. The times of a host are corrected by the difference of its clock, if "
    "the\n"
    "file has it; the written times are not changed.\n\n"
    "  FILE      the trace file, standard input by default\n"
    "  -o FILE   the sorted trace file, standard output by default\n"
    "  -O FILE   also writes the output of the tasks to FILE\n";

struct stored_event {
    TRC_TEVDESC event;
    TRC_TEVREC record;
    int tid;
    long order; /* in the file */
    long long us;
};

static struct stored_event* events;
static long count, room;
static int is_complete = TRC_TRUE;

static int number_of(TRC_TEVREC record, const char* name) {
    const TRC_TEVREC found = trc_get_tevrec(record, name);
    return found && found->value && found->ddesc->dt == TEV_DATA_INT ? TRC_VALUE_OF(found->value, int) : 0;
}

static long long time_of(TRC_TEVREC record, const char* seconds, const char* microseconds) {
    return number_of(record, seconds) * 1000000LL + number_of(record, microseconds);
}

/* The library frees the record after this call, so its values are taken from it. */
static TRC_TEVREC taken(TRC_TEVREC record) {
    TRC_TEVREC copy = trc_create_tevrec();
    *copy = *record;
    record->value = NULL;
    record->next = NULL;
    return copy;
}

static void store(TRC_ID ID, TRC_TEVDESC event, TRC_TEVREC record) {
    (void)ID;
    if (!record) return;
    if (count == room) {
        room = room > 0 ? 2 * room : 1024;
        events = realloc(events, (size_t)room * sizeof *events);
        trc_memcheck(events, "events");
    }
    events[count] = (struct stored_event){event, NULL, number_of(record, "TID"), count, time_of(record, "TS", "TU")};
    events[count++].record = taken(record);
}

static void refuse_old_event(TRC_ID ID, int event, int seconds, int microseconds, int tid) {
    static int told;
    (void)event, (void)seconds, (void)microseconds, (void)tid;
    trc_find_event_end(ID);
    if (!told++) fputs("trcsort: events in the form of PVM 3.3 are left out\n", stderr);
    is_complete = TRC_FALSE;
}

static void pass_through(TRC_ID ID, const char* text) {
    fprintf(ID->trace_out, "%s\n\n", text);
}

/* Adds the differences of the clocks: of each host the last one of the file. */
static void correct_times(void) {
    for (long i = 0; i < count; ++i) {
        if (events[i].event->hid != host_sync) continue;
        TRC_HOST host = trc_get_host_tid(pvm_tidtohost(events[i].tid));
        if (!host) {
            host = trc_create_host();
            host->pvmd_tid = pvm_tidtohost(events[i].tid);
            host->next = TRC_HOST_LIST;
            TRC_HOST_LIST = host;
        }
        host->delta.tv_sec = number_of(events[i].record, "HDS");
        host->delta.tv_usec = number_of(events[i].record, "HDU");
    }
    for (long i = 0; i < count; ++i) {
        const TRC_HOST host = trc_get_host_tid(pvm_tidtohost(events[i].tid));
        /* The library writes its own events by the clock of its host. */
        if (host && events[i].event->eid < TRC_RESERVED_INTERNAL)
            events[i].us += host->delta.tv_sec * 1000000LL + host->delta.tv_usec;
    }
}

static int by_time(const void* a, const void* b) {
    const struct stored_event *x = a, *y = b;
    if (x->us != y->us) return x->us < y->us ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* A file may describe the value with any type. The value of a text has a 0 at its end. */
static void write_output(TRC_ID ID, const struct stored_event* each) {
    const TRC_TEVREC text = trc_get_tevrec(each->record, "OS");
    if (strcmp(each->event->name, "output") != 0 || !text || !text->value) return;
    if (text->ddesc->dt == TEV_DATA_BYTE) trc_task_output(ID, each->tid, text->value);
}

/* Joined files may describe an event in several ways. A reader uses the latest description. */
static void write_description(TRC_ID ID, TRC_TEVDESC event, int tid) {
    if (!event->dump) return;
    for (TRC_TEVDESC other = trc_lookup_trie(TRC_EVENT_TRIE, event->name); other; other = other->next)
        if (other->entry_exit == event->entry_exit && other->index == event->index) other->dump = TRC_TRUE;
    trc_dump_tevdesc(ID, event, tid);
}

static void write_events(TRC_ID ID) {
    if (count > 0) qsort(events, (size_t)count, sizeof *events, by_time);
    for (long i = 0; i < count; ++i) {
        write_description(ID, events[i].event, events[i].tid);
        trc_store_tevrec(ID, events[i].event, events[i].record, events[i].tid);
        write_output(ID, &events[i]);
        trc_free_tevrec(&events[i].record);
    }
    free(events);
}

static void read_file(TRC_ID ID) {
    int end = TRC_FALSE;
    while (!end)
        if (!trc_read_trace_event(ID, &end) && !end) is_complete = TRC_FALSE;
}

static int is_written(FILE* file, const char* what) {
    if (!file || (fflush(file) == 0 && !ferror(file))) return TRC_TRUE;
    fprintf(stderr, "trcsort: %s could not be written\n", what);
    return TRC_FALSE;
}

static int sort(TRC_ID ID) {
    ID->handle_event = store;
    ID->handle_old_event = refuse_old_event;
    ID->handle_comment = pass_through;
    ID->handle_command = pass_through;
    trc_add_to_trie(TRC_HANDLE_TRIE, "host_sync", (void*)(intptr_t)host_sync);
    read_file(ID);
    correct_times();
    write_events(ID);
    if (!is_written(ID->trace_out, "the sorted file") || !is_written(ID->output_fp, "the output"))
        is_complete = TRC_FALSE;
    trc_free_tracer_id(&ID);
    return is_complete ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* To open the file for writing would remove what is to be read. */
static int is_read(FILE* in, const char* name) {
    struct stat of_in, of_name;
    if (!name || fstat(fileno(in), &of_in) != 0 || !S_ISREG(of_in.st_mode) || stat(name, &of_name) != 0)
        return TRC_FALSE;
    if (of_in.st_dev != of_name.st_dev || of_in.st_ino != of_name.st_ino) return TRC_FALSE;
    fprintf(stderr, "trcsort: %s is the trace file, name another file for the result\n", name);
    return TRC_TRUE;
}

static int open_files(TRC_ID ID, const char* in, const char* out, const char* output) {
    ID->trace_in = in ? fopen(in, "r") : stdin;
    if (!trc_filecheck(ID->trace_in, in) || is_read(ID->trace_in, out) || is_read(ID->trace_in, output))
        return TRC_FALSE;
    ID->trace_out = out ? fopen(out, "w") : stdout;
    if (!trc_filecheck(ID->trace_out, out)) return TRC_FALSE;
    return !output || (trc_set_output_file(ID, output) && trc_open_output_file(ID));
}

int main(int words, char** word) {
    const char *in = NULL, *out = NULL, *output = NULL;
    for (int i = 1; i < words; ++i) {
        const char** value = strcmp(word[i], "-o") == 0 ? &out : strcmp(word[i], "-O") == 0 ? &output : NULL;
        if (strcmp(word[i], "-h") == 0 || strcmp(word[i], "-H") == 0 || strcmp(word[i], "--help") == 0)
            return fputs(usage, stdout) < 0;
        if (strcmp(word[i], "-v") == 0) continue; /* the original's option without effect */
        if (value && i + 1 < words) {
            *value = word[++i];
        } else if (*word[i] != '-' && !in) {
            in = word[i];
        } else {
            fprintf(stderr, "trcsort: '%s' is not allowed, trcsort -h lists the options\n", word[i]);
            return wrong_usage;
        }
    }
    trc_tracer_init();
    TRC_ID ID = trc_get_tracer_id();
    return open_files(ID, in, out, output) ? sort(ID) : EXIT_FAILURE;
}
