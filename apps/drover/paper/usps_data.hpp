#pragma once

#include "data_sets.hpp"

namespace drover::cli::paper {

/// 1,100 images of each digit, 16 x 16 pixels, in the order of the digits.
struct UspsImages {
    static constexpr std::size_t pixels = 256;
    static constexpr std::size_t classes = 10;
    static constexpr std::size_t per_class = 1100;

    std::vector<std::uint8_t> grey;  ///< 0 .. 255, image by image
    DataSet binary;                  ///< 1 where grey / 256 > 0.2

    const std::uint8_t* image(std::size_t number) const { return grey.data() + number * pixels; }
};

/// DIR/usps/usps_all-images-idx3-ubyte.gz and its labels; made-up images of that seed without a folder.
UspsImages usps_images(const std::string& folder, std::uint64_t seed);

/// Of one class: numbers of images to train on, to validate with and to test with.
struct ClassSplit {
    std::vector<std::size_t> train;
    std::vector<std::size_t> validation;
    std::vector<std::size_t> test;
};
inline constexpr std::size_t train_count = 700;
inline constexpr std::size_t validation_count = 300;
inline constexpr std::size_t test_count = UspsImages::per_class - train_count - validation_count;

/// The split of that number, one class after the other.
std::vector<ClassSplit> usps_split(std::uint64_t seed, std::uint64_t split);

}  // namespace drover::cli::paper
