// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

namespace Ui {
class StartPage;
}

namespace anchorscope::gui {

class RecentFiles;

/// What is shown before data are open: unsaved work of a program that crashed, the examples, the lessons, a way to open
/// files, the files opened last.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(RecentFiles &recent, QWidget *parent = nullptr);
    ~StartPage() override;

    static QSize pictureSize(); ///< of a recent file
    /// One line for each, and whether it was finished; none: they are not there.
    void setLessons(const QStringList &lines, const std::vector<bool> &done);
    /// Says what a crash left behind, and offers to recover it; empty: nothing.
    void setLeftover(const QString &sentence);
    /// What is open behind the page, to go back to; empty: nothing.
    void setOpenWork(const QString &name);

Q_SIGNALS:
    void backRequested(); ///< to what is open
    void recoverRequested();
    void discardRequested();
    void lessonRequested(int row);
    void exampleRequested(const QString &file); ///< a bundled one
    void openRequested();
    void recentRequested(const QStringList &paths);

private:
    void setHeads();

    int m_nextLesson = 0; ///< the first that is not finished
    std::unique_ptr<Ui::StartPage> m_ui;
};

} // namespace anchorscope::gui
