/* What tracer collects, and where it writes it. */
#ifndef TRACER_SESSION_H
#define TRACER_SESSION_H

#include "pvm3/trclib.h"

struct tracer_session {
    const char *trace_file, *output_file; /* output_file: null without one */
    int buffer_bytes, detail;             /* PvmTraceBuffer, PvmTraceOptions */
    Pvmtmask mask;
    TRC_ID collector;
    int is_registered;
    int has_failed; /* to receive or to write, which standard error has been told */
};

/* Joins the virtual machine and opens the files. TRC_FALSE: failed, with a line on standard error. */
int tracer_begin(struct tracer_session*);
/* Registers as the tracer, again after a change of mask, buffer or detail. */
int tracer_register(struct tracer_session*);
/* Writes some of the events that have arrived. `more`: there may be others. TRC_FALSE: failed now or earlier. */
int tracer_take_events(struct tracer_session*, int* more);
void tracer_end(struct tracer_session*);

/* The calls that xpvm shows. */
void tracer_select_default(struct tracer_session*);

#endif
