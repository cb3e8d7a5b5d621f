/* Shared by the files of libpvmtrc. Programs are linked with all its names, so these begin with banyan_trc_. */
#ifndef TRACE_FILES_H
#define TRACE_FILES_H

#include <stddef.h>

#include "pvm3/trclib.h"

/* Zeroed memory. Without memory the program ends with a line that names `what`. */
void* banyan_trc_memory(size_t bytes, const char* what);

/* How many numbers one value of the type has in a file: 2 for complex ones, 0 for types that no value can have. */
int banyan_trc_numbers(int type);

/* With the texts of TEV_DATA_STRING. */
void banyan_trc_free_value(TRC_VALUE, int type, int count);

/* The error of the last PVM call on standard error; TRC_FALSE. */
int banyan_trc_fail(const char* what);

/* A text of the receive buffer, which the caller frees, also after an error. Returns an error code. */
int banyan_trc_unpack_text(char** text);

/* "1, 2" for numbers of one type. */
void banyan_trc_write_numbers(FILE*, int type, const void* values, int count);

/* The first value with this meaning that is an int. TRC_FALSE: there is none. */
int banyan_trc_int_value(TRC_TEVREC, const char* name, int* value);

/* A new one in TRC_DID_LIST. `number`: TEV_DID_..., -1 without one. */
TRC_DID banyan_trc_add_meaning(int number, const char* name, const char* words);

/* Events that the program defines have no task in their messages, but one in the file. */
int banyan_trc_lacks_task(TRC_TEVDESC);

/* The begin of the description of a number that the program packed as unsigned or long. */
extern const char banyan_trc_long_value[];

/* Calls event_dump_hdr. */
void banyan_trc_begin_line(TRC_ID, int tid);

/* What follows the name of an event that the library writes itself, in the form of PVM 3.3 too. */
void banyan_trc_write_output_values(TRC_ID, int tid, const char* line);
void banyan_trc_write_host_add_values(TRC_ID, TRC_HOST);
void banyan_trc_write_host_del_values(TRC_ID, TRC_HOST, int tid);
void banyan_trc_write_host_sync_values(TRC_ID, TRC_HOST);
/* The host, and the difference of its clock if it has one. Returns the number of events. */
int banyan_trc_write_host_status(TRC_ID, TRC_HOST);

/* Notes which tasks live after this event. */
void banyan_trc_note_tasks(TRC_ID, TRC_TEVDESC, TRC_TEVREC, int omit);
/* The task, which is known from now on. */
TRC_TEVTASK banyan_trc_known_task(TRC_ID, int tid, int announce);
/* After a task or its output has ended: frees its host if it was deleted, and ends the trace after the last one. */
void banyan_trc_note_end(TRC_ID, TRC_TEVTASK);
/* The events of the task are not written. */
int banyan_trc_omits(TRC_ID, TRC_TEVTASK);

/* The next character after blanks, which is consumed; EOF. */
int banyan_trc_next_visible(FILE*);
/* The latest description of this event in the file that is read, null without one: files may have been joined. */
TRC_TEVDESC banyan_trc_described(const char* name, int phase, int index);
/* A line about a file that is read; TRC_FALSE. */
int banyan_trc_refuse(const char* what, const char* name);

#endif
