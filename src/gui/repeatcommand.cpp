// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/repeatcommand.h"

#include <QRegularExpression>
#include <QStringList>

namespace anchorscope::gui {

namespace {

/// For a POSIX shell.
QString quoted(QString word)
{
    static const QRegularExpression plain("^[A-Za-z0-9_./=+,:@%-]+$");
    return plain.match(word).hasMatch() ? word : '\'' + word.replace('\'', "'\\''") + '\'';
}

} // namespace

QString repeatCommand(const Workspace &workspace, Workspace::Scoring scoring, const QString &sessionPath)
{
    const DataChoice &choice = workspace.data()->choice;
    const Setup &setup = workspace.setup();
    QString files = QString::fromStdString(choice.pathX);
    if (choice.pathY != choice.pathX)
        files += ',' + QString::fromStdString(choice.pathY);
    QStringList words{"anchorscope-cli", scoring == Workspace::Scoring::Retrieval ? "retrieval" : "stitch",
                      quoted(files)};
    const auto option = [&words](const char *name, const QString &value) { words << name << quoted(value); };
    option("--x", QString::fromStdString(choice.spaceX));
    option("--y", QString::fromStdString(choice.spaceY));
    option("--session", sessionPath);
    option("--center", centeringId(setup.centering));
    option("--similarity", QString::fromStdString(setup.similarity));
    if (choice.maxItems > 0)
        option("--max-items", QString::number(choice.maxItems));
    if (scoring == Workspace::Scoring::Retrieval)
        option("--k", QString::number(setup.k));
    else
        option("--head", QString::fromStdString(setup.head));
    return words.join(' ');
}

} // namespace anchorscope::gui
