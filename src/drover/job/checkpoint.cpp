#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/job/checkpoint.hpp>

namespace drover {
namespace {

constexpr SealedFormat job_format{"drover.job/1", "checkpoint of drover"};

void write_identity(SealedWriter& out, const JobIdentity& identity) {
    out.text(identity.product);
    out.number(identity.version);
    out.number(identity.inputs.size());
    for (const CertifiedFile& input : identity.inputs) {
        out.text(input.option);
        out.text(input.file);
        out.text(input.sha256);
    }
    out.number(identity.options.size());
    for (const auto& [name, text] : identity.options) {
        out.text(name);
        out.text(text);
    }
}

JobIdentity read_identity(SealedReader& in) {
    constexpr std::size_t size_bytes = 8;  // of a text, at least
    JobIdentity identity;
    identity.product = in.text();
    identity.version = in.number();
    identity.inputs.resize(in.count(3 * size_bytes));
    for (CertifiedFile& input : identity.inputs) {
        input.option = in.text();
        input.file = in.text();
        input.sha256 = in.text();
    }
    identity.options.resize(in.count(2 * size_bytes));
    for (auto& [name, text] : identity.options) {
        name = in.text();
        text = in.text();
    }
    return identity;
}

void check_product(const std::string& name, const JobIdentity& saved, const JobIdentity& now) {
    check_input(saved.product == now.product, [&] {
        return Problem{Fault::changed,
                       {.file = name},
                       "a checkpoint of drover " + now.product,
                       "one of drover " + saved.product};
    });
    check_input(saved.version == now.version, [&] {
        return Problem{Fault::changed,
                       {.file = name},
                       "a checkpoint of version " + std::to_string(now.version),
                       std::to_string(saved.version)};
    });
}

void check_options(const std::string& name, const NamedTexts& saved, const NamedTexts& now) {
    for (std::size_t k = 0; k < std::max(saved.size(), now.size()); ++k) {
        const bool both = k < saved.size() && k < now.size();
        check_input(both && saved[k] == now[k], [&] {
            const auto& option = k < now.size() ? now[k] : saved[k];
            std::string field = option.first;
            std::replace(field.begin(), field.end(), '-', '_');
            return Problem{Fault::changed,
                           {.file = name},
                           "a checkpoint of the same run",
                           "one with another {" + field + '}'};
        });
    }
}

void check_inputs(const std::string& name, const std::vector<CertifiedFile>& saved,
                  const std::vector<CertifiedFile>& now) {
    check_input(saved.size() == now.size(), [&] {
        return Problem{Fault::changed,
                       {.file = name},
                       "a checkpoint of " + std::to_string(now.size()) + " input files",
                       std::to_string(saved.size())};
    });
    for (std::size_t k = 0; k < now.size(); ++k) {
        check_input(saved[k].option == now[k].option && saved[k].sha256 == now[k].sha256, [&] {
            return Problem{Fault::changed,
                           {.file = now[k].file},
                           "the contents it had at the checkpoint " + quoted(name),
                           "others"};
        });
    }
}

}  // namespace

std::string checkpoint_bytes(const JobIdentity& identity, const Job& job) {
    SealedWriter out{job_format};
    write_identity(out, identity);
    job.save(out);
    return std::move(out).sealed();
}

bool is_checkpoint(std::string_view bytes) { return bytes.starts_with(job_format.line); }

void restore_checkpoint(std::string_view bytes, const std::string& name, const JobIdentity& identity,
                        Job& job) {
    SealedReader in{bytes, name, job_format};
    const JobIdentity saved = read_identity(in);
    check_product(name, saved, identity);
    check_options(name, saved.options, identity.options);
    check_inputs(name, saved.inputs, identity.inputs);
    job.restore(in);
    in.expect(in.left() == 0, "more than the state of the job");
}

}  // namespace drover
