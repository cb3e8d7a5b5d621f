/* Functions of libpvmtrc. Programs include trclib.h or trcdef.h. Unless said otherwise, a function that returns int
   returns TRC_TRUE when it succeeds. If it fails, it returns TRC_FALSE and prints a line on standard error. A char*
   that is returned belongs to the caller, who frees it. The functions may be called by one thread at a time. */
#ifndef TRCPROTO_H
#define TRCPROTO_H

#include "pvm3.h"
/* pvmtev.h of the original needs pvm3.h before it. */
#include "pvmtev.h"
#include "trctype.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- collecting: call trc_tracer_init first, then set the TRC_ variables, call trc_get_tracer_id and set the members
   of the TRC_ID */
void trc_tracer_init(void);
TRC_ID trc_get_tracer_id(void);
/* Sets the options of pvm_setopt, so that tasks that are spawned later send their traces and output to this program. */
void trc_set_tracing_codes(TRC_ID);
int trc_set_trace_file(TRC_ID, const char* name); /* "": standard output */
int trc_reset_trace_file(TRC_ID);                 /* closes the file, opens a new one and writes its head */
int trc_set_output_file(TRC_ID, const char* name);
int trc_open_output_file(TRC_ID);
void trc_initialize_hosts(TRC_ID); /* reads the hosts, asks for notifications of changes and compares the clocks */
int trc_save_host_status_events(TRC_ID); /* writes the hosts; returns the number of events */
/* Handles the messages that have arrived, at most `count`, and does not wait. Returns the number of events written or
   -1. `status` gets TRC_MSG_STATUS_ bits and may be null. */
int trc_recv_messages(TRC_ID, int count, int* status);
void trc_end_trace(TRC_ID); /* the library calls it when all tasks have ended */
void trc_free_tracer_id(TRC_ID*);
void trc_status_msg(TRC_ID, const char* text);

/* ---- parts of trc_recv_messages. They return the number of events written */
int trc_get_msg(TRC_ID, int* bytes, int* tag, int* source, int* others); /* buffer id; 0: no message; -1: error */
int trc_handle_trace_message(TRC_ID, int source);
int trc_handle_output_message(TRC_ID);
int trc_handle_host_add_notify(TRC_ID, int* tids, int count);
int trc_handle_host_del_notify(TRC_ID, int tid);

/* ---- reading: set trace_in and the handle_ functions of the TRC_ID first */
/* Reads up to the next event and calls the handle_ functions. `end` gets TRC_TRUE at the end of the file. */
int trc_read_trace_event(TRC_ID, int* end);
int trc_process_trace_event(TRC_ID, const char* name, int phase, int index);
TRC_TEVDESC trc_read_descriptor(TRC_ID, int event, const char* name, int phase, int index); /* null: failed */
int trc_find_event_str(TRC_ID, const char* text); /* reads to the end of `text` */
int trc_find_event_str_ret(TRC_ID, const char* text, char* read, int size);
int trc_find_event_end(TRC_ID); /* reads to the end of ";;" */
int trc_find_event_end_ret(TRC_ID, char* read, int size);
/* Returns the event as one line of text. */
char* trc_tevrec_string(TRC_TEVDESC, TRC_TEVREC, int tid, int seconds, int microseconds);

/* ---- writing to trace_out. `tid` is for event_dump_hdr. `omit` not 0: note which tasks are alive, write nothing */
void trc_dump_trace_header(TRC_ID);
void trc_dump_tevdesc(TRC_ID, TRC_TEVDESC, int tid);
void trc_dump_trace_str(TRC_ID, const char* text, int comma);
void trc_store_event_header(TRC_ID, TRC_TEVDESC, int tid);
void trc_store_data_values(TRC_ID, TRC_TEVDESC, int tid, int omit);
int trc_store_trace_event(TRC_ID, TRC_TEVDESC, int tid, int omit); /* with the values of the receive buffer */
void trc_store_tevrec(TRC_ID, TRC_TEVDESC, TRC_TEVREC, int tid);
int trc_store_output_event(TRC_ID, int tid, const char* text, int length); /* returns the number of lines */
void trc_write_output_event(TRC_ID, int tid, const char* line);
void trc_write_host_add_event(TRC_ID, TRC_HOST);
void trc_write_host_del_event(TRC_ID, TRC_HOST, int tid);
void trc_write_host_sync_event(TRC_ID, TRC_HOST);
void trc_task_output(TRC_ID, int tid, const char* line);   /* to the output file */
void trc_update_trace_time(int seconds, int microseconds); /* if seconds is -1: the present time */

/* ---- descriptions */
TRC_TEVDESC trc_create_tevdesc(void);
int trc_free_tevdesc(TRC_TEVDESC*);            /* TRC_FALSE if it is still used */
int trc_cmp_tevdesc(TRC_TEVDESC, TRC_TEVDESC); /* TRC_TRUE if both are equal; so the other trc_cmp_ */
TRC_TEVDESC trc_make_tevdesc(TRC_ID, int event, int phase, const char* name, TRC_TEVDESC_INFO values, int count);
/* Replaces a description that is known already by the earlier one, and writes its values. Returns TRC_TRUE if it was
   not known. */
