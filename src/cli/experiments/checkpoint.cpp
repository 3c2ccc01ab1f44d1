// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/checkpoint.h"

#include "cli/data.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "core/distributed/communicator.h"
#include "io/files/atomicfile.h"
#include "io/files/inputfile.h"
#include "io/session/session.h"

#include <QCryptographicHash>
#include <QJsonDocument>

#include <filesystem>

namespace anchorscope::cli {

namespace {

QString checksum(const QJsonObject &measured)
{
    const QByteArray bytes = QJsonDocument(measured).toJson(QJsonDocument::Compact);
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

/// Name of the command in a checkpoint: "experiment NAME" or one word. DATA is not in it; hashes identify the data.
QString nameOfCommand(OptionReader &reader)
{
    const QStringList words = reader.positionalArguments();
    return words.mid(0, words.value(0) == "experiment" ? 2 : 1).join(' ');
}

Result<QString> hashOf(const std::string &path)
{
    const auto input = io::describeInput(path);
    if (!input)
        return input.error();
    return QString::fromStdString(input->hash);
}

/// True if an option names an existing file. A checkpoint compares the content of such a file instead of its name.
bool isFile(const QString &option, const QString &value)
{
    std::error_code error;
    return inputOptions().contains(option) && std::filesystem::exists(filePath(value), error);
}

/// Options of the user that affect the results. A file's name becomes "file", because its content is compared.
QJsonObject measuringOptions(OptionReader &reader)
{
    static const QStringList others{"checkpoint", "repeats", "threads",        "json", "progress",
                                    "strip",      "out",     "correspondence", "force"};
    QJsonObject options;
    for (const QString &name : reader.optionNames()) {
        if (others.contains(name))
            continue;
        QJsonArray values;
        for (const QString &value : reader.values(name))
            values.append(isFile(name, value) ? QString("file") : value);
        options[name] = values;
    }
    return options;
}

/// Reads the checkpoint on the first MPI rank and sends it to all: another node may have a different file of this name,
/// and ranks with different states would block each other. Error "no-such-file".
Result<std::string> fileOfFirst(const std::string &path, Communicator *communicator)
{
    // maximum size of a checkpoint in bytes, far more than any experiment writes
    constexpr std::uint64_t limit = std::uint64_t{1} << 30;
    if (!communicator)
        return io::readWholeFile(path, limit);
    constexpr std::int64_t none = -1, unreadable = -2;
    std::int64_t size = 0;
    Result<std::string> file = std::string();
    if (communicator->rank() == 0) {
        file = io::readWholeFile(path, limit);
        size = file ? std::ssize(*file) : file.error().code == ErrorCode::noSuchFile ? none : unreadable;
    }
    broadcastFrom(0, *communicator, &size, 1);
    if (size < 0)
        return communicator->rank() == 0 ? file
                                         : Error(size == none ? ErrorCode::noSuchFile : ErrorCode::badFile,
                                                 "The first rank could not read this checkpoint.")
                                               .in(path);
    file->resize(static_cast<std::size_t>(size));
    broadcastFrom(0, *communicator, file->data(), size);
    return file;
}

} // namespace

Result<Checkpoint> Checkpoint::of(OptionReader &reader, const QString &data, Communicator *communicator)
{
    Checkpoint checkpoint;
    checkpoint.m_communicator = communicator;
    checkpoint.m_path = filePath(reader.text("checkpoint"));
    std::vector<std::string> files = splitData(data);
    for (const QString &option : inputOptions()) {
        for (const QString &value : reader.has(option) ? reader.values(option) : QStringList()) {
            if (isFile(option, value))
                files.push_back(filePath(value));
        }
    }
    QJsonArray hashes;
    for (const std::string &path : files) {
        const auto hash = hashOf(path);
        if (!hash)
            return hash.error();
        hashes.append(*hash);
    }
    checkpoint.m_identity = {{"command", nameOfCommand(reader)},
                             {"options", measuringOptions(reader)},
                             {"data", hashes},
                             {"version", ANCHORSCOPE_VERSION}};
    return checkpoint;
}

Result<QJsonObject> Checkpoint::load() const
{
    const auto bytes = fileOfFirst(m_path, m_communicator);
    if (!bytes && bytes.error().code == ErrorCode::noSuchFile)
        return QJsonObject();
    if (!bytes)
        return bytes.error();
    const QJsonObject stored = QJsonDocument::fromJson(QByteArray::fromStdString(*bytes)).object();
    const QJsonObject measured = stored["measured"].toObject();
    if (measured.isEmpty() || stored["checksum"].toString() != checksum(measured))
        return Error(ErrorCode::badFile, "Expected a checkpoint, found another or a damaged file. Delete it, or choose "
                                         "another --checkpoint.")
            .in(m_path);
    for (const char *key : {"command", "options", "data", "version"}) {
        if (stored["belongs_to"][key] == m_identity[key])
            continue;
        return Error(ErrorCode::wrongUsage,
                     std::string("The checkpoint belongs to a run with other ")
                         .append(key == std::string("version") ? "program version" : key)
                         .append(". Repeat the command it was made with, or choose another --checkpoint."))
            .in(m_path);
    }
    return measured;
}

Status Checkpoint::save(const QJsonObject &measured) const
{
    if (m_communicator && m_communicator->rank() > 0)
        return Done{};
    const QJsonObject stored{{"belongs_to", m_identity}, {"measured", measured}, {"checksum", checksum(measured)}};
    return io::writeAtomically(m_path, QJsonDocument(stored).toJson().toStdString());
}

Result<Continuation> continuationOf(const Experiment &experiment, OptionReader &reader, const QString &data,
                                    int repeats, Communicator *communicator)
{
    if (!reader.has("checkpoint"))
        return Continuation();
    const auto checkpoint = Checkpoint::of(reader, data, communicator);
    if (!checkpoint)
        return checkpoint.error();
    const auto measured = checkpoint->load();
    if (!measured)
        return measured.error();
    Continuation continuation{experiment.load(toCore(*measured)), {}};
    if (const int done = experiment.repeatsOf(continuation.partialResult); done > repeats)
        return wrongUsage(QString("The checkpoint holds %1 repeats, more than the %2 of --repeats. Increase --repeats, "
                                  "or choose another --checkpoint.")
                              .arg(done)
                              .arg(repeats));
    continuation.onStep = [checkpoint = *checkpoint, save = experiment.save, &reader](const std::any &result) {
        if (const Status saved = checkpoint.save(fromCore(save(result))); !saved)
            reader.announceOnce(saved.error().text());
    };
    return continuation;
}

} // namespace anchorscope::cli
