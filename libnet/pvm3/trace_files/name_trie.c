/* Maps from names to values. A name has a place for its first character, or, if another name has that place, one for
   its second character in the map below it, and so on. */
#include "libnet/pvm3/trace_files/trace_files.h"

int trc_trie_index(char c) {
    if (c >= 'a' && c <= 'z') return c - 'a';
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= '0' && c <= '9') return 26 + c - '0';
    return TRC_TRIE_SIZE - 1;
}

TRC_TRIE trc_create_triestack(void) {
    return banyan_trc_memory(TRC_TRIE_SIZE * sizeof(struct trc_trie_struct), "map of names");
}

void trc_free_triestack(TRC_TRIE* map) {
    if (!map || !*map) return;
    for (int i = 0; i < TRC_TRIE_SIZE; ++i) {
        free((*map)[i].str);
        trc_free_triestack(&(*map)[i].next);
    }
    free(*map);
    *map = NULL;
}

/* The place of the name, or the last one on the way to it. `used`: how many characters led there. */
static TRC_TRIE place_of(TRC_TRIE map, const char* name, size_t* used) {
    const size_t length = strlen(name);
    for (*used = 0;; ++*used) {
        TRC_TRIE place = &map[trc_trie_index(*used < length ? name[*used] : '\0')];
        if (!place->valid || strcmp(place->str, name) == 0 || !place->next) return place;
        map = place->next;
    }
}

static int refuse_name(const char* why, const char* name) {
    fprintf(stderr, "trc_add_to_trie: %s '%s'\n", why, name ? name : "");
    return TRC_FALSE;
}

int trc_add_to_trie(TRC_TRIE map, const char* name, void* value) {
    size_t used;
    if (!map) return refuse_name("no map for", name);
    if (!name || !*name) return refuse_name("a name must not be empty:", name);
    TRC_TRIE place = place_of(map, name, &used);
    if (place->valid && strcmp(place->str, name) == 0) return refuse_name("already has", name);
    if (place->valid) {
        place->next = trc_create_triestack();
        ++used;
        place = &place->next[trc_trie_index(used < strlen(name) ? name[used] : '\0')];
    }
    place->valid = TRC_TRUE;
    place->str = trc_copy_str(name);
    place->value = value;
    return TRC_TRUE;
}

void* trc_lookup_trie(TRC_TRIE map, const char* name) {
    size_t used;
    if (!map || !name) return NULL;
    TRC_TRIE place = place_of(map, name, &used);
    return place->valid && strcmp(place->str, name) == 0 ? place->value : NULL;
}
