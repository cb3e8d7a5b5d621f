/* The trace file and the file of the output. */
#include "libnet/pvm3/trace_files/trace_files.h"

int trc_filecheck(FILE* file, const char* name) {
    if (file) return TRC_TRUE;
    fprintf(stderr, "cannot open %s\n", name);
    return TRC_FALSE;
}

int trc_fdcheck(int descriptor, const char* name) {
    if (descriptor >= 0) return TRC_TRUE;
    fprintf(stderr, "cannot open %s\n", name);
    return TRC_FALSE;
}

static int set_name(TRC_ID ID, char** name, const char* given, const char* otherwise) {
    if (!given) {
        trc_status_msg(ID, otherwise);
        return TRC_FALSE;
    }
    free(*name);
    *name = trc_copy_str(given);
    return TRC_TRUE;
}

static int open_again(TRC_ID ID, FILE** file, const char* name, const char* otherwise) {
    if (*file && *file != stdout) fclose(*file);
    *file = NULL;
    if (!name) {
        trc_status_msg(ID, otherwise);
        return TRC_FALSE;
    }
    *file = *name ? fopen(name, "w") : stdout;
    return trc_filecheck(*file, name);
}

int trc_set_trace_file(TRC_ID ID, const char* name) {
    return set_name(ID, &ID->trace_file, name, "the trace file has no name");
}

int trc_set_output_file(TRC_ID ID, const char* name) {
    return set_name(ID, &ID->output_file, name, "the output file has no name");
}

int trc_open_output_file(TRC_ID ID) {
    return open_again(ID, &ID->output_fp, ID->output_file, "the output file has no name");
}

/* The new file has none of the descriptions. */
static void forget_descriptions(void) {
    trc_free_event_descriptors(TRC_EVENT_TRIE);
    trc_free_triestack(&TRC_EVENT_TRIE);
    TRC_EVENT_TRIE = trc_create_triestack();
    for (int i = 0; i < TRC_TEVDESC_SIZE; ++i)
        for (TRC_TEVDESC event = TRC_TEVDESC_LIST[i]; event; event = event->next)
            event->dump = TRC_TRUE;
    trc_reset_old_descriptors();
}

int trc_reset_trace_file(TRC_ID ID) {
    trc_free_tevtask_list(&ID->tevtask_list);
    trc_cleanup_dead_hosts();
    if (!open_again(ID, &ID->trace_out, ID->trace_file, "the trace file has no name")) return TRC_FALSE;
    trc_dump_trace_header(ID);
    forget_descriptions();
    gettimeofday(&TRC_TRACE_TIME, NULL);
    ID->complete = TRC_FALSE;
    return TRC_TRUE;
}
