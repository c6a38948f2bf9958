#include <drover/core/sha256.hpp>
#include <drover/job/run_job.hpp>
#include <drover/populate/input.hpp>
#include <drover/populate/job.hpp>

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

// The state of a checkpoint with a valid seal: rejected, or a run that finishes.
void population_state(std::string_view bytes) {
    static const populate::Input input = small_population();
    const SealedFormat format{"state", "state"};
    std::string sealed = "state\n" + std::string{bytes};
    sealed += sha256(sealed);
    populate::Job job{input, {}};
    const auto is_taken = tried([&] {
        SealedReader in{sealed, "state", format};
        job.restore(in);
        in.expect(in.left() == 0, "more than the state of the job");
        return true;
    });
    if (!is_taken) return;
    SealedWriter out{format};
    job.save(out);
    require(std::move(out).sealed() == sealed);
    require(run_job(job, {}) == JobEnd::finished);
    require(job.result().zones.size() == 5);
}

}  // namespace

std::vector<Target> populate_targets() {
    return {{"population", population}, {"population_state", population_state}};
}

}  // namespace drover::fuzz
