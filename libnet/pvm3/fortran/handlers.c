/* Message handlers. A handler in Fortran gets the buffer id by reference, one in C by value. */
#include <stdlib.h>

#include "pvm3/pvm3.h"

typedef int (*fortran_handler)(int*);

void pvmfaddmhf_(const int* source, const int* tag, const int* context, const int* unused, fortran_handler handler,
                 int* id);
void pvmfdelmhf_(const int* id, int* info);

struct entry {
    int source, tag, context, id;
    fortran_handler handler;
};

static struct entry* entries;
static int entry_count;

static int matches(const struct entry* e, const struct pvmminfo* message) {
    return (e->source == -1 || e->source == message->src) && (e->tag == -1 || e->tag == message->tag) &&
           (e->context == -1 || e->context == message->ctx);
}

static int specific(const struct entry* e) {
    return (e->source != -1) + (e->tag != -1) + (e->context != -1);
}

/* Chooses among the handlers in Fortran as pvm_addmhf chooses among all. */
static int call_handler(int id) {
    struct pvmminfo message;
    const struct entry* best = NULL;
    if (pvm_getminfo(id, &message) < 0) return 0;
    for (int i = 0; i < entry_count; ++i)
        if (matches(&entries[i], &message) && (!best || specific(&entries[i]) > specific(best))) best = &entries[i];
    return best ? best->handler(&id) : 0;
}

/* pvm_exit has removed the earlier handlers, so there may be an old entry for the same messages. */
static void forget(int source, int tag, int context) {
    int kept = 0;
    for (int i = 0; i < entry_count; ++i)
        if (entries[i].source != source || entries[i].tag != tag || entries[i].context != context)
            entries[kept++] = entries[i];
    entry_count = kept;
}

/* The fourth argument has no meaning, as in PVM 3.4.6. */
void pvmfaddmhf_(const int* source, const int* tag, const int* context, const int* unused, fortran_handler handler,
                 int* id) {
    (void)unused;
    struct entry* more = realloc(entries, (size_t)(entry_count + 1) * sizeof *more);
    if (!more) {
        *id = PvmNoMem;
        return;
    }
    entries = more;
    *id = pvm_addmhf(*source, *tag, *context, call_handler);
    if (*id < 0) return;
    forget(*source, *tag, *context);
    const struct entry made = {*source, *tag, *context, *id, handler};
    entries[entry_count++] = made;
}

void pvmfdelmhf_(const int* id, int* info) {
    *info = pvm_delmhf(*id);
    if (*info < 0) return;
    int kept = 0;
    for (int i = 0; i < entry_count; ++i)
        if (entries[i].id != *id) entries[kept++] = entries[i];
    entry_count = kept;
}
