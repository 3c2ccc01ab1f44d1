// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/crashlog.h"

#include "gui/style/filename.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

#include <array>
#include <csignal>
#include <cstring>
#include <string>

#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>

namespace anchorscope::gui {

namespace {

#ifdef ANCHORSCOPE_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
constexpr int keptReports = 10;
constexpr std::array crashSignals{SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

// Texts of the crash report, made in advance because a signal handler must not allocate memory.
std::string reportPath, reportHead;

void writeText(int file, const char *text, std::size_t size)
{
    while (size > 0) {
        const ssize_t written = ::write(file, text, size);
        if (written <= 0)
            return;
        text += written;
        size -= static_cast<std::size_t>(written);
    }
}

/// Signal handler; makes async-signal-safe calls only. backtrace() was called before, so that it loads no library here.
void reportCrash(int signal)
{
    const int file = ::open(reportPath.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) {
        writeText(file, reportHead.data(), reportHead.size());
        const char number[] = {static_cast<char>('0' + signal / 10), static_cast<char>('0' + signal % 10), '\n'};
        writeText(file, number, sizeof number);
        std::array<void *, 100> frames{};
        ::backtrace_symbols_fd(frames.data(), ::backtrace(frames.data(), int(frames.size())), file);
        ::close(file);
    }
    ::raise(signal); // the system removed this handler when it called it, so the signal now ends the program
}

void dropOldReports(QDir folder)
{
    const QStringList reports = folder.entryList({"crash-*.txt"}, QDir::Files, QDir::Name | QDir::Reversed);
    for (const QString &old : reports.mid(keptReports - 1))
        folder.remove(old);
}

} // namespace

QString crashFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/crashes";
}

void reportCrashes()
{
    if (sanitized) // no handler: builds with sanitizers write more detailed reports themselves
        return;
    const QString folder = crashFolder();
    if (!QDir().mkpath(folder) ||
        !QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        return;
    dropOldReports(QDir(folder));
    const QString start = QDateTime::currentDateTimeUtc().toString("yyyyMMdd-hhmmss");
    reportPath = filePath(QString("%1/crash-%2-%3.txt").arg(folder, start).arg(QCoreApplication::applicationPid()));
    reportHead = QString("Anchorscope %1, Qt %2, started %3 UTC\nsignal ")
                     .arg(ANCHORSCOPE_VERSION, qVersion(), start)
                     .toStdString();
    std::array<void *, 1> frame{};
    ::backtrace(frame.data(), 1); // the first call of backtrace() loads a library, which a handler must not do

    // Separate stack for the signal handler, because the program's own stack may have overflowed.
    static std::array<std::byte, 65536> room;
    stack_t stack{};
    stack.ss_sp = room.data();
    stack.ss_size = room.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action
    {
    };
    action.sa_handler = reportCrash;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK | SA_NODEFER);
    ::sigemptyset(&action.sa_mask);
    for (const int signal : crashSignals)
        ::sigaction(signal, &action, nullptr);
}

} // namespace anchorscope::gui
