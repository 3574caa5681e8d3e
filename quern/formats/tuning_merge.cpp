// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/tuning_merge.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "quern/formats/tuning_check.hpp"
#include "quern/formats/tuning_fields.hpp"

namespace quern::formats {
namespace {

using Problem = std::optional<Error>;

constexpr auto kLargestSingle = static_cast<double>(std::numeric_limits<float>::max());

/// What was found, in words short enough for one line.
std::string found_text(const toml::node& node)
{
    if (const auto* text = node.as_string()) {
        std::string shown = text->get().substr(0, 40);
        std::replace_if(
            shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
        return "the text \"" + shown + (text->get().size() > 40 ? "...\"" : "\"");
    }
    if (const auto* whole = node.as_integer())
        return std::to_string(whole->get());
    if (const auto* number = node.as_floating_point()) {
        if (std::isfinite(number->get())) {
            std::array<char, 32> buffer{};
            const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number->get()).ptr;
            return std::string(buffer.data(), end);
        }
        return std::isnan(number->get()) ? "nan" : number->get() > 0 ? "inf" : "-inf";
    }
    if (const auto* flag = node.as_boolean())
        return flag->get() ? "true" : "false";
    if (const auto* list = node.as_array())
        return "a list of " + std::to_string(list->size());
    return node.is_table() ? "a table" : "a date or time";
}

/// Letters to insert, remove or change to get from one name to the other.
std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// ", did you mean max_kmh?" or ", expected one of a, b, c".
std::string suggestion(std::string_view name, const std::vector<std::string>& known)
{
    constexpr std::size_t kLongestName = 64;
    std::size_t nearest = 2 + name.size() / 5; // further away is no slip of the pen
    const std::string* best = nullptr;
    for (const std::string& candidate : known) {
        const std::size_t distance = name.size() > kLongestName ? nearest : edit_distance(name, candidate);
        if (distance < nearest) {
            nearest = distance;
            best = &candidate;
        }
    }
    if (best != nullptr)
        return ", did you mean " + *best + "?";
    std::string text = ", expected one of ";
    for (const std::string& candidate : known)
        text += (&candidate == known.data() ? "" : ", ") + candidate;
    return text;
}

const TuningTable* find_table(std::string_view name)
{
    const auto tables = tuning_tables();
    const auto it = std::find_if(tables.begin(), tables.end(), [&](const auto& t) { return t.name == name; });
    return it == tables.end() ? nullptr : &*it;
}

bool is_note(std::string_view name)
{
    return name == "key" || name == "class";
}

class Merge {
public:
    Merge(const bed::Tuning& base, TuningSources& sources) : base_(base), tuning_(base), sources_(sources) {}

    /// Which tables of a document a pass reads: the defaults come first, whatever the order in the files.
    enum class Pass : std::uint8_t { defaults, rest };

    Problem document(const TuningDocument& document, Pass pass)
    {
        name_ = &document.name;
        pass_ = pass;
        for (const auto& [key, node] : document.root) {
            const TuningTable* table = find_table(key.str());
            if (pass == Pass::defaults && key != "surface")
                continue;
            if (table == nullptr) {
                return problem(key.source(), std::string(key.str()) + ": unknown table" +
                                                 suggestion(key.str(), {"surface", "owner", "map", "seam",
                                                                        "mix", "layers"}));
            }
            if (Problem p = enter(*table, node))
                return p;
        }
        return std::nullopt;
    }

    /// The result, or what a rule across fields says against it.
    Result<bed::Tuning> finish() const
    {
        const auto complaint = check_tuning(tuning_);
        if (!complaint)
            return tuning_;
        for (const std::string* field : {&complaint->field, &complaint->partner}) {
            if (const auto it = sources_.find(*field); it != sources_.end())
                return Error{Error::Code::bad_input, it->second, complaint->message};
        }
        return Error{Error::Code::bad_input, "", complaint->message};
    }

private:
    Problem problem(const toml::source_region& region, std::string message) const
    {
        return Error{Error::Code::bad_input, place_text(*name_, region), std::move(message)};
    }
    Problem unexpected(const toml::node& node, const std::string& path, const std::string& expected) const
    {
        return problem(node.source(), path + ": found " + found_text(node) + ", expected " + expected);
    }

