// Makes rows in blocks until there are enough, then a certificate, and checks it: all in memory.
#include <iostream>

#include <drover/core/sha256.hpp>
#include <drover/drover.hpp>

int main() {
    using namespace drover;
    const std::vector<TableText> texts{
        {"region_age.csv", "region,age,count\nNorth,0-29,40\nNorth,30+,60\nSouth,0-29,30\nSouth,30+,20\n"},
        {"age_work.csv", "age,work,count\n0-29,yes,45\n0-29,no,25\n30+,yes,80\n30+,no,0\n"}};
    const TableSet tables = tables_of(texts);

    StopFlag stop;  // may be set from any thread; here by the progress call
    synth::Options options{.rows = 1'000'000, .control = {.stop = &stop}};
    options.control.progress = [&](std::int64_t rows) {
        if (rows >= 3'000) stop.request_stop();
    };
    std::string csv;
    const synth::Result people =
        synthesize(tables, options, [&](const RowBlock& block) { csv += block.bytes; });
    std::cout << people.row_count() << (people.interrupted ? " rows until the stop" : " rows")
              << ", mean total variation " << people.fit.mean_tv << '\n';

    std::vector<CertifiedFile> inputs;
    for (const TableText& text : texts) inputs.push_back({.file = text.file, .sha256 = sha256(text.text)});
    const std::string text = to_text(certify(people, inputs, {}, "people.csv"));

    const Certificate certificate = parse_certificate(text, "certificate.json");
    const synth::CheckResult found = synth::check({"people.csv", csv}, tables, {.zeros = Zeros::automatic});
    const Verdict verdict = verify(certificate, inputs, found, "people.csv");
    std::cout << (verdict.holds() ? "the certificate holds" : verdict.differences.front()) << '\n';
}
