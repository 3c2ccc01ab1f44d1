// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/stopwatch.h"
#include "io/files/inputfile.h"
#include "io/hdf5/hdf5frame.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <sys/types.h>

namespace anchorscope::io {

/// Rows to read from HDF5 datasets of which only a part is needed.
struct Hdf5Rows
{
    std::string pattern; ///< pattern for the paths of the datasets of which only some rows are read
    Share rows;
};

/// Request to the helper, which opens HDF5 and columnar files (io/README.md, “HDF5 is opened in a helper process”).
struct Hdf5Request
{
    std::string path;
    std::vector<std::string> load = {}; ///< patterns, such as "/spaces/*", for the paths of datasets to read
    std::optional<Hdf5Rows> some = {};  ///< selection of rows for some of the datasets; nullopt: all rows are read
    std::uint64_t scratchBytes = 0;     ///< size in bytes of a scratch file for the reply; 0: the reply is in memory
    /// Receives the numbers of columns (reader/columns/columnframe.h) in blocks, in their order, and the node's path.
    std::function<void(std::string_view path, std::span<const float> values)> receive = {};
    bool keepDouble = false;    ///< true if float64 values shall not be converted to float32
    std::uint64_t maxBytes = 0; ///< maximum number of bytes of all decoded values; 0: largestDecodedFile()
    double silenceSeconds = 0;  ///< seconds without progress until the helper is ended; 0: by file size
    double totalSeconds = 0;    ///< maximum running time of the helper, in seconds; 0: by file size
    double announceSeconds = 5; ///< seconds without progress until the message `stillReading` is sent
    std::string helper = {};    ///< path of the helper program; empty: the one installed with this program
};

/// Beginning of the message about a helper without progress; the file's name follows. Reported once for each file.
inline constexpr std::string_view stillReading = "Still reading ";

/// Lists the nodes of an HDF5 file and reads the requested datasets, in a process that can only access this file
/// (SECURITY.md). The node of an unreadable dataset contains the problem. Errors: "no-such-file", "unreadable-file",
/// "empty-file", "unknown-format", "damaged-file", "too-large", "cancelled", "no-reader".
Result<Hdf5Content> readHdf5(const Hdf5Request &request, const RunContext &context = {});
/// Like readHdf5(request), for a file that is already open; ignores Hdf5Request::path.
Result<Hdf5Content> readHdf5(const InputFile &file, const Hdf5Request &request, const RunContext &context = {});

/// Adds a warning, once per process, if HDF5 was read without a sandbox; never in sanitizer builds.
void addSandboxWarning(const Hdf5Content &content, std::vector<std::string> &warnings);

/// True if a file has the signature of HDF5 at offset 0, 512, 1024, 2048, ….
Result<bool> isHdf5(const InputFile &file);

/// Returns the problem of an unreadable node as an error with the file and the node's path.
Error nodeError(const std::string &file, const frame::Node &node);

/// Measures how long the helper has sent no message (silence). It sends one before each HDF5 object, after each block
/// of values and each megabyte of the file; it is silent longer only while it decompresses a chunk or reads an index.
class StallTimer
{
public:
    /// Starts measuring. `limitSeconds`: maximum silence, even if the helper does not compute; 0: depends on the file's
    /// size and on whether the helper computes. `announceSeconds`: silence after which the user is informed.
    StallTimer(pid_t process, std::uint64_t fileBytes, double limitSeconds, double announceSeconds);

    /// Returns the maximum time, in seconds, for which a helper that computes may send no message.
    static double limitOf(std::uint64_t fileBytes);

    void reportActivity();
    double seconds() const { return m_silent.seconds(); }
    bool shouldAnnounce(); ///< Returns true, only once, if the user should be informed of the silence.
    bool tooLong() const;

private:
    double processorSeconds() const;

    pid_t m_process;
    bool m_fixed;
    double m_limit, m_enoughProcessor, m_announceAfter;
    Stopwatch m_silent;
    double m_processorThen;
    bool m_announced = false;
};

} // namespace anchorscope::io
