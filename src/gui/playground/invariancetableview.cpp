// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/invariancetableview.h"

#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

using Guessed = InvarianceTable::Guess;

/// Symbol for a measured degree of invariance, so that degrees differ not only in colour.
QString signOf(Invariance invariance)
{
    switch (invariance) {
    case Invariance::holds:
        return "=";
    case Invariance::aLittle:
        return "~";
    case Invariance::breaks:
        break;
    }
    return "✕";
}

QString wordOf(Invariance invariance)
{
    switch (invariance) {
    case Invariance::holds:
        return InvarianceTableView::tr("unchanged");
    case Invariance::aLittle:
        return InvarianceTableView::tr("changed a little");
    case Invariance::breaks:
        break;
    }
    return InvarianceTableView::tr("changed");
}

QString caseTitle(const InvarianceCase &row)
{
    QString name = QString::fromStdString(caseName(row));
    name[0] = name[0].toUpper();
    const auto centring = std::ranges::find(centeringChoices(), row.centering, &CenteringChoice::value);
    return name + ", " + QString::fromUtf8(centring->label).toLower();
}

} // namespace

/// Header whose headings can be turned by 90 degrees, for narrow columns.
class InvarianceTableView::Header : public QHeaderView
{
public:
    explicit Header(QWidget *parent) : QHeaderView(Qt::Horizontal, parent) {}
    void setTurned(bool turned)
    {
        m_turned = turned;
        headerDataChanged(orientation(), 0, count() - 1);
    }

protected:
    QSize sectionSizeFromContents(int section) const override
    {
        const QSize size = QHeaderView::sectionSizeFromContents(section);
        return m_turned ? size.transposed() : size;
    }
    void paintSection(QPainter *painter, const QRect &box, int section) const override
    {
        if (!m_turned)
            return QHeaderView::paintSection(painter, box, section);
        painter->save();
        painter->translate(box.left(), box.bottom() + 1);
        painter->rotate(-90);
        QHeaderView::paintSection(painter, QRect({}, box.size().transposed()), section);
        painter->restore();
    }

private:
    bool m_turned = false;
};

InvarianceTableView::InvarianceTableView(InvarianceTable &table, QWidget *parent)
    : QWidget(parent), m_table(table),
      m_grid(new QTableWidget(InvarianceTable::rows(), InvarianceTable::columns() + 1)), m_header(new Header(m_grid)),
      m_measure(new QPushButton(tr("&Measure"))), m_clear(new QPushButton(tr("&Clear"))), m_note(new QLabel)
{
    setObjectName("table");
    m_note->setWordWrap(true);
    plainText(m_note);
    buildGrid();
    m_measure->setObjectName("measureTable");
    m_measure->setToolTip(tr("Measure every cell for the current Y"));
    m_clear->setToolTip(tr("Clear guesses and measurements"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_clear);
    buttons->addWidget(m_measure);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_note);
    layout->addLayout(buttons);
    layout->addWidget(m_grid);
    connect(m_measure, &QPushButton::clicked, &table, &InvarianceTable::measure);
    connect(m_clear, &QPushButton::clicked, &table, &InvarianceTable::clear);
    connect(m_grid, &QTableWidget::cellClicked, this, &InvarianceTableView::toggle);
    connect(&table, &InvarianceTable::changed, this, &InvarianceTableView::showTable);
    m_grid->installEventFilter(this);
    showTable();
}

void InvarianceTableView::buildGrid()
{
    m_grid->setHorizontalHeader(m_header);
    m_grid->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_grid->setSelectionMode(QAbstractItemView::SingleSelection);
    m_grid->setAccessibleName(tr("Truth table: which similarity is invariant to which transformation"));
    QStringList across;
    for (const Perturbation &column : perturbations())
        across << QString::fromUtf8(column.id);
    m_grid->setHorizontalHeaderLabels(across << tr("Y now"));
    // The widths of the columns are fixed, because fit() computes them for all columns together.
    m_header->setSectionResizeMode(QHeaderView::Fixed);
    m_header->setMinimumSectionSize(16);
    m_grid->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_grid->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_grid->setTextElideMode(Qt::ElideNone);
    for (int row = 0; row < m_grid->rowCount(); ++row) {
        for (int column = 0; column < m_grid->columnCount(); ++column) {
            auto *item = new QTableWidgetItem;
            item->setTextAlignment(Qt::AlignCenter);
            m_grid->setItem(row, column, item);
        }
    }
    for (int column = 0; column < InvarianceTable::columns(); ++column)
        m_grid->horizontalHeaderItem(column)->setToolTip(
            tr("Y changed: %1 %2").arg(across[column]).arg(perturbations()[static_cast<std::size_t>(column)].strength));
}

void InvarianceTableView::toggle(int row, int column)
{
    if (column >= InvarianceTable::columns())
        return;
    const int cell = row * InvarianceTable::columns() + column;
    const Guessed said = m_table.guess(cell);
    m_table.setGuess(cell, said == Guessed::none    ? Guessed::holds
                           : said == Guessed::holds ? Guessed::breaks
                                                    : Guessed::none);
}

