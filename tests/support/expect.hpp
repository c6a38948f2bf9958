#pragma once

#include <gtest/gtest.h>

#include <string>

#include <drover/core/error.hpp>

// Macros only in tests: the statement throws that error with exactly that message.
#define EXPECT_ERROR(Error, statement, message)                         \
    do {                                                                \
        try {                                                           \
            (void)(statement);                                          \
            ADD_FAILURE() << "expected " #Error ", nothing was thrown"; \
        } catch (const Error& error) {                                  \
            EXPECT_EQ(std::string{error.what()}, message);              \
        }                                                               \
    } while (false)
#define EXPECT_INPUT_ERROR(statement, message) EXPECT_ERROR(drover::InputError, statement, message)
