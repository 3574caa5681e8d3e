// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_files.hpp"

#include <bit>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/vectors/crc32.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kChunkBytes = 1 << 16;

static_assert(std::endian::native == std::endian::little, "texels are written as they lie in memory");

std::uint32_t checksum(const life::Field& field)
{
    return vectors::crc32(std::as_bytes(std::span(field.cells)));
}

Result<formats::StagedFile> begin(const std::string& path, const std::string& what, const char* columns)
{
    Result<formats::StagedFile> file = formats::StagedFile::open(path);
    if (!file)
        return file;
    const std::string head = fmt::format("# {}\n# {}\n", what, columns);
    if (const Status status = file->write(head.data(), head.size()); !status)
        return status.error();
    return file;
}

} // namespace

Result<LifeFiles> LifeFiles::open(const LifeOptions& options, const std::string& what,
                                  const life::Field& start, const std::optional<life::Roi>& roi)
{
    Result<life::EventReader> reader = life::EventReader::create({start.size, life::kMaxEvents, 0});
    if (!reader)
        return reader.error();
    LifeFiles files(std::move(*reader));
    if (!options.masks.empty()) {
        Result<formats::StagedFile> file =
            begin(options.masks, what, "gen,population,births,deaths,crc32_masks,crc32_state");
        if (!file)
            return file.error();
        const std::string line = fmt::format("0,{},0,0,,{:08x}\n", life::population(start), checksum(start));
        if (const Status status = file->write(line.data(), line.size()); !status)
            return status.error();
        files.masks_.emplace(std::move(*file));
        files.texels_.resize(start.size.words() * 4);
    }
    if (!options.events.empty()) {
        Result<formats::StagedFile> file =
            begin(options.events, what,
                  "gen,type(0 birth,1 death),x,y,packed=x|y<<12|type<<22 ; births "
                  "then deaths, each in ascending (y,x)");
        if (!file)
            return file.error();
        files.events_.emplace(std::move(*file));
    }
    if (!options.frames.empty()) {
        Result<LifePictures> pictures =
            LifePictures::make(options.frames, *formats::life_view_named(options.view));
        if (!pictures)
            return pictures.error();
        files.pictures_.emplace(std::move(*pictures));
        const std::vector<std::uint64_t> none(start.size.words());
        if (const Status status = files.pictures_->add(start, {0, start.size, none, none}, roi); !status)
            return status.error();
    }
    return files;
}

void LifeFiles::on_generation(const life::Delta& delta, const life::EventBatch& batch,
                              const std::optional<life::Roi>& roi)
{
    if (events_ && status_) {
        reader_.read_all(delta, roi, list_);
        status_ = add_events(delta.generation);
    }
    if ((masks_ || pictures_) && status_)
        status_ = add_state(delta, batch, roi);
}

Status LifeFiles::add_state(const life::Delta& delta, const life::EventBatch& batch,
                            const std::optional<life::Roi>& roi)
{
    // Reading the state may take the changes away.
    const std::vector<std::uint64_t> changed(delta.changed.begin(), delta.changed.end());
    const std::vector<std::uint64_t> alive(delta.alive.begin(), delta.alive.end());
    const life::Delta kept{delta.generation, delta.size, changed, alive};
    const Result<life::Field> field = automaton_->read();
    if (!field)
        return field.error();
    if (masks_) {
        life::pack_texels(kept, texels_);
        const std::string line = fmt::format(
            "{},{},{},{},{:08x},{:08x}\n", kept.generation, life::population(*field), batch.births,
            batch.deaths, vectors::crc32(std::as_bytes(std::span(texels_))), checksum(*field));
        if (Status status = masks_->write(line.data(), line.size()); !status)
            return status;
    }
    return pictures_ ? pictures_->add(*field, kept, roi) : Status(Ok{});
}

Status LifeFiles::add_events(std::uint32_t generation)
{
    for (const life::Event event : list_) {
        fmt::format_to(std::back_inserter(lines_), "{},{},{},{},{}\n", generation,
                       static_cast<int>(event.type()), event.x(), event.y(), event.word);
        if (lines_.size() < kChunkBytes)
            continue;
        if (Status status = events_->write(lines_.data(), lines_.size()); !status)
            return status;
        lines_.clear();
    }
    return Ok{};
}

Status LifeFiles::settle()
{
    if (status_ && events_ && !lines_.empty())
        status_ = events_->write(lines_.data(), lines_.size());
    lines_.clear();
    if (status_ && masks_)
        status_ = masks_->settle();
    if (status_ && events_)
        status_ = events_->settle();
    return status_;
}

Status LifeFiles::commit()
{
    if (pictures_) // first: the folder may not be empty any more
        status_ = pictures_->commit();
    if (status_ && masks_)
        status_ = masks_->commit();
    if (status_ && events_)
        status_ = events_->commit();
    return status_;
}

} // namespace quern::cli
