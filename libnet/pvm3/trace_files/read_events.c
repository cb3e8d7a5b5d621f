/* Reads a trace file: descriptions, events, commands and comments. */
#include "libnet/pvm3/trace_files/trace_files.h"

/* The number of an event in a file is 1000 * (index + 1) + 999 at most, and must be an int. */
enum { most_characters = 4096, most_index = 2000000 };

/* What stands between quotes: name(phase.index), name(index), or name as in PVM 3.3. */
struct event_head {
    char name[most_characters];
    int phase, index; /* index -1: PVM 3.3 */
};

/* The character after the name, which is not in it. */
static int read_name(FILE* in, char* name) {
    int c, used = 0;
    while ((c = getc(in)) != EOF && c != '"' && c != '(' && used < most_characters - 1)
        name[used++] = (char)c;
    name[used] = 0;
    return c;
}

static int phase_of_old_event(const char* name) {
    const size_t length = strlen(name);
    const char last = length > 0 ? name[length - 1] : ' ';
    return last == '0' ? TRC_ENTRY_TEV : last == '1' ? TRC_EXIT_TEV : TRC_IGNORE_TEV;
}

static int read_head(TRC_ID ID, struct event_head* head) {
    int first, c = read_name(ID->trace_in, head->name);
    head->index = -1;
    head->phase = phase_of_old_event(head->name);
    if (c == '"') return TRC_TRUE;
    if (c != '(' || fscanf(ID->trace_in, "%d", &first) != 1)
        return banyan_trc_refuse("no index follows the name", head->name);
    c = getc(ID->trace_in);
    head->phase = TRC_IGNORE_TEV;
    head->index = first;
    if (c == '.') {
        head->phase = first == 0 ? TRC_ENTRY_TEV : first == 1 ? TRC_EXIT_TEV : TRC_IGNORE_TEV;
        if (fscanf(ID->trace_in, "%d", &head->index) != 1)
            return banyan_trc_refuse("no index follows the name", head->name);
        c = getc(ID->trace_in);
    }
    if (c != ')' || head->index < 0 || head->index > most_index) return banyan_trc_refuse("wrong index of", head->name);
    return trc_find_event_str(ID, "\"");
}

static int read_description(TRC_ID ID) {
    int code;
    struct event_head head;
    if (fscanf(ID->trace_in, "%d", &code) != 1) return banyan_trc_refuse("no number follows", "#");
    if (!trc_find_event_str(ID, "\"") || !read_head(ID, &head)) return TRC_FALSE;
    const int is_old = head.index < 0;
    TRC_TEVDESC event = trc_read_descriptor(ID, is_old ? code : code % 1000 / 2, head.name, head.phase, head.index);
    if (!event) return TRC_FALSE;
    const trc_vfp handle = is_old ? ID->handle_old_descriptor : ID->handle_descriptor;
    if (handle) handle(ID, event);
    return TRC_TRUE;
}

static int read_event(TRC_ID ID) {
    struct event_head head;
    if (!read_head(ID, &head)) return TRC_FALSE;
    if (head.index < 0) return trc_process_old_trace_event(ID, head.name);
    return trc_process_trace_event(ID, head.name, head.phase, head.index);
}

/* `start`, which has been read, and the rest. */
static int read_rest(TRC_ID ID, const char* start, trc_vfp handle) {
    static const char end[] = ";;";
    char* text = NULL;
    size_t size;
    int c, before = 0, is_complete = TRC_FALSE;
    FILE* out = open_memstream(&text, &size);
    trc_memcheck(out, "comment of a trace");
    fputs(start, out);
    for (; !is_complete && (c = getc(ID->trace_in)) != EOF; before = c) {
        fputc(c, out);
        is_complete = c == end[1] && before == end[0];
    }
    fclose(out);
    trc_memcheck(text, "comment of a trace");
    if (is_complete && handle) handle(ID, text);
    free(text);
    return is_complete ? TRC_TRUE : banyan_trc_refuse("it ends without", end);
}

static int read_comment(TRC_ID ID) {
    if (getc(ID->trace_in) != '*') return banyan_trc_refuse("a comment begins with", "/*");
    return read_rest(ID, "/*", ID->handle_comment);
}

int trc_read_trace_event(TRC_ID ID, int* end) {
    *end = TRC_FALSE;
    if (!ID->trace_in) return TRC_FALSE;
    for (;;) {
        const int c = getc(ID->trace_in);
        if (c == EOF) {
            *end = TRC_TRUE;
            return TRC_FALSE;
        }
        if (c == '"') return read_event(ID);
        if (c == '#' && !read_description(ID)) return TRC_FALSE;
        if (c == '%' && !read_rest(ID, "%", ID->handle_command)) return TRC_FALSE;
        if (c == '/' && !read_comment(ID)) return TRC_FALSE;
    }
}
