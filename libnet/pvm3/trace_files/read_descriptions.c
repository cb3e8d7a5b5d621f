/* Reads the description of an event. */
#include <stdint.h>

#include "libnet/pvm3/trace_files/trace_files.h"

enum { most_characters = 1024 };

/* The text up to the next quote. */
static int read_quoted(TRC_ID ID, char* text) {
    int c, used = 0;
    if (!trc_find_event_str(ID, "\"")) return TRC_FALSE;
    while ((c = getc(ID->trace_in)) != EOF && c != '"' && used < most_characters - 1)
        text[used++] = (char)c;
    text[used] = 0;
    return c == '"' ? TRC_TRUE : banyan_trc_refuse("this name has no end or is too long:", text);
}

/* A word before a quote, which is the next character. */
static int read_type(TRC_ID ID, char* text) {
    int used = 0, c = banyan_trc_next_visible(ID->trace_in);
    for (; c != EOF && c != ' ' && c != '\t' && c != '\n' && c != '"' && used < most_characters - 1;
         c = getc(ID->trace_in))
        text[used++] = (char)c;
    text[used] = 0;
    if (c != EOF) ungetc(c, ID->trace_in);
    return c != EOF ? TRC_TRUE : banyan_trc_refuse("it ends after", text);
}

/* How many pairs of brackets come before the semicolon. */
static int count_brackets(TRC_ID ID) {
    int c, pairs = 0;
    while ((c = getc(ID->trace_in)) != EOF && c != ';')
        pairs += c == '[';
    return pairs;
}

/* An int is too short for addresses and for long numbers of the program, but the file has no other type for them. */
static int is_long(const char* meaning, const char* words) {
    static const char* const addresses[] = {"PDA", "CDA", "CRF", "MRF", "FP"};
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; ++i)
        if (strcmp(meaning, addresses[i]) == 0) return TRC_TRUE;
    return trc_compare("USR", meaning) && trc_compare(banyan_trc_long_value, words);
}

static TRC_DID meaning_of(const char* name, const char* words) {
    TRC_DID did = trc_lookup_trie(TRC_DID_TRIE, name);
    if (did) return did;
    for (did = TRC_DID_LIST; did; did = did->next)
        if (did->id < 0 && strcmp(did->name, name) == 0 && strcmp(did->desc, words) == 0) return did;
    return banyan_trc_add_meaning(-1, name, words);
}

/* After the first slash of: // "NAME" "words" newline type "NAME"[][]; */
static int read_value(TRC_ID ID, TRC_DATADESC value) {
    char name[most_characters], words[most_characters], type[most_characters], again[most_characters];
    if (getc(ID->trace_in) != '/') return banyan_trc_refuse("a description of a value begins with", "//");
    if (!read_quoted(ID, name) || !read_quoted(ID, words) || !read_type(ID, type) || !read_quoted(ID, again))
        return TRC_FALSE;
    const int brackets = count_brackets(ID);
    value->did = meaning_of(name, words);
    value->dt = trc_get_dt_str(type);
    if (value->dt < 0) return banyan_trc_refuse("unknown type", type);
    if (value->dt == TEV_DATA_BYTE && brackets > 1) value->dt = TEV_DATA_STRING;
    if (value->dt == TEV_DATA_INT && is_long(name, words)) value->dt = TEV_DATA_LONG;
    value->array = brackets > 0 ? TEV_DATA_ARRAY : TEV_DATA_SCALAR;
    return TRC_TRUE;
}

static int read_values(TRC_ID ID, TRC_TEVDESC event) {
    if (!trc_find_event_str(ID, "{")) return TRC_FALSE;
    for (TRC_DATADESC* place = &event->ddesc;; place = &(*place)->next) {
        int c;
        while ((c = getc(ID->trace_in)) != EOF && c != '/' && c != '}') {
        }
        if (c == EOF) return banyan_trc_refuse("it ends in the description of", event->name);
        if (c == '}') return trc_find_event_end(ID);
        *place = trc_create_datadesc();
        if (!read_value(ID, *place)) return TRC_FALSE;
    }
}

TRC_TEVDESC banyan_trc_described(const char* name, int phase, int index) {
    TRC_TEVDESC latest = NULL;
    for (TRC_TEVDESC event = trc_lookup_trie(TRC_EVENT_TRIE, name); event; event = event->next)
        if (event->entry_exit == phase && event->index == index) latest = event;
    return latest;
}

/* In the list of the events with this name; the latest description if it is the same. Null: it has no name. */
static TRC_TEVDESC registered(TRC_TEVDESC event) {
    TRC_TEVDESC known = banyan_trc_described(event->name, event->entry_exit, event->index);
    if (known && trc_cmp_tevdesc(event, known)) {
        trc_free_tevdesc(&event);
        return known;
    }
    known = trc_lookup_trie(TRC_EVENT_TRIE, event->name);
    if (!known) {
        if (!trc_add_to_trie(TRC_EVENT_TRIE, event->name, event)) trc_free_tevdesc(&event);
        return event;
    }
    while (known->next)
        known = known->next;
    known->next = event;
    return event;
}

TRC_TEVDESC trc_read_descriptor(TRC_ID ID, int number, const char* name, int phase, int index) {
    TRC_TEVDESC event = trc_create_tevdesc();
    event->refcount = 1;
    event->name = trc_copy_str(name);
    event->eid = number;
    event->entry_exit = phase;
    event->index = index;
    if (!read_values(ID, event)) {
        trc_free_tevdesc(&event);
        return NULL;
    }
    event = registered(event);
    if (event) event->hid = (int)(intptr_t)trc_lookup_trie(TRC_HANDLE_TRIE, event->name);
    return event;
}
