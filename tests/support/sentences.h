// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <string>
#include <vector>

namespace anchorscope::test {

/// A text for the user, of any of the types that tests hold.
struct Said : QString
{
    Said(const char *text) : QString(QString::fromUtf8(text)) {}
    Said(const std::string &text) : QString(QString::fromStdString(text)) {}
    Said(const QByteArray &text) : QString(QString::fromUtf8(text)) {}
    Said(const QString &text) : QString(text) {}
    Said(const std::vector<std::string> &notes)
    {
        for (const std::string &each : notes)
            *this += QString::fromStdString(each) + '\n';
    }
};

/// Pattern of a message of the HDF5 library, which depends on its version.
inline constexpr const char *libraryMessage = "(?<=HDF5 cannot open this file \\().*(?=\\); it is damaged)";

inline constexpr const char *sentencesFile = "tests/data/sentences.txt";

/// The lines of tests/data/sentences.txt by the “[program function]” above them.
inline QMap<QString, QSet<QString>> storedSentences()
{
    QMap<QString, QSet<QString>> stored;
    QFile file(sentencesFile);
    QString where;
    for (const bool isOpen = file.open(QIODevice::ReadOnly); isOpen && !file.atEnd();) {
        const QString line = QString::fromUtf8(file.readLine()).chopped(1);
        if (line.startsWith('['))
            where = line;
        else
            stored[where].insert(line);
    }
    return stored;
}

inline void storeSentences(const QMap<QString, QSet<QString>> &sentences)
{
    QFile file(sentencesFile);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (auto each = sentences.begin(); each != sentences.end(); ++each) {
        QStringList lines = each->values();
        lines.sort();
        file.write((QStringList{each.key()} + lines).join('\n').toUtf8() + '\n');
    }
}

/// True if a text for the user contains a part, and each line of the text is stored for the running test function.
/// The names of temporary folders and the messages of the HDF5 library do not count. With ANCHORSCOPE_STORE_SENTENCES
/// set, stores the lines.
inline bool isSaid(const Said &text, const Said &part = "")
{
    static const QRegularExpression others(QRegularExpression::escape(QDir::tempPath()) +
                                           "/[^/\\s:]+/?|tst_\\w+-\\w{6}|" + libraryMessage);
    static QMap<QString, QSet<QString>> stored = storedSentences();
    const QString program =
        QFileInfo(QCoreApplication::arguments().constFirst()).fileName(); // with joined tests, a link has this name
    QSet<QString> &known = stored["[" + program + ' ' + QTest::currentTestFunction() + ']'];
    for (QString line : text.split('\n', Qt::SkipEmptyParts)) {
        if (line.remove(others); known.contains(line))
            continue;
        if (!qEnvironmentVariableIsSet("ANCHORSCOPE_STORE_SENTENCES"))
            return qWarning("Not in %s: %s", sentencesFile, qPrintable(line)), false;
        known.insert(line);
        storeSentences(stored);
    }
    return text.contains(part) || (qWarning("“%s” is not in: %s", qPrintable(part), qPrintable(text)), false);
}

/// Fails the running test if a line of a text for the user is not stored for it, as isSaid() describes.
inline void expectSaid(const Said &text)
{
    if (!isSaid(text))
        QTest::qFail("the user reads something that tests/data/sentences.txt does not contain", __FILE__, __LINE__);
}

/// Code of the error in place of a result; its sentence must be stored.
template <class Result> auto codeOf(const Result &result)
{
    expectSaid(result.error().text());
    return result.error().code;
}

} // namespace anchorscope::test
