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

/// Shows what is in one or two files before they are opened: what was found, which matrix and space is compared, how
/// items pair and how many find a partner, how many rows are read. Reading runs in the background and can be cancelled;
/// nothing of what is open changes before the user accepts.
class ImportDialog : public QDialog
{
    Q_OBJECT

public:
    ImportDialog(Runner &runner, const QStringList &files, QWidget *parent = nullptr);
    ~ImportDialog() override;

    /// Puts a file on a side and looks at it.
    void setFile(Side side, const QString &path);
    /// Ids and labels for the rows of a side, from a file of their own.
    void setItems(Side side, const QString &path);
    /// What would be opened now.
    DataChoice choice() const;
    /// Why it cannot be opened yet; empty: it can.
    QString problem() const;
    bool reading() const { return m_x.slot.running() || m_y.slot.running() || m_matching.running(); }

    /// Plain files above this size are looked at in part.
    void setLargestWhole(std::uint64_t bytes) { m_largestWhole = bytes; }

Q_SIGNALS:
    /// The user accepted; `read` is what need not be read again.
    void chosen(const anchorscope::gui::DataChoice &choice, const anchorscope::gui::OpenDatasets &read);
    /// The only file is a session; nothing is to be chosen, and the dialog has closed.
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
        std::string array, columns, items; ///< as in OpenOptions
        std::vector<io::Part> table;       ///< of a table: its columns
        std::shared_ptr<const io::FilePreview> preview;
        QString error;
        bool badLine = false;
        JobSlot slot;
        // Widgets of this side.
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
    bool m_asksForRows = false; ///< items of two files without common ids: only the user knows whether the rows pair
};

} // namespace anchorscope::gui
