/* Collectors: begin and end. */
#include <unistd.h>

#include "libnet/pvm3/trace_files/trace_files.h"

void trc_tracer_init(void) {
    char name[1024] = "";
    TRC_HOST_NAME = TRC_HOST_ALIAS = NULL;
    if (gethostname(name, sizeof name - 1) == 0) {
        TRC_HOST_NAME = trc_copy_str(name);
        TRC_HOST_ALIAS = trc_host_alias_str(name);
    }
    TRC_DID_LIST = NULL;
    TRC_DEAD_ID_LIST = TRC_ID_LIST = NULL;
    TRC_TEVDESC_LIST = NULL;
    TRC_TEVDESC_SIZE = -1;
    trc_init_did_trie();
    TRC_HANDLE_TRIE = trc_create_triestack();
    TRC_EVENT_TRIE = trc_create_triestack();
    trc_define_special_descriptors();
    gettimeofday(&TRC_TRACE_TIME, NULL);
    TRC_VERSION = TRC_NAME = NULL;
    TRC_HOST_ADD_NOTIFY_CODE = TRC_HOST_DEL_NOTIFY_CODE = TRC_TID = -1;
    trc_init_old_events();
}

TRC_ID trc_create_tracer_id(void) {
    TRC_ID ID = banyan_trc_memory(sizeof *ID, "collector of a trace");
    ID->complete = ID->group_tasks = ID->event_ctx = ID->event_tag = ID->output_ctx = ID->output_tag = -1;
    return ID;
}

TRC_ID trc_get_tracer_id(void) {
    TRC_ID ID = trc_create_tracer_id();
    ID->group_tasks = TRC_FALSE;
    ID->next = TRC_ID_LIST;
    TRC_ID_LIST = ID;
    return ID;
}

static void close_file(FILE** file, FILE* standard) {
    if (*file && *file != standard) fclose(*file);
    *file = NULL;
}

static void remove_from(TRC_ID* list, TRC_ID ID) {
    while (*list && *list != ID)
        list = &(*list)->next;
    if (*list) *list = ID->next;
}

/* While some of its tasks live, it stays, so that their messages are received and dropped. */
void trc_free_tracer_id(TRC_ID* ID) {
    if (!ID || !*ID) return;
    remove_from(&TRC_ID_LIST, *ID);
    remove_from(&TRC_DEAD_ID_LIST, *ID);
    trc_free_tevtask_list(&(*ID)->tevtask_list);
    close_file(&(*ID)->trace_out, stdout);
    close_file(&(*ID)->trace_in, stdin);
    close_file(&(*ID)->output_fp, stdout);
    if ((*ID)->tevtask_list) {
        (*ID)->next = TRC_DEAD_ID_LIST;
        TRC_DEAD_ID_LIST = *ID;
    } else {
        free((*ID)->trace_file);
        free((*ID)->output_file);
        free(*ID);
    }
    *ID = NULL;
}

void trc_set_tracing_codes(TRC_ID ID) {
    pvm_setopt(PvmTraceContext, ID->event_ctx);
    pvm_setopt(PvmTraceCode, ID->event_tag);
    pvm_setopt(PvmTraceTid, TRC_TID);
    pvm_setopt(PvmOutputContext, ID->output_ctx);
    pvm_setopt(PvmOutputCode, ID->output_tag);
    pvm_setopt(PvmOutputTid, TRC_TID);
}

void trc_status_msg(TRC_ID ID, const char* text) {
    if (ID->status_msg)
        ID->status_msg(ID, text);
    else
        fprintf(stderr, "%s\n", text);
}

void trc_end_trace(TRC_ID ID) {
    if (ID->trace_out) trc_status_msg(ID, "Trace File Complete");
    trc_free_tevtask_list(&ID->tevtask_list);
    trc_cleanup_dead_hosts();
    ID->complete = TRC_TRUE;
}
