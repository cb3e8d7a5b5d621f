#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "banyan/grid/distributed_array.hpp"

namespace banyan::grid::detail {

namespace {

// Arrays of at least four huge pages ask for them. Rows that are far apart then need fewer address translations, and
// the prefetcher of the CPU does not stop every 4 KiB.
constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
constexpr std::size_t huge_from_bytes = 4 * huge_page_bytes;

std::size_t alignment_for(std::size_t bytes, std::size_t alignment) {
    return bytes >= huge_from_bytes ? std::max(alignment, huge_page_bytes) : alignment;
}

}  // namespace

void* allocate_items(std::size_t bytes, std::size_t alignment) {
    void* memory = ::operator new (bytes, std::align_val_t{alignment_for(bytes, alignment)});
#ifdef MADV_HUGEPAGE
    // This is only advice: if the system has no huge pages, nothing changes.
    if (bytes >= huge_from_bytes) (void)madvise(memory, bytes / huge_page_bytes * huge_page_bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void free_items(void* memory, std::size_t bytes, std::size_t alignment) {
    ::operator delete (memory, std::align_val_t{alignment_for(bytes, alignment)});
}

}  // namespace banyan::grid::detail
