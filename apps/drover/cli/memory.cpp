#include <algorithm>
#include <fstream>
#include <limits>

#include <sys/resource.h>
#include <unistd.h>

#include <drover/core/check.hpp>

#include "memory.hpp"

namespace drover::cli {
namespace {

constexpr std::uint64_t least_memory = 64 << 20;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 60;

// The sanitizers take address space by the terabyte, which counts as well.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool can_hold = false;
#elif defined(__has_feature)
constexpr bool can_hold = !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer));
#else
constexpr bool can_hold = true;
#endif

// Of the group of processes that this one is in, as containers have it. No limit, or no such file: the most.
std::uint64_t group_memory() {
    std::ifstream file{"/sys/fs/cgroup/memory.max"};
    std::uint64_t bytes = 0;
    return file >> bytes ? bytes : std::numeric_limits<std::uint64_t>::max();
}

template <class Resource>  // an enumeration in some C libraries, a number in others
std::uint64_t resource_limit(Resource resource) {
    rlimit limit{};
    const bool is_limited = ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited ? limit.rlim_cur : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t machine_memory() {
    const auto pages = static_cast<std::uint64_t>(std::max<long>(0, ::sysconf(_SC_PHYS_PAGES)));
    const auto page = static_cast<std::uint64_t>(std::max<long>(0, ::sysconf(_SC_PAGESIZE)));
    const std::uint64_t bytes =
        std::min({pages * page, group_memory(), resource_limit(RLIMIT_AS), resource_limit(RLIMIT_DATA)});
    return std::max<std::uint64_t>(least_memory, bytes - bytes / 10);
}

void check_limits(std::uint64_t given) {
    check_input(given == 0 || (given >= least_memory && given <= most_memory), [&] {
        return "--memory: expected 64M to 2^60 bytes, as 500M, 2G or 1e9, got " +
               (given > most_memory ? "more"
                : given == 1        ? "none"
                                    : memory_text(static_cast<double>(given)));
    });
}

std::uint64_t bytes_of(std::uint64_t given) { return given > 0 ? given : machine_memory(); }

}  // namespace

TextCheck memory_size() {
    return [](std::string& text) {
        std::string wrong = "expected 64M to 2^60 bytes, as 500M, 2G or 1e9, got " + quoted(text);
        if (text.empty()) return wrong;
        const std::string units = "KMGT";
        const std::size_t unit = units.find(text.back());
        const bool has_unit = unit != std::string::npos;
        try {
            Rational bytes = parse_rational(has_unit ? text.substr(0, text.size() - 1) : text);
            for (std::size_t k = 0; has_unit && k <= unit; ++k) bytes = bytes * Rational{1024};
            // Limits are checked once all is read; 0 is what was not given.
            bytes = std::clamp(bytes, Rational{1}, Rational{most_memory} + Rational{1});
            text = std::to_string(static_cast<std::uint64_t>(floor(bytes)));
            return std::string{};
        } catch (const InputError&) {
            return wrong;
        }
    };
}

MemoryLimit memory_limit(const CommonOptions& options) { return MemoryLimit{bytes_of(options.memory)}; }

void limit_memory(const OptionList& options) {
    for (const Option& option : options.options()) {
        if (option.names != "--memory") continue;
        check_limits(*std::get<std::uint64_t*>(option.field));
        if (!can_hold) return;
        rlimit limit{};
        if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, bytes_of(*std::get<std::uint64_t*>(option.field)));
        [[maybe_unused]] const int held = ::setrlimit(RLIMIT_DATA, &limit);  // without it the machine decides
    }
}

}  // namespace drover::cli
