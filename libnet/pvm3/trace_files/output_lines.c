/* The output of tasks, line by line. */
#include "libnet/pvm3/trace_files/trace_files.h"
#include "pvm3/pvmproto.h"

/* In the trace file the begin and the end of the output are lines too. */
static const char begins[] = "GOTSPAWN", created[] = "CREATION", ends[] = "GOTEOF";

void trc_task_output(TRC_ID ID, int tid, const char* line) {
    if (!ID->output_fp || strcmp(line, begins) == 0 || strcmp(line, created) == 0) return;
    if (ID->output_dump_hdr)
        ID->output_dump_hdr(ID, tid);
    else
        fprintf(ID->output_fp, "[0x%x] ", (unsigned)tid);
    fprintf(ID->output_fp, "%s\n", strcmp(line, ends) == 0 ? "EOF" : line);
    fflush(ID->output_fp);
}

static char* joined(const char* start, const char* text, size_t length) {
    const size_t used = start ? strlen(start) : 0;
    char* both = banyan_trc_memory(used + length + 1, "output of a task");
    if (used > 0) memcpy(both, start, used);
    memcpy(both + used, text, length);
    return both;
}

/* Writes the complete lines and returns the rest, which the caller frees. A 0 ends a line too. */
static char* write_lines(TRC_ID ID, int tid, char* text, int* lines) {
    char* line = text;
    for (char* end = strchr(line, '\n'); end; line = end + 1, end = strchr(line, '\n')) {
        *end = 0;
        trc_write_output_event(ID, tid, line);
        ++*lines;
    }
    return trc_copy_str(line);
}

static void replace_zeros(char* text, size_t length) {
    for (size_t i = 0; i < length; ++i)
        if (text[i] == 0) text[i] = '\n';
}

int trc_store_output_event(TRC_ID ID, int tid, const char* text, int length) {
    TRC_TEVTASK task = trc_get_tevtask_tid(ID, tid);
    int lines = 0;
    if (length < 0) return 0;
    if (task && task->output && strcmp(text, "GOTEOF\n") == 0) { /* the last line has no end */
        trc_write_output_event(ID, tid, task->output);
        ++lines;
        free(task->output);
        task->output = NULL;
    }
    const size_t used = task && task->output ? strlen(task->output) : 0;
    char* all = joined(task ? task->output : NULL, text, (size_t)length);
    replace_zeros(all + used, (size_t)length);
    char* rest = write_lines(ID, tid, all, &lines);
    free(all);
    if (task) {
        free(task->output);
        task->output = *rest ? rest : NULL;
    } else if (*rest) {
        trc_write_output_event(ID, tid, rest);
        ++lines;
    }
    if (!task || !*rest) free(rest);
    return lines;
}

static int store_mark(TRC_ID ID, int tid, const char* mark) {
    char line[32];
    const int length = snprintf(line, sizeof line, "%s\n", mark);
    return trc_store_output_event(ID, tid, line, length);
}

static int take_text(TRC_ID ID, int tid, int length, int omit) {
    int bytes = 0, lines = 0;
    if (pvm_bufinfo(pvm_getrbuf(), &bytes, NULL, NULL) < 0 || length > bytes) {
        fprintf(stderr, "output of %d bytes in a message of %d bytes\n", length, bytes);
        return 0;
    }
    char* text = banyan_trc_memory((size_t)length + 1, "output of a task");
    if (pvm_upkbyte(text, length, 1) < 0)
        pvm_perror("trace: output");
    else if (!omit)
        lines = trc_store_output_event(ID, tid, text, length);
    free(text);
    return lines;
}

static int take_end(TRC_ID ID, int tid, int omit) {
    const int lines = omit ? 0 : store_mark(ID, tid, ends);
    TRC_TEVTASK task = trc_get_tevtask_tid(ID, tid);
    if (task) {
        const int wrote = task->outstatus == TRC_TASK_OUT;
        task->outstatus = TRC_TASK_EOF;
        if (wrote) banyan_trc_note_end(ID, task);
    } else if (!omit) {
        fprintf(stderr, "the end of the output of task 0x%x, whose begin is unknown\n", (unsigned)tid);
    }
    return lines;
}

static int take_begin(TRC_ID ID, int tid, const char* mark, int omit) {
    if (omit) return 0;
    const int lines = store_mark(ID, tid, mark);
    banyan_trc_known_task(ID, tid, TRC_TRUE)->outstatus = TRC_TASK_OUT;
    return lines;
}

int trc_handle_output_message(TRC_ID ID) {
    int tid, length;
    if (pvm_upkint(&tid, 1, 1) < 0 || pvm_upkint(&length, 1, 1) < 0) {
        pvm_perror("trace: message of output");
        return 0;
    }
    const int omit = banyan_trc_omits(ID, trc_get_tevtask_tid(ID, tid));
    if (length > 0) return take_text(ID, tid, length, omit);
    switch (length) {
        case TO_EOF:
            return take_end(ID, tid, omit);
        case TO_SPAWN:
            return take_begin(ID, tid, begins, omit);
        case TO_NEW:
            return take_begin(ID, tid, created, omit);
        default:
            fprintf(stderr, "message of output of task 0x%x with the unknown length %d\n", (unsigned)tid, length);
            return 0;
    }
}