QRect InvarianceTableView::cellRect(int row, int column) const
{
    const QRect rect = m_grid->visualItemRect(m_grid->item(row, column));
    return {m_grid->viewport()->mapTo(this, rect.topLeft()), rect.size()};
}

void InvarianceTableView::showTable()
{
    for (int row = 0; row < InvarianceTable::rows(); ++row) {
        for (int column = 0; column < InvarianceTable::columns(); ++column)
            showCell(row, column);
        showNow(row);
    }
    m_header->setFont(smallFont());
    m_grid->verticalHeader()->setFont(smallFont());
    fit();
    m_measure->setEnabled(m_table.obstacle().isEmpty() && !m_table.busy());
    m_clear->setEnabled(m_table.guessed() > 0 || m_table.isMeasured());
    m_note->setText(
        m_table.isMeasured() && m_table.guessed() > 0
            ? tr("%1 of %2 guesses correct.  =\u00A0unchanged   ~\u00A0changed\u00A0a\u00A0little   ✕\u00A0changed")
                  .arg(m_table.hits())
                  .arg(m_table.guessed())
        : m_table.isMeasured() ? tr("=\u00A0unchanged   ~\u00A0changed\u00A0a\u00A0little   ✕\u00A0changed")
                               : tr("Which transformations leave the relative vectors unchanged? Click to "
                                    "predict: = unchanged, ✕ changed. Then measure."));
}

/// Fits the columns to the width of the dock and the height of the table to all its rows. In a narrow dock, headings of
/// columns are turned and those of rows have two lines; if it is still narrower, the columns can be scrolled.
void InvarianceTableView::fit()
{
    const int frame = 2 * m_grid->frameWidth();
    const auto room = [&] { return width() - frame - m_grid->verticalHeader()->sizeHint().width(); };
    m_header->setTurned(false);
    titleRows(false);
    m_grid->resizeColumnsToContents();
    if (m_header->length() > room()) {
        m_header->setTurned(true);
        titleRows(true);
        for (int column = 0; column < m_grid->columnCount(); ++column)
            m_grid->setColumnWidth(column, room() / m_grid->columnCount());
    }
    m_grid->resizeRowsToContents();
    const int bar = m_header->length() > room() ? m_grid->horizontalScrollBar()->sizeHint().height() : 0;
    m_grid->setFixedHeight(m_header->sizeHint().height() + m_grid->verticalHeader()->length() + frame + bar);
}

void InvarianceTableView::titleRows(bool inTwoLines)
{
    QStringList titles;
    for (const InvarianceCase &row : invarianceCases()) {
        titles << caseTitle(row);
        if (inTwoLines)
            titles.back()[titles.back().lastIndexOf(", ") + 1] = '\n';
    }
    m_grid->setVerticalHeaderLabels(titles);
}

void InvarianceTableView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void InvarianceTableView::showCell(int row, int column)
{
    const int cell = row * InvarianceTable::columns() + column;
    QTableWidgetItem &item = *m_grid->item(row, column);
    const Guessed said = m_table.guess(cell);
    QString text, about = caseTitle(invarianceCases()[static_cast<std::size_t>(row)]) + ", " +
                          QString::fromUtf8(perturbations()[static_cast<std::size_t>(column)].id) + ": ";
    QColor colour = mutedText();
    if (const auto invariance = m_table.invariance(cell)) {
        text = signOf(*invariance);
        about += tr("%1 (moved by %2)").arg(wordOf(*invariance)).arg(*m_table.moved(cell), 0, 'f', 3);
        colour = textColour();
        if (said != Guessed::none) {
            text += m_table.isHit(cell) ? "✓" : "!";
            about += m_table.isHit(cell) ? tr(", as guessed") : tr(", not as guessed");
            colour = m_table.isHit(cell) ? okColour() : errorColour();
        }
    } else if (m_table.isMeasured()) {
        text = "–";
        about += tr("not possible with so few dimensions");
    } else if (said != Guessed::none) {
        const Invariance guessed = said == Guessed::holds ? Invariance::holds : Invariance::breaks;
        text = signOf(guessed) + "?";
        about += tr("guessed: %1").arg(wordOf(guessed));
    } else
        about += tr("no guess yet");
    item.setText(text);
    item.setFont(smallFont());
    item.setForeground(colour);
    item.setToolTip(about);
    item.setData(Qt::AccessibleTextRole, about);
}

void InvarianceTableView::showNow(int row)
{
    QTableWidgetItem &item = *m_grid->item(row, InvarianceTable::columns());
    const auto invariance = m_table.currentInvariance(row);
    item.setText(invariance ? signOf(*invariance) : QString());
    item.setFont(smallFont());
    item.setToolTip(invariance ? tr("Current transform of Y: %1").arg(wordOf(*invariance)) : QString());
}

bool InvarianceTableView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_grid && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space && m_grid->currentRow() >= 0) {
        toggle(m_grid->currentRow(), m_grid->currentColumn());
        return true;
    }
    if (watched == m_grid && event->type() == QEvent::FontChange)
        showTable();
    return QWidget::eventFilter(watched, event);
}

void InvarianceTableView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showTable();
}

} // namespace anchorscope::gui
