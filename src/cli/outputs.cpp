// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/outputs.h"

#include "core/distributed/communicator.h"
#include "core/plaintext.h"
#include "io/files/atomicfile.h"
#include "io/files/inputfile.h"
#include "io/hdf5/hdf5frame.h"
#include "io/hdf5/hdf5reader.h"

#include <array>
#include <filesystem>
#include <map>
#include <sys/stat.h>

namespace anchorscope::cli {

namespace {

enum class Kind { session, dataset, array, archive, table, lists, image, checkpoint };

/// Facts about a kind of output file, recognized by its first bytes and, in HDF5, by the root's attribute "format".
struct KindFacts
{
    Kind kind;
    const char *name;
    /// Endings of this kind's file names; empty: any. Endings of no known format are allowed for every kind.
    std::string_view endings;
    std::string_view beginning;
    std::string_view format = {};
};

constexpr std::string_view hdf5Signature("\x89HDF\r\n\x1a\n", 8);
constexpr KindFacts kinds[] = {
    {Kind::session, "an Anchorscope session", ".ascope .h5 .hdf5", hdf5Signature, "anchorscope-session"},
    {Kind::dataset, "an Anchorscope dataset", ".h5 .hdf5", hdf5Signature, "anchorscope-dataset"},
    {Kind::array, "a .npy array", ".npy .h5 .hdf5", "\x93NUMPY"},
    {Kind::archive, "an .npz archive", ".npz", "PK\x03\x04"},
    {Kind::table, "a table of correspondences", ".csv .txt", "y_id,x_id,score,margin,mutual"},
    {Kind::lists, "a table of matches", ".csv .txt", "y_id,rank,x_id,score"},
    {Kind::image, "a PNG picture", ".png", "\x89PNG\r\n\x1a\n"},
    // A file that begins with a brace may be a checkpoint; reading the checkpoint checks the rest.
    {Kind::checkpoint, "a checkpoint", "", "{"},
};

const KindFacts &factsOf(Kind kind)
{
    return kinds[static_cast<std::size_t>(kind)];
}

struct Named
{
    QString name;
    std::string path;
};

struct Output : Named
{
    Kind kind;
};

std::vector<Named> inputsOf(const Command &command, OptionReader &reader, const QString &data)
{
    std::vector<Named> inputs;
    if (command.arguments == 0)
        return {};
    if (command.name == "convert")
        inputs.push_back({"DATA", filePath(data)});
    else {
        for (const std::string &path : splitData(data))
            inputs.push_back({"DATA", path});
    }
    // Rules of --pair; any other value names a file.
    static const QStringList rules{"id", "row", "none"};
    for (const QString &option : inputOptions()) {
        if (reader.has(option) && !(option == "pair" && rules.contains(reader.value(option))))
            inputs.push_back({"--" + option, filePath(reader.value(option))});
    }
    return inputs;
}

std::vector<Output> outputsOf(const Command &command, OptionReader &reader)
{
    std::vector<Output> outputs;
    if (command.name == "convert")
        outputs.push_back({{"OUT.h5", filePath(reader.positionalArguments().last())}, Kind::dataset});
    const bool translates = command.name == "translate";
    const std::pair<QString, Kind> options[] = {{"out", translates ? Kind::array : Kind::session},
                                                {"adapter", Kind::archive},
                                                {"correspondence", reader.has("partners") ? Kind::lists : Kind::table},
                                                {"strip", Kind::image},
                                                {"checkpoint", Kind::checkpoint}};
    for (const auto &[option, kind] : options) {
        if (!reader.has(option))
            continue;
        const std::string path = filePath(reader.value(option));
        const bool dataset = translates && option == "out" && isDatasetName(path);
        outputs.push_back({{"--" + option, path}, dataset ? Kind::dataset : kind});
    }
    return outputs;
}

/// True if both paths refer to one file; files that do not exist yet are compared by folder and name.
bool sameFile(const std::string &a, const std::string &b)
{
    struct stat ofA
    {
    };
    struct stat ofB
    {
    };
    const bool existsA = ::stat(a.c_str(), &ofA) == 0, existsB = ::stat(b.c_str(), &ofB) == 0;
    if (existsA && existsB)
        return ofA.st_dev == ofB.st_dev && ofA.st_ino == ofB.st_ino;
    std::error_code error;
    const auto whole = [&error](const std::string &path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    };
    return existsA == existsB && whole(a) == whole(b);
}

/// True if an existing file may be overwritten without --force: it is empty or of the command's kind.
bool isOfKind(const std::string &path, const KindFacts &facts)
{
    const auto file = io::openInput(path);
    if (!file)
        return file.error().code == ErrorCode::emptyFile;
    std::array<char, 64> bytes{};
    const auto count = file->read(0, bytes);
    if (!count || !std::string_view(bytes.data(), *count).starts_with(facts.beginning))
        return false;
    if (facts.format.empty())
        return true;
    const auto content = io::readHdf5({.path = path});
    const frame::Node *root = content ? content->find("/") : nullptr;
    return root && io::attributeText(*root, "format") == facts.format;
}

std::map<std::string, io::FileStamp> &outputsBefore()
{
    static std::map<std::string, io::FileStamp> stamps;
    return stamps;
}

Error noName(const QString &option)
{
    return wrongUsage(QString("Expected the name of a file for %1, found an empty one.").arg(option));
}

/// Returns an error for a file name with the ending of another format, because programs would expect that format.
Status checkEnding(const Output &output)
{
    constexpr std::string_view formats =
        ".vec .txt .csv .tsv .parquet .npy .npz .h5 .hdf5 .ascope .onnx .pt .json .png ";
    const std::string own = std::string(factsOf(output.kind).endings) + " ";
    const std::string ending = toLower(std::filesystem::path(output.path).extension().string());
    if (own == " " || formats.find(ending + " ") == std::string::npos || own.find(ending + " ") != std::string::npos)
        return Done{};
    return wrongUsage(QString("Expected a name for %1 that ends with one of %2, as %3 is written, found %4.")
                          .arg(output.name, QString::fromStdString(own).trimmed(), QString(factsOf(output.kind).name),
                               QString::fromStdString(ending)))
        .in(output.path);
}

Status checkOutput(const Output &output, bool force)
{
    if (const Status named = checkEnding(output); !named)
        return named;
    if (const Status writable = io::tryWriting(output.path); !writable)
        return writable;
    const KindFacts &facts = factsOf(output.kind);
    std::error_code error;
    if ((force && output.kind != Kind::checkpoint) || !std::filesystem::exists(output.path, error) ||
        isOfKind(output.path, facts))
        return Done{};
    const QString next =
        output.kind == Kind::checkpoint ? "Choose another name." : "Choose another name, or add --force to replace it.";
    return wrongUsage(QString("Expected %1 to be a new file or %2, found a different file. %3")
                          .arg(output.name, QString(facts.name), next))
        .in(output.path);
}

} // namespace

Status checkFiles(const Command &command, OptionReader &reader, const QString &data)
{
    const std::vector<Output> outputs = outputsOf(command, reader);
    if (outputs.empty()) {
        if (const Status used = reader.refuse({"force"}, "no output is written"); !used)
            return used;
    }
    std::vector<Named> others = inputsOf(command, reader, data);
    for (const Named &input : others) {
        if (input.path.empty())
            return noName(input.name);
    }
    for (const Output &output : outputs) {
        if (output.path.empty())
            return noName(output.name);
        for (const Named &other : others) {
            if (sameFile(output.path, other.path))
                return wrongUsage(QString("Expected %1 to be a different file from %2, found the same one. Choose "
                                          "another name.")
                                      .arg(output.name, other.name))
                    .in(output.path);
        }
        if (const Status checked = checkOutput(output, reader.has("force")); !checked)
            return checked;
        outputsBefore()[output.path] = io::stampOf(output.path);
        others.push_back(output);
    }
    return Done{};
}

bool writesFiles(const RunContext &context)
{
    return !context.communicator || context.communicator->rank() == 0;
}

std::string freeOutput(const std::string &path)
{
    const auto before = outputsBefore().find(path);
    const io::FileStamp now = io::stampOf(path);
    if (before == outputsBefore().end() || !now.exists || now == before->second)
        return path;
    const std::filesystem::path file(path);
    for (int number = 2;; ++number) {
        const std::string name = file.stem().string() + "-" + std::to_string(number) + file.extension().string();
        const std::string free = (file.parent_path() / name).string();
        if (std::error_code error; !std::filesystem::exists(free, error))
            return free;
    }
}

} // namespace anchorscope::cli
