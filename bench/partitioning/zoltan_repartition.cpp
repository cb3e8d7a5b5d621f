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

void set_parameters(Zoltan_Struct* zoltan, std::span<const double> shares, double iterations) {
    const std::string parts = std::to_string(shares.size());
    const std::string multiplier = std::to_string(iterations);
    for (const auto& [name, value] :
         {std::pair("DEBUG_LEVEL", "0"), std::pair("LB_METHOD", "GRAPH"), std::pair("GRAPH_PACKAGE", "PHG"),
          std::pair("LB_APPROACH", "REPARTITION"), std::pair("PHG_REPART_MULTIPLIER", multiplier.c_str()),
          std::pair("NUM_GLOBAL_PARTS", parts.c_str()), std::pair("RETURN_LISTS", "PART ASSIGNMENTS"),
          std::pair("NUM_LID_ENTRIES", "0"), std::pair("IMBALANCE_TOL", "1.003")})
        Zoltan_Set_Param(zoltan, name, value);
    std::vector<int> numbers(shares.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> kinds(shares.size(), 0);
    std::vector<float> sizes(shares.begin(), shares.end());
    check_zoltan(Zoltan_LB_Set_Part_Sizes(zoltan, 1, static_cast<int>(shares.size()), numbers.data(), kinds.data(),
                                          sizes.data()));
}

}  // namespace

std::optional<std::vector<std::int32_t>> by_zoltan_repartition(int rows, int cols, std::span<const double> shares,
                                                               std::span<const std::int32_t> old, double iterations) {
    start_zoltan();
    owned_cells cells{{rows, cols}, old};
    Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_WORLD);
    set_callbacks(zoltan, cells);
    set_parameters(zoltan, shares, iterations);
    int changes = 0, id_size = 0, local_size = 0, imports = 0, exports = 0;
    ZOLTAN_ID_PTR import_ids = nullptr, import_local = nullptr, export_ids = nullptr, export_local = nullptr;
    int *import_from = nullptr, *import_to = nullptr, *export_to = nullptr, *export_part = nullptr;
    check_zoltan(Zoltan_LB_Partition(zoltan, &changes, &id_size, &local_size, &imports, &import_ids, &import_local,
                                     &import_from, &import_to, &exports, &export_ids, &export_local, &export_to,
                                     &export_part));
    std::vector<std::int32_t> owners(old.begin(), old.end());
    for (int i = 0; i < exports; ++i)
        owners[export_ids[i]] = export_part[i];
    Zoltan_LB_Free_Part(&import_ids, &import_local, &import_from, &import_to);
    Zoltan_LB_Free_Part(&export_ids, &export_local, &export_to, &export_part);
    Zoltan_Destroy(&zoltan);
    return owners;
}

#else

std::optional<std::vector<std::int32_t>> by_zoltan_repartition(int, int, std::span<const double>,
                                                               std::span<const std::int32_t>, double) {
    return std::nullopt;
}

#endif

}  // namespace banyan::bench
