// boltzmann_machine_peer FILE L2: fits a Boltzmann machine to a file of rows such as 0,1,1 and prints one
// line of biases, then one of couplings, pairs in the order (0,1), (0,2), ..., (n-2,n-1).
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include <drover/baselines/boltzmann_machine.hpp>
#include <drover/core/number_text.hpp>

namespace {

std::vector<drover::BitRow> read_rows(const std::string& path) {
    std::ifstream file{path};
    if (!file) throw drover::IoError(path + ": cannot read");
    std::vector<drover::BitRow> rows;
    for (std::string line; std::getline(file, line);) {
        drover::BitRow row((line.size() + 1) / 2);
        for (std::size_t i = 0; i < row.size(); ++i) row.set(i, line[2 * i] == '1');
        rows.push_back(std::move(row));
    }
    return rows;
}

void print(const drover::baselines::BoltzmannMachine& machine) {
    const std::size_t n = machine.unit_count();
    for (std::size_t i = 0; i < n; ++i) std::cout << drover::shortest(machine.bias(i)) << ' ';
    std::cout << '\n';
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) std::cout << drover::shortest(machine.coupling(i, j)) << ' ';
    }
    std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 3) throw drover::InputError("usage: boltzmann_machine_peer FILE L2");
        drover::baselines::BoltzmannMachine machine{{.l2 = std::stod(argv[2]), .tolerance = 1e-7}};
        machine.fit(read_rows(argv[1]));
        print(machine);
        return machine.fit_result().converged ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
