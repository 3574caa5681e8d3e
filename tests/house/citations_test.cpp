// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// A section of a document that code or another document names is there.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace quern::house {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = QUERN_SOURCE_DIR;
const std::string kSection = "\xC2\xA7"; // the section sign

struct Citation {
    fs::path document; // from the root
    std::string what;  // "4.10", or the name of a heading; empty: the document alone
};

std::string text_of(const fs::path& file)
{
    std::ifstream in(kRoot / file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<fs::path> files_below(const std::vector<std::string>& folders,
                                  const std::set<std::string>& endings)
{
    std::vector<fs::path> files;
    for (const std::string& folder : folders) {
        for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
            if (endings.count(entry.path().extension().string()) > 0)
                files.push_back(fs::relative(entry.path(), kRoot));
    }
    return files;
}

std::vector<fs::path> code()
{
    return files_below({"quern", "apps", "tests", "bench", "data", "examples"},
                       {".hpp", ".cpp", ".inl", ".in", ".toml"});
}

// A citation may run over the end of a comment line.
std::string joined(const std::string& text)
{
    static const std::regex line_end(R"(\s*\n\s*(?:///?<?|#)?\s*)");
    return std::regex_replace(text, line_end, " ");
}

// The numbers of "§4, §11" and the like.
std::vector<std::string> numbers(const std::string& text)
{
    static const std::regex number(kSection + R"((\d+(?:\.\d+)*))");
    std::vector<std::string> found;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), number); at != std::sregex_iterator(); ++at)
        found.push_back((*at)[1]);
    return found;
}

std::vector<Citation> citations_of_code(const std::string& text)
{
    static const std::regex cited(R"re(docs/[A-Za-z0-9_/-]+\.md((?:,? )re" + kSection +
                                  R"re(\d+(?:\.\d+)*)*)(?:, "([^"]+)")?)re");
    std::vector<Citation> found;
    const std::string flat = joined(text);
    for (auto at = std::sregex_iterator(flat.begin(), flat.end(), cited); at != std::sregex_iterator();
         ++at) {
        const std::string whole = (*at)[0];
        const fs::path document = whole.substr(0, whole.find(".md") + 3);
        found.push_back({document, (*at)[2]});
        for (const std::string& number : numbers((*at)[1]))
            found.push_back({document, number});
    }
    return found;
}

// What a Markdown text says about sections of its own, and about those of the documents that it links to.
std::vector<Citation> citations_of_document(const std::string& text, const fs::path& file)
{
    static const std::regex link(R"(\[([^\]]*)\]\(([^)\s#]+\.md)\))");
    std::vector<Citation> found;
    std::string rest;
    auto unread = text.begin();
    for (auto at = std::sregex_iterator(text.begin(), text.end(), link); at != std::sregex_iterator(); ++at) {
        const fs::path document = (file.parent_path() / (*at)[2].str()).lexically_normal();
        for (const std::string& number : numbers((*at)[1]))
            found.push_back({document, number});
        rest.append(unread, (*at)[0].first);
        unread = (*at)[0].second;
    }
    rest.append(unread, text.end());
    // Code that a page quotes cites from the root, as code does.
    for (const Citation& citation : citations_of_code(rest))
        found.push_back(citation);
    static const std::regex quoted(R"(docs/[A-Za-z0-9_/-]+\.md )" + kSection + R"(\d+(?:\.\d+)*)");
    for (const std::string& number : numbers(std::regex_replace(rest, quoted, "")))
        found.push_back({file, number});
    return found;
}

// Numbers and names of a Markdown text's headings: "4.10" and "Peaking" of "### 4.10 Peaking".
std::set<std::string> headings(const std::string& text)
{
    static const std::regex heading(R"(^#+ +(?:(\d+(?:\.\d+)*)\.? +)?(.*\S)\s*$)");
    std::set<std::string> found;
    std::istringstream lines(text);
    bool fenced = false;
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("```", 0) == 0)
            fenced = !fenced;
        else if (!fenced && std::regex_match(line, match, heading))
            found.insert({match[1].str(), match[2].str()});
    }
    return found;
}

void expect_to_exist(const std::vector<Citation>& citations, const fs::path& where)
{
    for (const Citation& citation : citations) {
        ASSERT_TRUE(fs::is_regular_file(kRoot / citation.document))
            << where << " cites " << citation.document;
        EXPECT_TRUE(citation.what.empty() || headings(text_of(citation.document)).count(citation.what) > 0)
            << where << " cites " << citation.document << " section " << citation.what;
    }
}

TEST(Citations, EverySectionThatCodeNamesExists)
{
    std::size_t sections = 0;
    for (const fs::path& file : code()) {
        const auto found = citations_of_code(text_of(file));
        for (const Citation& citation : found)
            sections += citation.what.empty() ? 0u : 1u;
        expect_to_exist(found, file);
    }
    EXPECT_GT(sections, 60u) << "the search has gone blind";
}

TEST(Citations, EverySectionThatADocumentNamesExists)
{
    std::size_t sections = 0;
    std::vector<fs::path> files = files_below({"docs"}, {".md"});
    for (const char* file : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/data/README.md"})
        files.emplace_back(file);
    for (const fs::path& file : files) {
        const auto found = citations_of_document(text_of(file), file);
        sections += found.size();
        expect_to_exist(found, file);
    }
    EXPECT_GT(sections, 30u) << "the search has gone blind";
}

TEST(Citations, EveryPageOfTheSpecificationIsCited)
{
    std::set<fs::path> cited;
    for (const fs::path& file : code()) {
        for (const Citation& citation : citations_of_code(text_of(file)))
            cited.insert(citation.document);
    }
    for (const fs::path& page : files_below({"docs/spec"}, {".md"}))
        EXPECT_TRUE(page.filename() == "README.md" || cited.count(page) > 0) << page << " serves no code";
}

TEST(Citations, AreReadOverLineEndsAndInRows)
{
    const auto found =
        citations_of_code("/// Off at gain 1 (docs/spec/signal.md\n    /// " + kSection + "4.10, " +
                          kSection + "7).\n// docs/architecture.md, \"One\n// block\"");
    ASSERT_EQ(found.size(), 4u);
    EXPECT_EQ(found[1].document, "docs/spec/signal.md");
    EXPECT_EQ(found[1].what, "4.10");
    EXPECT_EQ(found[2].what, "7");
    EXPECT_EQ(found[3].what, "One block");
}

TEST(Citations, OfADocumentGoToItsOwnSectionsOrToThoseOfTheLink)
{
    const auto found = citations_of_document(
        "See " + kSection + "2 and [rides.md " + kSection + "4](../rides.md).", "docs/spec/control.md");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].document, "docs/rides.md");
    EXPECT_EQ(found[0].what, "4");
    EXPECT_EQ(found[1].document, "docs/spec/control.md");
    EXPECT_EQ(found[1].what, "2");
}

TEST(Citations, HeadingsInsideFencesAreNone)
{
    const auto found = headings("# Signal\n## 4. Modules\n### 4.10 Peaking\n```\n## 5. Not this\n```\n");
    EXPECT_EQ(found.count("4") + found.count("4.10") + found.count("Peaking"), 3u);
    EXPECT_EQ(found.count("5"), 0u);
    EXPECT_EQ(found.count("4.1"), 0u);
}

} // namespace
} // namespace quern::house
