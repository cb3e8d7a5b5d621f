/* Return codes of the mailbox. */
#include "codes.h"

#define PROGRAM (char*)"codes_child"

static int original;

static int put(char* name, int value, int flags) {
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    return pvm_putinfo(name, pvm_getsbuf(), flags);
}

/* The value of the entry, or the error. */
static int value_of(char* name, int index, int flags) {
    int value = -1000, code = pvm_recvinfo(name, index, flags);
    if (code < 0) return code;
    pvm_upkint(&value, 1, 1);
    return value;
}

/* Another task puts 7. Its index, and its tid. */
static int child_puts(char* name, int flags, int* tid) {
    char text[16];
    char* arguments[4] = {(char*)"put", name, text, NULL};
    int index = -1000;
    sprintf(text, "%d", flags);
    pvm_spawn(PROGRAM, arguments, 0, (char*)"", 1, tid);
    pvm_recv(*tid, 98);
    pvm_upkint(&index, 1, 1);
    return index;
}

static void end_child(int tid) {
    pvm_notify(PvmTaskExit, 97, 1, &tid);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, 99);
    pvm_recv(-1, 97);
}

static int flags_of(char* name, int number) {
    struct pvmmboxinfo* list;
    int count = 0;
    if (pvm_getmboxinfo(name, &count, &list) < 0 || count < 1 || number >= list[0].mi_nentries) return -1000;
    return list[0].mi_flags[number];
}

static int owner_of(char* name, int number) {
    struct pvmmboxinfo* list;
    int count = 0;
    if (pvm_getmboxinfo(name, &count, &list) < 0 || count < 1 || number >= list[0].mi_nentries) return -1000;
    return list[0].mi_owners[number];
}

static int classes(char* pattern) {
    struct pvmmboxinfo* list;
    int count = -1000, code = pvm_getmboxinfo(pattern, &count, &list);
    return code < 0 ? code : count;
}

static void parameters(void) {
    char* none = (char*)"none";
    CODE("putinfo empty name", put((char*)"", 1, 0));
    if (!original) {
        CODE("putinfo without a name", put(NULL, 1, 0));
        CODE("putinfo unknown buffer", pvm_putinfo(none, 4711, 0));
        CODE("putinfo buffer 0", pvm_putinfo(none, 0, 0));
    }
    CODE("recvinfo of none", pvm_recvinfo(none, 0, 0));
    CODE("recvinfo of none, first", pvm_recvinfo(none, 0, PvmMboxFirstAvail));
    CODE("recvinfo empty name", pvm_recvinfo((char*)"", 0, 0));
    CODE("recvinfo index -1", pvm_recvinfo(none, -1, 0));
    CODE("delinfo of none", pvm_delinfo(none, 0, 0));
    CODE("delinfo empty name", pvm_delinfo((char*)"", 0, 0));
    CODE("delinfo index -1", pvm_delinfo(none, -1, 0));
    CODE("getmboxinfo of nothing", classes(none));
    CODE("getmboxinfo empty", classes((char*)"") >= 0);
    CODE("getmboxinfo wrong pattern", classes((char*)"["));
}

static void own_entries(void) {
    char* name = (char*)"own";
    CODE("put", put(name, 1, 0));
    CODE("put again", put(name, 2, 0));
    CODE("the new value", value_of(name, 0, 0));
    CODE("flags", flags_of(name, 0));
    CODE("owner", owner_of(name, 0) == pvm_mytid());
    CODE("put of several on one", put(name, 3, PvmMboxMultiInstance));
    CODE("put of several again", put(name, 4, PvmMboxMultiInstance));
    CODE("put of one on several", put(name, 5, 0));
    CODE("value 0", value_of(name, 0, 0));
    CODE("value 1", value_of(name, 1, 0));
    CODE("value 2", value_of(name, 2, 0));
    CODE("value 3", value_of(name, 3, 0));
    CODE("delinfo 1", pvm_delinfo(name, 1, 0));
    CODE("value 1 is gone", value_of(name, 1, 0));
    CODE("first from 1", value_of(name, 1, PvmMboxFirstAvail));
    CODE("first from 3", value_of(name, 3, PvmMboxFirstAvail));
    CODE("lowest free index", put(name, 6, PvmMboxMultiInstance));
    CODE("direct index 9", put(name, 9, PvmMboxMultiInstance | PvmMboxDirectIndex(9)));
    CODE("direct index 9 again", put(name, 10, PvmMboxMultiInstance | PvmMboxDirectIndex(9)));
    CODE("value 9", value_of(name, 9, 0));
    CODE("direct index 8, one", put(name, 8, PvmMboxDirectIndex(8)));
    CODE("read and delete", value_of(name, 9, PvmMboxReadAndDelete));
    CODE("value 9 is gone", value_of(name, 9, 0));
    CODE("recvinfo index -1 of several", pvm_recvinfo(name, -1, 0));
    CODE("first from -1", value_of(name, -1, PvmMboxFirstAvail));
    CODE("recvinfo wait", value_of(name, 0, PvmMboxWaitForInfo));
    CODE("delinfo 0", pvm_delinfo(name, 0, 0));
    CODE("delinfo 0 twice", pvm_delinfo(name, 0, 0));
}

