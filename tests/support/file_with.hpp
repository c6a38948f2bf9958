#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace drover::testing {

/// A file with that text, for the lifetime of this object.
class FileWith {
  public:
    explicit FileWith(const std::string& text)
        : path_{::testing::TempDir() + "drover_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name() + "_" +
                std::to_string(text.size()) + ".csv"} {
        std::ofstream{path_, std::ios::binary} << text;
    }
    ~FileWith() { std::remove(path_.c_str()); }
    FileWith(const FileWith&) = delete;
    FileWith& operator=(const FileWith&) = delete;
    FileWith(FileWith&&) = delete;
    FileWith& operator=(FileWith&&) = delete;

    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace drover::testing
