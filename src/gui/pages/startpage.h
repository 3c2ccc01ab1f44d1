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

/// Page shown before data are open: unsaved work after a crash, the examples, the lessons, and recently opened files.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(RecentFiles &recent, QWidget *parent = nullptr);
    ~StartPage() override;

    static QSize thumbnailSize(); ///< size of a recent file's thumbnail; as high as two lines of text

    /// Sets the entries of the list of lessons, and whether the user has finished each lesson. Hides the section if
    /// the program has no lessons.
    void setLessons(const QStringList &lines, const std::vector<bool> &done);
    /// Offers to recover unsaved work that the sentence describes, with its thumbnail. Hides the offer if the sentence
    /// is empty.
    void setRecoveryNotice(const QString &sentence, const QPixmap &picture = {});
    /// Offers to return to the open data of this name. Hides the offer if the name is empty.
    void setOpenWork(const QString &name);

Q_SIGNALS:
    void backRequested(); ///< reports that the user requests to return to the open data
    void recoverRequested();
    void discardRequested();
    void lessonRequested(int row);
    void exampleRequested(const QString &file); ///< reports that the user chose an example; `file` is a bundled file
    void openRequested();
    void recentRequested(const QStringList &paths);

private:
    void setHeads();

    int m_nextLesson = 0; ///< index of the first lesson that is not finished
    std::unique_ptr<Ui::StartPage> m_ui;
};

} // namespace anchorscope::gui
