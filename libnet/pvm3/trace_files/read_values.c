/* Reads the values of an event. */
#include "libnet/pvm3/trace_files/trace_files.h"

enum { most_values = 1 << 24 };

static int read_integer(FILE* in, int type, void* values, int i) {
    long integer;
    if (fscanf(in, "%ld", &integer) != 1) return TRC_FALSE;
    switch (type) {
        case TEV_DATA_LONG:
            ((long*)values)[i] = integer;
            break;
        case TEV_DATA_SHORT:
        case TEV_DATA_USHORT:
            ((short*)values)[i] = (short)integer;
            break;
        default:
            ((int*)values)[i] = (int)integer;
    }
    return TRC_TRUE;
}

static int read_number(FILE* in, int type, void* values, int i) {
    double real;
    switch (type) {
        case TEV_DATA_FLOAT:
        case TEV_DATA_CPLX:
            if (fscanf(in, "%lf", &real) != 1) return TRC_FALSE;
            ((float*)values)[i] = (float)real;
            return TRC_TRUE;
        case TEV_DATA_DOUBLE:
        case TEV_DATA_DCPLX:
            return fscanf(in, "%lf", &((double*)values)[i]) == 1;
        case TEV_DATA_ULONG:
            return fscanf(in, "%lu", &((unsigned long*)values)[i]) == 1;
        default:
            return read_integer(in, type, values, i);
    }
}

static int read_numbers(TRC_ID ID, int type, void* values, int count) {
    for (int i = 0; i < count; ++i) {
        if (i > 0 && !trc_find_event_str(ID, ",")) return TRC_FALSE;
        if (!read_number(ID->trace_in, type, values, i)) return TRC_FALSE;
    }
    return TRC_TRUE;
}

/* Exactly one byte less than `count`, because the text itself may have quotes. */
static int read_bytes(TRC_ID ID, char* bytes, int count) {
    if (!trc_find_event_str(ID, "\"")) return TRC_FALSE;
    if (count > 1 && fread(bytes, 1, (size_t)count - 1, ID->trace_in) != (size_t)count - 1) return TRC_FALSE;
    return getc(ID->trace_in) == '"';
}

static char* read_text(TRC_ID ID) {
    char* text = NULL;
    size_t size;
    int c;
    FILE* out = open_memstream(&text, &size);
    trc_memcheck(out, "text of a trace");
    while ((c = getc(ID->trace_in)) != EOF && c != '"')
        fputc(c, out);
    fclose(out);
    trc_memcheck(text, "text of a trace");
    return text;
}

static int read_texts(TRC_ID ID, char** texts, int count) {
    for (int i = 0; i < count; ++i) {
        if (i > 0 && !trc_find_event_str(ID, ",")) return TRC_FALSE;
        if (!trc_find_event_str(ID, "\"")) return TRC_FALSE;
        texts[i] = read_text(ID);
    }
    return TRC_TRUE;
}

static int read_count(TRC_ID ID, int* count) {
    if (!trc_find_event_str(ID, "[") || fscanf(ID->trace_in, "%d", count) != 1) return TRC_FALSE;
    return *count >= 0 && *count <= most_values && trc_find_event_str(ID, "{");
}

/* One blank stands before the character, which may be a blank itself. */
static char read_character(FILE* in) {
    const int c = getc(in);
    return (char)(c == ' ' ? getc(in) : c);
}

static int read_content(TRC_ID ID, TRC_TEVREC record) {
    const int type = record->ddesc->dt;
    if (type == TEV_DATA_STRING) return read_texts(ID, record->value, record->num);
    if (type != TEV_DATA_BYTE) return read_numbers(ID, type, record->value, record->num);
    if (record->ddesc->array == TEV_DATA_ARRAY) return read_bytes(ID, record->value, record->num);
    TRC_VALUE_OF(record->value, char) = read_character(ID->trace_in);
    return TRC_TRUE;
}

static int read_value(TRC_ID ID, TRC_TEVREC record) {
    const int is_array = record->ddesc->array == TEV_DATA_ARRAY, type = record->ddesc->dt;
    int count = 1;
    if (is_array ? !read_count(ID, &count) : type == TEV_DATA_STRING && !trc_find_event_str(ID, "{")) return TRC_FALSE;
    record->num = type == TEV_DATA_NULL ? 0 : count;
    if (type == TEV_DATA_NULL) return is_array ? trc_find_event_str(ID, "}") : TRC_TRUE;
    if (banyan_trc_numbers(type) == 0) return TRC_FALSE;
    record->value = trc_make_value(type, count > 0 ? count : 1);
    if (!read_content(ID, record)) return TRC_FALSE;
    return is_array || type == TEV_DATA_STRING ? trc_find_event_str(ID, "}") : TRC_TRUE;
}

static TRC_TEVREC read_record(TRC_ID ID, TRC_TEVDESC event, int* complete) {
    TRC_TEVREC first = NULL, *place = &first;
    *complete = trc_find_event_str(ID, "{");
    for (TRC_DATADESC value = event->ddesc; value && *complete; value = value->next, place = &(*place)->next) {
        if (first && !trc_find_event_str(ID, ",")) break;
        *place = trc_create_tevrec();
        (*place)->ddesc = value;
        *complete = read_value(ID, *place);
    }
    return first;
}

int trc_process_trace_event(TRC_ID ID, const char* name, int phase, int index) {
    int complete;
    TRC_TEVDESC event = banyan_trc_described(name, phase, index);
    if (!event) {
        trc_find_event_end(ID);
        return banyan_trc_refuse("it does not describe the event", name);
    }
    TRC_TEVREC record = read_record(ID, event, &complete);
    if (!complete) banyan_trc_refuse("wrong values in the event", name);
    if (!trc_find_event_end(ID)) complete = TRC_FALSE;
    if (complete && ID->handle_event) ID->handle_event(ID, event, record);
    trc_free_tevrec(&record);
    return complete ? TRC_TRUE : TRC_FALSE;
}
