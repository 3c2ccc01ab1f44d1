// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/validate.h"

#include "core/data/toys.h"
#include "io/files/inputfile.h"
#include "io/text/itemfinder.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::lessons {

namespace {

void checkItems(const io::LoadedData &data, const Lesson &lesson, std::vector<Problem> &problems)
{
    const io::ItemFinder x(data.items(Side::x)), y(data.items(Side::y));
    const auto isMissing = [](const io::ItemFinder &items, const std::string &name) {
        return !name.empty() && items.find(name) == noItem;
    };
    const auto note = [&](const Step &step, const char *key, const std::string &what, const std::string &name) {
        problems.push_back({step.lineOf(key), "expected " + what + " of the data, found “" + name + "”"});
    };
    for (const Step &step : lesson.steps) {
        for (const auto &[key, actions] : {std::pair("start", &step.start), std::pair("do", &step.actions)}) {
            for (const Action &action : *actions) {
                if (isMissing(x, action.item))
                    note(step, key, "an item", action.item);
                if (isMissing(y, action.partner))
                    note(step, key, "an item", action.partner);
                if (action.verb->name == "select" && isMissing(x, action.argument) &&
                    std::ranges::count(data.items(Side::x).labelNames, action.argument) == 0)
                    note(step, key, "an item or a class", action.argument);
            }
        }
        if (step.question && isMissing(x, step.question->item))
            note(step, "answer", "an item", step.question->item);
    }
}

void checkImages(const std::string &path, const Lesson &lesson, std::vector<Problem> &problems)
{
    for (const Step &step : lesson.steps) {
        for (const auto &[line, name] : step.images) {
            const auto file = io::siblingFile(path, name);
            const auto bytes = file ? io::readWholeFile(*file, largestImage) : file;
            if (!bytes)
                problems.push_back(
                    {line, "the picture “" + name + "” " + (file ? "cannot be shown: " : "") + bytes.error().message});
        }
    }
}

} // namespace

io::DataChoice dataOf(ReadLesson &read, const std::string &lessonPath, const std::vector<std::string> &folders)
{
    const Lesson &lesson = read.lesson;
    io::DataChoice choice;
    choice.x.path = isToyName(lesson.file) ? lesson.file : std::string();
    std::vector<std::filesystem::path> places{std::filesystem::path(lessonPath).parent_path()};
    places.insert(places.end(), folders.begin(), folders.end());
    for (const std::filesystem::path &folder : places) {
        std::error_code error;
        if (const auto file = folder / lesson.file;
            choice.x.path.empty() && io::staysInFolder(lesson.file) && std::filesystem::is_regular_file(file, error))
            choice.x.path = file.string();
    }
    if (choice.x.path.empty())
        read.problems.push_back(
            {lesson.dataLine,
             "expected a data file in the folder of the lesson or below it, but “" + lesson.file + "” is not there"});
    choice.y.path = choice.x.path;
    choice.x.space = lesson.x;
    choice.y.space = lesson.y;
    choice.maxItems = lesson.items;
    return choice;
}

Result<ReadLesson> validateLesson(const std::string &path, const std::vector<std::string> &folders,
                                  const RunContext &context)
{
    const auto text = io::readWholeFile(path, largestLesson);
    if (!text)
        return text.error();
    ReadLesson read = readLesson(*text);
    const Lesson &lesson = read.lesson;
    checkImages(path, lesson, read.problems);
    if (lesson.file.empty())
        return read;
    io::DataChoice choice = dataOf(read, path, folders);
    choice.identify = false;
    if (!choice.x.path.empty()) {
        if (const auto data = io::loadPair(choice, {}, context); data)
            checkItems(*data, lesson, read.problems);
        else if (data.error().code == ErrorCode::cancelled)
            return data.error();
        else
            read.problems.push_back({lesson.dataLine, data.error().message});
    }
    std::ranges::stable_sort(read.problems, {}, &Problem::line);
    return read;
}

} // namespace anchorscope::lessons