    Problem enter(const TuningTable& table, const toml::node& node)
    {
        const std::string path(table.name);
        const toml::table* content = node.as_table();
        if (content == nullptr)
            return unexpected(node, path, "a table");
        return table.rows == 1 ? fields(table, 0, *content, path, "") : rows(table, *content, path);
    }

    Problem rows(const TuningTable& table, const toml::table& content, const std::string& path)
    {
        for (const auto& [key, node] : content) {
            const std::string row_path = path + "." + std::string(key.str());
            int row = 0;
            while (row < table.rows && tuning_row_name(table, row) != row_path)
                ++row;
            if ((table.name == "surface" && row == 0) != (pass_ == Pass::defaults))
                continue;
            if (row == table.rows)
                return problem(key.source(), row_path + ": unknown table" + row_suggestion(table, key.str()));
            if (!node.is_table())
                return unexpected(node, row_path, "a table");
            if (Problem p = fields(table, row, *node.as_table(), row_path, ""))
                return p;
        }
        return std::nullopt;
    }

    static std::string row_suggestion(const TuningTable& table, std::string_view name)
    {
        const std::size_t prefix = table.name.size() + 1;
        if (table.name != "surface")
            return ", expected " + tuning_row_name(table, 0) + " to " +
                   tuning_row_name(table, table.rows - 1);
        std::vector<std::string> known;
        for (int row = 0; row < table.rows; ++row)
            known.push_back(tuning_row_name(table, row).substr(prefix));
        return suggestion(name, known);
    }

    /// The fields of one row; `prefix` is the sub-table reached so far ("player_a.").
    Problem fields(const TuningTable& table, int row, const toml::table& content, const std::string& path,
                   const std::string& prefix)
    {
        const auto known = tuning_fields_of(table);
        for (const auto& [key, node] : content) {
            const std::string name = prefix + std::string(key.str());
            const std::string full = path + "." + std::string(key.str());
            const auto field =
                std::find_if(known.begin(), known.end(), [&](const auto& f) { return f.name == name; });
            const bool inner = std::any_of(known.begin(), known.end(),
                                           [&](const auto& f) { return f.name.starts_with(name + "."); });
            Problem p;
            if (field != known.end())
                p = value(*field, row, node, full);
            else if (is_note(key.str()))
                p = note(node, full);
            else if (inner && node.is_table())
                p = fields(table, row, *node.as_table(), full, name + ".");
            else if (inner)
                p = unexpected(node, full, "a table");
            else if (const TuningTable* child = find_table(full))
                p = enter(*child, node);
            else
                p = problem(key.source(),
                            full + ": unknown field" + field_suggestion(table, prefix, key.str()));
            if (p)
                return p;
        }
        return std::nullopt;
    }

    static std::string field_suggestion(const TuningTable& table, const std::string& prefix,
                                        std::string_view name)
    {
        std::vector<std::string> known;
        for (const TuningField& field : tuning_fields_of(table)) {
            if (!field.name.starts_with(prefix))
                continue;
            std::string candidate(field.name.substr(prefix.size()));
            candidate = candidate.substr(0, candidate.find('.'));
            if (known.empty() || known.back() != candidate)
                known.push_back(std::move(candidate));
        }
        const std::string path = std::string(table.name) + "." + prefix;
        for (const TuningTable& child : tuning_tables()) {
            if (child.name.starts_with(path))
                known.emplace_back(child.name.substr(path.size()));
        }
        return suggestion(name, known);
    }

    /// A name that the original used; kept for people, checked for form.
    Problem note(const toml::node& node, const std::string& path) const
    {
        const auto* text = node.as_string();
        const auto hexadecimal = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
        if (text != nullptr && text->get().size() == 16 &&
            std::all_of(text->get().begin(), text->get().end(), hexadecimal))
            return std::nullopt;
        return unexpected(node, path, "a name of 16 hexadecimal digits (0-9, A-F)");
    }

