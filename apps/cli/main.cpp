// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <sys/poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "printable.hpp"
#include "quern/formats/left_overs.hpp"
#include "simd_option.hpp"
#include "verbs.hpp"

namespace {

constexpr const char* kFooter = "Exit status: 0 done, 1 failed, 2 wrong command line, 3 bad input.\n"
                                "Each verb explains itself: quern render --help";

/// A signal that ends the program takes back what is half written, and then ends it as it always would.
void end_by_signal(int number)
{
    quern::formats::remove_left_overs();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

/// Unless the caller has them ignored, as nohup does.
void catch_signals()
{
    for (const int number :
         {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU}) {
        if (std::signal(number, end_by_signal) == SIG_IGN)
            std::signal(number, SIG_IGN);
    }
    // A reader that goes away shows as a write error, so that half-written files are taken back.
    std::signal(SIGPIPE, SIG_IGN);
    // So does a file that has grown to the limit.
    std::signal(SIGXFSZ, SIG_IGN);
}

/// Earlier flushes may have met the closed pipe, and then nothing is left that could fail with EPIPE.
bool reader_gone()
{
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

quern::Error lost_output(int number)
{
    return {quern::Error::Code::io, "standard output",
            fmt::format("cannot write: {}", std::strerror(number != 0 ? number : EIO))};
}

/// What was printed must have arrived: a full disk behind `quern bank > list.txt` is a failure. A reader that
/// has had enough (`| head`) is one too, but not worth a message.
int written(int exit, const quern::cli::Console& console)
{
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return exit;
    // A verb that has failed has told why.
    if (errno == EPIPE || exit == quern::cli::kFailed || reader_gone())
        return quern::cli::kFailed;
    return console.fail(lost_output(errno), quern::cli::kFailed);
}

/// What the library throws and no verb catches. fmt throws when standard output takes no more.
int thrown(const std::exception& error, const quern::cli::Console& console)
{
    const auto* system = dynamic_cast<const std::system_error*>(&error);
    if (system != nullptr && std::ferror(stdout) != 0) {
        const int number = system->code().value();
        return number == EPIPE || reader_gone() ? quern::cli::kFailed
                                                : console.fail(lost_output(number), quern::cli::kFailed);
    }
    const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    return console.fail({quern::Error::Code::io, "", memory ? "not enough memory" : error.what()},
                        quern::cli::kFailed);
}

/// An empty value is a variable of a script that was never set, not a wish for the default.
void refuse_empty_values(const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& value : option->results()) {
            if (value.empty())
                throw CLI::ValidationError(option->get_name(), "found \"\", expected a value");
        }
    }
    for (const CLI::App* verb : app.get_subcommands())
        refuse_empty_values(*verb);
}

/// In the form of our own checks.
std::string said(const CLI::ParseError& error)
{
    constexpr std::string_view kUnread = "Could not convert: ";
    std::string text = error.what();
    const std::size_t split = text.find(" = ");
    if (!text.starts_with(kUnread) || split == std::string::npos)
        return text;
    return fmt::format("{}: found {}, expected a whole number",
                       text.substr(kUnread.size(), split - kUnread.size()), text.substr(split + 3));
}

/// "render, bank or plot".
std::string verb_list(CLI::App& app)
{
    std::string list;
    const std::vector<CLI::App*> verbs = app.get_subcommands({});
    for (std::size_t i = 0; i < verbs.size(); ++i)
        list += (i == 0 ? "" : i + 1 < verbs.size() ? ", " : " or ") + verbs[i]->get_name();
    return list;
}

} // namespace

int main(int argc, char** argv)
{
    using namespace quern::cli;
    using quern::Error;
    catch_signals();

    Console console;
    Job job;
    CLI::App app{"Quern turns motion into the sound of rolling.", "quern"};
    app.set_version_flag("--version", "quern " QUERN_VERSION);
    app.add_flag("-q,--quiet", console.quiet, "Print errors only");
    app.add_flag("-v,--verbose", console.verbosity, "Print more about what is done");
    add_simd_option(app);
    app.require_subcommand(1);
    app.fallthrough();
    app.footer(kFooter);
    add_render(app, console, job);
    add_bank(app, console, job);
    add_vectors(app, console, job);
    add_trace(app, console, job);
    add_plot(app, console, job);
    add_explain(app, console, job);
    add_cloud(app, console, job);
    add_life(app, console, job);
    add_pack(app, console, job);
    add_pool(app, console, job);
    add_inspect(app, console, job);
    add_extract(app, console, job);
    add_survey(app, console, job);
    add_check(app, console, job);

    try {
        app.parse(argc, argv);
        refuse_empty_values(app);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
            return written(app.exit(error), console); // --help, --version
        if (app.get_subcommands().empty()) {
            const std::vector<std::string> unknown = app.remaining();
            put(fmt::format("quern: found {}, expected a verb: {}\n",
                            unknown.empty() ? "nothing" : "\"" + printable(clipped(unknown.front())) + "\"",
                            verb_list(app)));
            put("Run with --help for more information.\n");
        } else {
            CLI::App* verb = app.get_subcommands().front();
            if (error.get_name() == "RequiredError" && !verb->get_subcommands({}).empty() &&
                verb->get_subcommands().empty())
                put(fmt::format("quern: {}: expected one of {}\n", verb->get_name(), verb_list(*verb)));
            else
                put(fmt::format("quern: {}{}\n", printable(shortened(said(error))),
                                std::string_view(error.what()) == "--output is required" ? ": -o FILE" : ""));
            put(fmt::format("Run quern {} --help for more information.\n", verb->get_name()));
        }
        return kUsage;
    }
    try {
        return written(job(), console);
    } catch (const std::exception& error) { // out of memory, or a bug of ours
        return thrown(error, console);
    }
}
