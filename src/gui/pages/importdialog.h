// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/loadeddata.h"
#include "io/dataset/filepreview.h"
#include "jobs/jobslot.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace Ui {
class ImportDialog;
}

namespace anchorscope::gui {

/// Previews one or two files: contents, array and space to compare, pairing, number of partners, and number of rows to
/// read. Reading runs in the background and can be cancelled; the open data are unchanged until the user accepts.
class ImportDialog : public QDialog
{
    Q_OBJECT

public:
    ImportDialog(Runner &runner, const QStringList &files, QWidget *parent = nullptr);
    ~ImportDialog() override;

    /// Sets and previews the file of X or Y.
    void setFile(Side side, const QString &path);
    /// Sets the file with ids or labels for the rows of X or Y.
    void setItems(Side side, const QString &path);
    DataChoice choice() const;
    /// Reason why the data cannot be opened yet; empty: none.
    QString problem() const;
    bool reading() const { return m_x.slot.running() || m_y.slot.running() || m_matching.running(); }

    /// Sets the file size in bytes above which only the first rows are previewed, except for HDF5.
    void setLargestWhole(std::uint64_t bytes) { m_largestWhole = bytes; }

Q_SIGNALS:
    /// Reports that the user accepted. `read`: datasets that were read for the preview.
    void chosen(const anchorscope::gui::DataChoice &choice, const anchorscope::gui::OpenDatasets &read);
    /// Reports that the only file is a session; the dialog has closed itself.
    void sessionFound(const QString &path);

public Q_SLOTS:
    void accept() override;

protected:
    bool event(QEvent *event) override;

private:
    struct Half
    {
        explicit Half(Runner &runner) : slot(runner) {}
        QString path;
        io::SpaceChoice choice;      ///< choices of the user, without path and name of the space
        std::vector<io::Part> table; ///< columns of the file, if it is a table
        std::shared_ptr<const io::FilePreview> preview;
        QString error;
        bool badLine = false;
        JobSlot slot;
        QLabel *file = nullptr, *facts = nullptr, *arrayLabel = nullptr;
        QComboBox *arrayBox = nullptr, *spaceBox = nullptr;
        QPushButton *columnsButton = nullptr, *itemsButton = nullptr;
    };
    Half &half(Side side) { return side == Side::x ? m_x : m_y; }
    const Half &half(Side side) const { return side == Side::x ? m_x : m_y; }
    void bind(Side side, QLabel *file, QLabel *facts, QLabel *arrayLabel, QComboBox *arrayBox, QComboBox *spaceBox,
              QPushButton *choose);
    void showArrays(Half &one, const io::FilePreview *preview);
    void bindColumns(Side side, QPushButton *button);
    void bindItems(Side side, QPushButton *button);
    void showItems(Half &one, const ItemTable *items);
    void look(Side side);
    void take(Side side, Result<io::FilePreview> result);
    void showHalf(Side side);
    void chooseRule();
    void answerRows(PairingRule rule);
    void proposeLimit();
    void match();
    void refresh();
    std::shared_ptr<const EmbeddingSet> chosenSpace(Side side) const;

    std::unique_ptr<Ui::ImportDialog> m_ui;
    Half m_x, m_y;
    JobSlot m_matching;
    std::uint64_t m_largestWhole = io::largestWholePreview;
    std::string m_pairingFile;
    QString m_pairs, m_matchProblem;
    /// True if a file has no ids, so that the user must state whether rows correspond.
    bool m_asksForRows = false;
};

} // namespace anchorscope::gui
