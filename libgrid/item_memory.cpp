// The memory of large arrays: huge pages, and different places of a page where arrays begin.
#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <new>

#include "banyan/grid/distributed_array.hpp"

namespace banyan::grid::detail {

namespace {

// Arrays of at least two huge pages ask for them. Rows that are far apart then need fewer address translations, and
// the prefetcher of the CPU does not stop every 4 KiB.
constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
constexpr std::size_t huge_from_bytes = 2 * huge_page_bytes;

// A sweep reads one array and writes another. A CPU first compares the low 12 bits of the address of a read with those
// of the writes before it that are not complete. If both arrays begin at the same place of a page, as those that come
// straight from the system do, many reads wait for a write to another address. So arrays that a thread makes one after
// the other begin a third of a page apart.
constexpr std::size_t small_page_bytes = 4096;
constexpr std::size_t cache_line_bytes = 64;
constexpr std::size_t third_of_page_bytes = 21 * cache_line_bytes;
constexpr std::size_t address_bytes = sizeof(void*);
constexpr std::size_t spaced_from_bytes = std::size_t{64} << 10;

bool is_spaced(std::size_t bytes, std::size_t alignment) {
    return bytes >= spaced_from_bytes && alignment <= cache_line_bytes;
}

std::size_t begin_of_next_array() {
    static thread_local std::size_t arrays = 0;
    return cache_line_bytes + arrays++ % 3 * third_of_page_bytes;
}

std::align_val_t page_alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= huge_from_bytes ? huge_page_bytes : small_page_bytes};
}

}  // namespace

// The address of the allocation is in front of the items.
void* allocate_items(std::size_t bytes, std::size_t alignment) {
    if (!is_spaced(bytes, alignment)) return ::operator new (bytes, std::align_val_t{alignment});
    if (bytes > std::numeric_limits<std::size_t>::max() - small_page_bytes) throw std::bad_alloc();
    const std::size_t begin = begin_of_next_array();
    auto* const memory = static_cast<std::byte*>(::operator new(begin + bytes, page_alignment(bytes)));
#ifdef MADV_HUGEPAGE
    // This is only advice: if the system has no huge pages, nothing changes.
    if (bytes >= huge_from_bytes)
        (void)madvise(memory, (begin + bytes) / huge_page_bytes * huge_page_bytes, MADV_HUGEPAGE);
#endif
    std::memcpy(memory + begin - address_bytes, &memory, address_bytes);
    return memory + begin;
}

void free_items(void* items, std::size_t bytes, std::size_t alignment) {
    if (!is_spaced(bytes, alignment)) return ::operator delete (items, std::align_val_t{alignment});
    std::byte* memory = nullptr;
    std::memcpy(&memory, static_cast<std::byte*>(items) - address_bytes, address_bytes);
    ::operator delete(memory, page_alignment(bytes));
}

}  // namespace banyan::grid::detail