int trc_add_tevdesc(TRC_ID, TRC_TEVDESC*, int tid, int omit);
void trc_remove_tevdesc(TRC_TEVDESC*, int index);
void trc_set_tevlist(TRC_TEVTASK, TRC_HOST, TRC_TEVDESC); /* for the task, or for the host if the task is null */
TRC_TEVDESC trc_get_tevdesc(TRC_TEVTASK, TRC_HOST, int event, int phase);
void trc_check_listsize(void*** list, int* size, int index);
void trc_define_special_descriptors(void);
void trc_free_event_descriptors(TRC_TRIE);
TRC_TEVDESC_INFO trc_create_tevdesc_info(void);
void trc_free_tevdesc_info(TRC_TEVDESC_INFO*);
TRC_DATADESC trc_create_datadesc(void);
void trc_free_datadesc(TRC_DATADESC*);
int trc_cmp_datadesc(TRC_DATADESC, TRC_DATADESC);
TRC_DID trc_create_did(void);
void trc_free_did(TRC_DID*);
int trc_cmp_did(TRC_DID, TRC_DID);
void trc_init_did_trie(void);
void trc_set_didlist(TRC_HOST, TRC_DID);
TRC_DID trc_get_did(TRC_HOST, int number); /* null: unknown */
int trc_get_dt_str(const char* type);      /* TEV_DATA_... for the name of a type in the file; -1: unknown */

/* ---- values */
TRC_VALUE trc_make_value(int type, int count);
TRC_VALUE trc_copy_value(TRC_VALUE, int type, int count);
int trc_unpack_data_value(TRC_DATADESC);
TRC_TEVREC trc_create_tevrec(void);
void trc_free_tevrec(TRC_TEVREC*); /* frees the value and all that follow it */
TRC_TEVREC trc_get_tevrec(TRC_TEVREC, const char* name);

/* ---- tasks and hosts */
TRC_TEVTASK trc_create_tevtask(void);
void trc_free_tevtask(TRC_TEVTASK*);
void trc_free_tevtask_list(TRC_TEVTASK*); /* frees tasks that have ended; events of others are not written any more */
TRC_TEVTASK trc_get_tevtask_tid(TRC_ID, int tid);
int trc_tevtasks_alive(TRC_ID); /* TRC_TRUE if a task is alive */
int trc_tevtasks_dead(TRC_ID);  /* TRC_TRUE if all tasks have ended */
TRC_HOST trc_create_host(void);
void trc_free_host(TRC_HOST*);
TRC_HOST trc_get_host_name(const char* name);
TRC_HOST trc_get_host_tid(int tid);
TRC_HOST trc_get_host_tid_last(int tid, TRC_HOST* before); /* `before` gets the host before it in the list */
int trc_update_host(TRC_HOST*, struct pvmhostinfo*, int index, int tid); /* index -1: only the tid is known */
void trc_check_for_dead_host(TRC_ID, TRC_TEVTASK);
void trc_cleanup_dead_hosts(void);
int trc_check_host_sync(TRC_ID);
int trc_do_host_sync(TRC_ID, TRC_HOST, int write_event);

/* ---- helpers */
TRC_ID trc_create_tracer_id(void);
TRC_TRIE trc_create_triestack(void);
void trc_free_triestack(TRC_TRIE*);
int trc_add_to_trie(TRC_TRIE, const char* name, void* value);
void* trc_lookup_trie(TRC_TRIE, const char* name);
int trc_trie_index(char);
void trc_print_tmask(Pvmtmask);
int trc_append_str(char* text, const char* more, int size); /* TRC_FALSE if shortened; it then ends in "..." */
int trc_compare(const char* start, const char* text);       /* TRC_TRUE if `text` begins with `start` */
char* trc_copy_str(const char*);
char* trc_date_str(void);
char* trc_host_alias_str(const char* name);
char* trc_pad_num(long number, long width);
int trc_filecheck(FILE*, const char* name);
int trc_fdcheck(int descriptor, const char* name);
void trc_memcheck(void*, const char* what); /* ends the program if the pointer is null */

/* ---- events in the form of PVM 3.3 */
void trc_init_old_events(void);
void trc_reset_old_descriptors(void);
int trc_process_old_trace_event(TRC_ID, const char* name);
char* trc_old_pvm_event_string(TRC_ID, int event); /* reads the rest of the event */
int trc_read_old_trace_str(TRC_ID, char* text, int size, int to_bracket);
int trc_store_old_trace_event(TRC_ID, int seconds, int microseconds, int tid, int event);
void trc_dump_old_pvm_event_fmt(TRC_ID, int event);
void trc_dump_old_sddf_headers(void); /* writes the headers and ends the program */
void trc_write_old_output_event(TRC_ID, int tid, const char* line);
void trc_write_old_host_add_event(TRC_ID, TRC_HOST);
void trc_write_old_host_del_event(TRC_ID, TRC_HOST, int tid);
void trc_write_old_host_sync_event(TRC_ID, TRC_HOST);

#ifdef __cplusplus
}
#endif

#endif
