// Zoltan's repartitioning with migration costs.
#include "bench/partitioning/others.hpp"

#ifdef BANYAN_ZOLTAN
#include <string>

#include "bench/partitioning/zoltan_session.hpp"
#endif

namespace banyan::bench {

#ifdef BANYAN_ZOLTAN

namespace {

/// A grid and the owner of each of its cells.
struct owned_cells {
    zoltan_cells size;
    std::span<const std::int32_t> owners;
};

int count_owned(void* data, int* error) {
    return count_zoltan_cells(&static_cast<owned_cells*>(data)->size, error);
}

void list_owned(void* data, int ids, int local, ZOLTAN_ID_PTR list, ZOLTAN_ID_PTR rest, int weights, float* weight,
                int* error) {
    list_zoltan_cells(&static_cast<owned_cells*>(data)->size, ids, local, list, rest, weights, weight, error);
}

void old_parts(void* data, int, int, int count, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int* parts, int* error) {
    const auto& owners = static_cast<const owned_cells*>(data)->owners;
    for (int i = 0; i < count; ++i)
        parts[i] = owners[ids[i]];
    *error = ZOLTAN_OK;
}

/// Calls visit(neighbour) for the cells above, left, right and below.
template <class Visit>
void each_neighbour(const zoltan_cells& size, ZOLTAN_ID_TYPE id, const Visit& visit) {
    const auto cols = static_cast<ZOLTAN_ID_TYPE>(size.cols);
    const auto cells = cols * static_cast<ZOLTAN_ID_TYPE>(size.rows);
    if (id >= cols) visit(id - cols);
    if (id % cols > 0) visit(id - 1);
    if ((id + 1) % cols > 0) visit(id + 1);
    if (id + cols < cells) visit(id + cols);
}

void edge_counts(void* data, int, int, int count, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int* edges, int* error) {
    const auto& size = static_cast<const owned_cells*>(data)->size;
    for (int i = 0; i < count; ++i) {
        edges[i] = 0;
        each_neighbour(size, ids[i], [&](ZOLTAN_ID_TYPE) { ++edges[i]; });
    }
    *error = ZOLTAN_OK;
}

void edge_lists(void* data, int, int, int count, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int*, ZOLTAN_ID_PTR neighbours,
                int* processes, int, float*, int* error) {
    const auto& size = static_cast<const owned_cells*>(data)->size;
    for (int i = 0; i < count; ++i)
        each_neighbour(size, ids[i], [&](ZOLTAN_ID_TYPE neighbour) {
            *neighbours++ = neighbour;
            *processes++ = 0;
        });
    *error = ZOLTAN_OK;
}

void set_callbacks(Zoltan_Struct* zoltan, owned_cells& cells) {
    Zoltan_Set_Num_Obj_Fn(zoltan, count_owned, &cells);
    Zoltan_Set_Obj_List_Fn(zoltan, list_owned, &cells);
    Zoltan_Set_Part_Multi_Fn(zoltan, old_parts, &cells);
    Zoltan_Set_Num_Edges_Multi_Fn(zoltan, edge_counts, &cells);
    Zoltan_Set_Edge_List_Multi_Fn(zoltan, edge_lists, &cells);
}

}  // namespace

std::optional<std::vector<std::int32_t>> by_zoltan_repartition(int rows, int cols, std::span<const double> shares,
                                                               std::span<const std::int32_t> old, double iterations) {
    start_zoltan();
    owned_cells cells{{rows, cols}, old};
    Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_WORLD);
    set_callbacks(zoltan, cells);
    set_zoltan_parameters(zoltan, shares,
                          {{"LB_METHOD", "GRAPH"},
                           {"GRAPH_PACKAGE", "PHG"},
                           {"LB_APPROACH", "REPARTITION"},
                           {"PHG_REPART_MULTIPLIER", std::to_string(iterations)},
                           {"IMBALANCE_TOL", "1.003"}});
    return divided_by_zoltan(zoltan, {old.begin(), old.end()});
}

#else

std::optional<std::vector<std::int32_t>> by_zoltan_repartition(int, int, std::span<const double>,
                                                               std::span<const std::int32_t>, double) {
    return std::nullopt;
}

#endif

}  // namespace banyan::bench