    /// One field, written plainly or as { value = …, key = "…" }.
    Problem value(const TuningField& field, int row, const toml::node& node, const std::string& path)
    {
        const toml::node* content = &node;
        if (const toml::table* form = node.as_table()) {
            content = form->get("value");
            if (content == nullptr)
                return unexpected(node, path, allowed_text(field) + ", or { value = ..., key = \"...\" }");
            for (const auto& [key, inner] : *form) {
                if (key == "value")
                    continue;
                if (key != "key")
                    return problem(key.source(), path + "." + std::string(key.str()) +
                                                     ": unknown field, expected one of value, key");
                if (Problem p = note(inner, path + ".key"))
                    return p;
            }
        }
        const std::string place = place_text(*name_, content->source());
        if (const auto [it, fresh] = sources_.emplace(path, place); !fresh)
            return problem(content->source(), path + ": set twice, first at " + it->second);
        const TuningSlot slot = field.slot(tuning_, row);
        if (Problem p = std::visit([&](auto values) { return fill(field, values, *content, path); }, slot))
            return p;
        if (field.table == "surface" && row == 0)
            hand_down(field);
        return std::nullopt;
    }

    template <class T>
    Problem fill(const TuningField& field, std::span<T> values, const toml::node& node,
                 const std::string& path)
    {
        if (field.count == 1)
            return store(field, values[0], node, path);
        const toml::array* list = node.as_array();
        if (list == nullptr || list->size() != values.size())
            return unexpected(node, path, allowed_text(field));
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (Problem p = store(field, values[i], *list->get(i), path + "[" + std::to_string(i) + "]"))
                return p;
        }
        return std::nullopt;
    }

    template <class T>
    Problem store(const TuningField& field, T& target, const toml::node& node, const std::string& path)
    {
        if constexpr (std::is_same_v<T, bool>) {
            if (const auto* flag = node.as_boolean()) {
                target = flag->get();
                return std::nullopt;
            }
        } else if constexpr (std::is_same_v<T, bed::Member>) {
            const auto* text = node.as_string();
            const auto member = text == nullptr ? std::nullopt : bed::member_named(text->get());
            if (member && static_cast<std::size_t>(*member) < bed::kSurfaceMembers) {
                target = *member;
                return std::nullopt;
            }
        } else if constexpr (std::is_same_v<T, float>) {
            const auto number = node.value<double>();
            // Compared before it is narrowed: a double beyond the range of float has no defined conversion.
            if (number && node.is_number() && std::abs(*number) < kLargestSingle &&
                in_range(field, static_cast<float>(*number))) {
                target = static_cast<float>(*number);
                return std::nullopt;
            }
        } else {
            const auto* whole = node.as_integer();
            if (whole != nullptr && whole->get() >= static_cast<std::int64_t>(field.min) &&
                whole->get() <= static_cast<std::int64_t>(field.max)) {
                target = static_cast<T>(whole->get());
                return std::nullopt;
            }
        }
        return unexpected(node, path, element_text(field));
    }

    /// The allowed values of one element of a list, or of a plain field.
    static std::string element_text(TuningField field)
    {
        field.count = 1;
        return allowed_text(field);
    }

    /// A new default reaches every recording that had the base's default.
    void hand_down(const TuningField& field)
    {
        const auto bits_of = [&](const bed::Tuning& from, int row) {
            bed::Tuning copy = from;
            const auto values = std::get<std::span<float>>(field.slot(copy, row));
            return std::vector<float>(values.begin(), values.end());
        };
        const std::vector<float> old = bits_of(base_, 0);
        const std::vector<float> fresh = bits_of(tuning_, 0);
        for (int row = 1; row <= static_cast<int>(bed::kSurfaceMembers); ++row) {
            if (bits_of(base_, row) == old)
                std::copy(fresh.begin(), fresh.end(),
                          std::get<std::span<float>>(field.slot(tuning_, row)).begin());
        }
    }

    const bed::Tuning& base_;
    bed::Tuning tuning_;
    TuningSources& sources_;
    const std::string* name_ = nullptr; // the document being read
    Pass pass_ = Pass::defaults;
};

} // namespace

std::string place_text(const std::string& name, const toml::source_region& region)
{
    return name + ":" + std::to_string(region.begin.line) + ":" + std::to_string(region.begin.column);
}

Result<bed::Tuning> merge_tuning(std::span<const TuningDocument> documents, const bed::Tuning& base,
                                 TuningSources* sources)
{
    TuningSources own;
    TuningSources& places = sources == nullptr ? own : *sources;
    places.clear();
    Merge merge(base, places);
    for (const Merge::Pass pass : {Merge::Pass::defaults, Merge::Pass::rest}) {
        for (const TuningDocument& document : documents) {
            if (auto problem = merge.document(document, pass))
                return *problem;
        }
    }
    return merge.finish();
}

} // namespace quern::formats
