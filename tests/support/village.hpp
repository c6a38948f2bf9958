#pragma once

#include <string>

#include <drover/populate/input.hpp>

namespace drover::populate {

// Four zones in two tracts, each a region of its own; households of one to three persons.
struct Village {
    std::string households = "id,w,n,own\n";
    std::string persons = "id,age\n";
    std::string geography = "zone,tract\na,T\nb,T\nc,U\nd,U\n";
    std::string controls =
        "target,geography,seed_table,expression\n"
        "all,zone,households,w>0\nsingle,zone,households,n=1\nmore,zone,households,n>1\n"
        "children,zone,persons,age<18\nowners,tract,households,own=1\n";
    std::string zones =
        "zone,all,single,more,children\na,30,10,20,12\nb,25,5,20,16\nc,40,20,20,9\nd,0,0,0,0\n";
    std::string tracts = "tract,owners\nT,40\nU,10\n";

    Village() {
        for (int h = 0; h < 24; ++h) {
            const int size = 1 + h % 3;
            households += std::to_string(h) + "," + std::to_string(1 + h % 5) + "," + std::to_string(size) +
                          "," + std::to_string(h % 7 % 2) + "\n";
            for (int p = 0; p < size; ++p)
                persons += std::to_string(h) + "," + std::to_string(p == 0 ? 40 : 5 + 9 * (h % 4)) + "\n";
        }
    }
    Input read(ReadOptions reading = {}) const {
        reading.id = "id";
        reading.weight = "w";
        return read_input({.households = {households, "h.csv"},
                           .persons = NamedText{persons, "p.csv"},
                           .geography = {geography, "g.csv"},
                           .controls = {controls, "c.csv"},
                           .totals = {{"zone", {zones, "z.csv"}}, {"tract", {tracts, "t.csv"}}}},
                          reading);
    }
};

}  // namespace drover::populate
