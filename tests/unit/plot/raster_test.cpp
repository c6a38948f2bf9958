#include <drover/number/philox.hpp>
#include <drover/plot/raster.hpp>

#include "expect.hpp"
#include "png_check.hpp"

namespace drover {
namespace {

TEST(ToPng, HoldsThePixelsAndThePalette) {
    const CounterRandom random{1};
    Raster raster{.column_count = 31, .palette = colour_ramp(Colours::viridis)};
    raster.palette[7].alpha = 0;
    raster.palette[255].alpha = 128;
    for (std::size_t i = 0; i < 31 * 17; ++i)
        raster.pixels.push_back(static_cast<std::uint8_t>(random.below(i, 256)));
    const Raster read = decode_png(to_png(raster));
    EXPECT_EQ(read.column_count, 31U);
    EXPECT_EQ(read.row_count(), 17U);
    EXPECT_EQ(read.pixels, raster.pixels);
    EXPECT_EQ(read.palette, raster.palette);
}

TEST(ToPng, TakesOnePixelOfOneColour) {
    const Raster raster{.column_count = 1, .pixels = {0}, .palette = {{1, 2, 3}}};
    EXPECT_EQ(decode_png(to_png(raster)).palette, raster.palette);
    EXPECT_EQ(to_png(raster).find("tRNS"), std::string::npos);
}

TEST(ToPng, RefusesWhatIsNoPicture) {
    const std::vector<Colour> two{{}, {}};
    EXPECT_INPUT_ERROR(to_png({}), "Raster: expected complete rows of 0 pixels, got 0 pixels");
    EXPECT_INPUT_ERROR(to_png({.column_count = 2, .pixels = {0, 0, 0}, .palette = two}),
                       "Raster: expected complete rows of 2 pixels, got 3 pixels");
    EXPECT_INPUT_ERROR(to_png({.column_count = 1, .pixels = {0}}),
                       "Raster: expected a palette of 1 to 256 colours, got 0");
    EXPECT_INPUT_ERROR(to_png({.column_count = 1, .pixels = {0, 2}, .palette = two}),
                       "Raster: a pixel has colour number 2, but the palette has only 2 colours");
}

TEST(OnWhite, MixesWhatIsTransparent) {
    const Raster mixed = on_white({.palette = {{10, 20, 30, 0}, {10, 20, 30, 255}, {0, 100, 255, 128}}});
    EXPECT_EQ(mixed.palette, (std::vector<Colour>{{255, 255, 255}, {10, 20, 30}, {127, 177, 255}}));
}

}  // namespace
}  // namespace drover
