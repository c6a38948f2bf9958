#include <drover/populate/input.hpp>
#include <drover/populate/populate.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

populate::Input read_parts(const std::vector<std::string>& parts) {
    const populate::Texts texts{.households = {parts[0], "households.csv"},
                                .persons = NamedText{parts[1], "persons.csv"},
                                .geography = {parts[2], "geography.csv"},
                                .controls = {parts[3], "controls.csv"},
                                .totals = {{"zone", {parts[4], "totals.csv"}}}};
    return populate::read_input(texts, {.id = "hh", .weight = "w"});
}

// A household sample, its persons, the geography, the controls and the totals of the zones.
void population(std::string_view bytes) {
    const auto parts = parts_of(bytes);
    if (parts.size() < 5) return;
    const auto read = tried([&] { return read_parts(parts); });
    if (read) require(read->weights.size() == read->household_count());
}

populate::Input small_population() {
    return read_parts({"hh,w,size\n1,9,1\n2,10,2\n", "hh,age\n1,30\n2,7\n2,40\n", "zone,region\nz1,V\nz2,V\n",
                       "target,geography,seed_table,expression\nnum_hh,zone,households,w>0\n"
                       "young,zone,persons,age<18\n",
                       "zone,num_hh,young\nz1,3,1\nz2,2,1\n"});
}

// The numbers of a checkpoint with a valid seal: rejected, or a run that finishes.
void population_state(std::string_view bytes) {
    static const populate::Input input = small_population();
    std::vector<std::uint64_t> state(bytes.size() / 8);
    for (std::size_t k = 0; k < 8 * state.size(); ++k)
        state[k / 8] |= std::uint64_t{static_cast<unsigned char>(bytes[k])} << (8 * (k % 8));
    populate::Job job{input, {}};
    const auto is_taken = tried([&] {
        job.restore(state, "state");
        return true;
    });
    if (!is_taken) return;
    require(job.state() == state);
    require(job.run());
    require(job.result().zones.size() == 5);
}

}  // namespace

std::vector<Target> populate_targets() {
    return {{"population", population}, {"population_state", population_state}};
}

}  // namespace drover::fuzz
