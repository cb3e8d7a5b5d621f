/* Prints the events of a trace file as libpvmtrc shows them, one line each. Banyan's headers also fit the original's
   library, so the test links this program with both. */
#include <trclib.h>

static void show(TRC_ID reader, TRC_TEVDESC event, TRC_TEVREC record) {
    const int tid = TRC_GET_TEVREC_VALUE(record, "TID", int), seconds = TRC_GET_TEVREC_VALUE(record, "TS", int);
    char* text = trc_tevrec_string(event, record, tid, seconds, TRC_GET_TEVREC_VALUE(record, "TU", int));
    printf("%x %d %s%s\n", (unsigned)tid, event->eid, reader->trace_in ? "" : "closed ", text);
    free(text);
}

int main(int count, char** arguments) {
    int end = TRC_FALSE;
    TRC_ID reader;
    if (count != 2) return 2;
    trc_tracer_init();
    reader = trc_get_tracer_id();
    reader->handle_event = (trc_vfp)show;
    reader->trace_in = fopen(arguments[1], "r");
    if (!reader->trace_in) return 2;
    while (trc_read_trace_event(reader, &end)) {
    }
    return end ? 0 : 1;
}