/* What this task may do with an entry of a running task. */
static void entries_of_others(const char* what, int flags) {
    char name[80];
    char* entry = (char*)"other";
    int tid;
#define OTHER(text, call)                    \
    do {                                     \
        sprintf(name, "%s: %s", what, text); \
        CODE(name, call);                    \
    } while (0)
    OTHER("put by another", child_puts(entry, flags, &tid));
    OTHER("read", value_of(entry, 0, 0));
    OTHER("read and delete", value_of(entry, 0, PvmMboxReadAndDelete));
    OTHER("put of one", put(entry, 1, 0));
    OTHER("put of an overwritable one", put(entry, 2, PvmMboxOverWritable));
    OTHER("put of several", put(entry, 3, PvmMboxMultiInstance));
    OTHER("direct index 0", put(entry, 4, PvmMboxMultiInstance | PvmMboxDirectIndex(1)));
    OTHER("delete", pvm_delinfo(entry, 0, 0));
    OTHER("entries", classes(entry));
    end_child(tid);
    OTHER("read after its end", value_of(entry, 0, 0));
    OTHER("put of one after its end", put(entry, 5, 0));
    OTHER("read and delete after its end", value_of(entry, 0, PvmMboxReadAndDelete));
    OTHER("delete after its end", pvm_delinfo(entry, 0, 0));
    OTHER("put of several after its end", put(entry, 6, PvmMboxMultiInstance));
    OTHER("first", value_of(entry, 0, PvmMboxFirstAvail));
#undef OTHER
    pvm_delinfo(entry, 0, 0);
    pvm_delinfo(entry, 1, 0);
}

static void old_calls(void) {
    int data = -1;
    char* name = (char*)"old";
    CODE("lookup of none", pvm_lookup(name, 0, &data));
    CODE("lookup of none, first", pvm_lookup(name, -1, &data));
    CODE("delete of none", pvm_delete(name, 0));
    CODE("insert", pvm_insert(name, 3, 33));
    CODE("insert again", pvm_insert(name, 3, 34));
    CODE("insert first", pvm_insert(name, -1, 35));
    CODE("insert first again", pvm_insert(name, -1, 36));
    CODE("insert -2", pvm_insert(name, -2, 1));
    CODE("insert without a name", pvm_insert((char*)"", 0, 1));
    CODE("lookup", pvm_lookup(name, 3, &data));
    CODE("data", data);
    CODE("lookup first", pvm_lookup(name, -1, &data));
    CODE("data of the first", data);
    CODE("lookup -2", pvm_lookup(name, -2, &data));
    CODE("delete", pvm_delete(name, 3));
    CODE("delete twice", pvm_delete(name, 3));
    CODE("delete -1", pvm_delete(name, -1));
    CODE("flags of an inserted entry", flags_of(name, 0));
}

/* The task that has inserted them has called pvm_exit. */
static void inserted_entries(void) {
    int data = -1;
    char* name = (char*)"old";
    CODE("lookup after the end of the owner", pvm_lookup(name, 1, &data));
    CODE("data after the end of the owner", data);
}

int main(int argc, char** argv) {
    original = in_the_original(argc, argv);
    begin_codes();
    pvm_mytid();
    parameters();
    own_entries();
    entries_of_others("plain", 0);
    entries_of_others("several", PvmMboxMultiInstance);
    entries_of_others("overwritable", PvmMboxOverWritable);
    entries_of_others("persistent", PvmMboxPersistent);
    pvm_exit();
    old_calls();
    pvm_exit();
    inserted_entries();
    pvm_exit();
    return 0;
}
