// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace quern {

/// What went wrong, for a person: `where` is a place ("ride.csv:17", "x.grain:0x40",
/// "tuning.toml:surface.max_kmh"), `message` says what was found and what was expected.
struct Error {
    enum class Code { bad_input, io, unsupported, usage };
    Code code = Code::bad_input;
    std::string where;
    std::string message;

    [[nodiscard]] std::string text() const { return where.empty() ? message : where + ": " + message; }
};

/// A value or an Error. Used by every room that can be handed bad input; nothing throws across a public
/// boundary.
template <class T> class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return ok(); }

    /// The value. Calling it on an error is a bug of the caller.
    [[nodiscard]] T& value() & { return *checked(); }
    [[nodiscard]] const T& value() const& { return *const_cast<Result*>(this)->checked(); }
    [[nodiscard]] T&& value() && { return std::move(*checked()); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return checked(); }
    const T* operator->() const { return const_cast<Result*>(this)->checked(); }

    [[nodiscard]] const Error& error() const { return *std::get_if<1>(&state_); }

private:
    T* checked()
    {
        assert(ok());
        return std::get_if<0>(&state_);
    }
    std::variant<T, Error> state_;
};

/// Success without a value.
struct Ok {};
using Status = Result<Ok>;

} // namespace quern
