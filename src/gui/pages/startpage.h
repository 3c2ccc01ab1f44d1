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

/// Page without open data: unsaved work after a crash, examples, lessons, and recent files.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(RecentFiles &recent, QWidget *parent = nullptr);
    ~StartPage() override;

    static QSize thumbnailSize(); ///< size in pixels of a recent file's thumbnail, as high as two lines of text

    /// Sets the list of lessons, and which of them the user has finished. Without lessons, the section is hidden.
    void setLessons(const QStringList &lines, const std::vector<bool> &done);
    /// Offers to recover the unsaved work described by `sentence`; hidden if it is empty.
    void setRecoveryNotice(const QString &sentence, const QPixmap &picture = {});
    /// Offers to return to the open data `name`; hidden if it is empty.
    void setOpenWork(const QString &name);

Q_SIGNALS:
    void backRequested(); ///< reports that the user requests to return to the open data
    void recoverRequested();
    void discardRequested();
    void lessonRequested(int row);
    void demonstrationRequested(); ///< reports that the user requests the demonstration “What survives?”
    void exampleRequested(const QString &file); ///< reports the name of the bundled file that the user chose
    void openRequested();
    void recentRequested(const QStringList &paths);

private:
    void setHeads();

    int m_nextLesson = 0; ///< index of the first lesson that is not finished
    std::unique_ptr<Ui::StartPage> m_ui;
};

} // namespace anchorscope::gui
