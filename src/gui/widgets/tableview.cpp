// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/tableview.h"

#include "gui/display/tablemodel.h"
#include "gui/state/selection.h"
#include "gui/style/plaintext.h"
#include "gui/style/writefile.h"
#include "gui/widgets/filedialogs.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QCursor>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenu>
#include <QPainter>
#include <QStatusBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolTip>

#include <algorithm>
#include <utility>
#include <vector>

namespace anchorscope::gui {

namespace {

/// Indents the text of a column that follows a column of numbers.
class CellDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem shifted = option;
        if (const int room = roomBefore(index)) {
            QStyleOptionViewItem background = option;
            initStyleOption(&background, index);
            const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
            style->drawPrimitive(QStyle::PE_PanelItemViewItem, &background, painter, option.widget);
            shifted.rect.setLeft(option.rect.left() + room);
        }
        QStyledItemDelegate::paint(painter, shifted, index);
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(roomBefore(index), 0);
    }

private:
    static int roomBefore(const QModelIndex &index)
    {
        const auto isRight = [](const QModelIndex &cell) {
            return cell.data(Qt::TextAlignmentRole).value<Qt::Alignment>().testFlag(Qt::AlignRight);
        };
        return index.column() > 0 && !isRight(index) && isRight(index.siblingAtColumn(index.column() - 1)) ? 8 : 0;
    }
};

/// Divides the remaining width among elastic columns if this gives each a few letters; otherwise the table scrolls.
class ElasticColumns : public QObject
{
public:
    ElasticColumns(QTableView *table, std::initializer_list<int> columns)
        : QObject(table), m_table(table), m_columns(columns)
    {
        for (const int column : columns)
            table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
        table->viewport()->installEventFilter(this);
        connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &ElasticColumns::fitLater);
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Resize)
            fitLater();
        return false;
    }

private:
    /// Calls fit() later, because it must not run while the header is laid out.
    void fitLater()
    {
        if (!std::exchange(m_waiting, true))
            QMetaObject::invokeMethod(this, &ElasticColumns::fit, Qt::QueuedConnection);
    }
    void fit()
    {
        m_waiting = false;
        constexpr int letters = 8; // minimum width of an elastic column in letters, enough to recognize most words
        QHeaderView *header = m_table->horizontalHeader();
        const int least = letters * m_table->fontMetrics().averageCharWidth();
        int room = m_table->viewport()->width();
        for (int column = 0; column < header->count(); ++column)
            room -= header->isSectionHidden(column) ? 0 : isMine(column) ? least : header->sectionSize(column);
        const auto mode = room >= 0 ? QHeaderView::Stretch : QHeaderView::Interactive;
        for (const int column : m_columns) {
            if (!isMine(column) || header->sectionResizeMode(column) == mode)
                continue;
            header->setSectionResizeMode(column, mode);
            if (mode == QHeaderView::Interactive)
                header->resizeSection(column, least);
        }
    }
    bool isMine(int column) const
    {
        const QHeaderView *header = m_table->horizontalHeader();
        return std::ranges::find(m_columns, column) != m_columns.end() && column < header->count() &&
               header->sectionResizeMode(column) != QHeaderView::Fixed;
    }

    QTableView *m_table;
    std::vector<int> m_columns;
    bool m_waiting = false;
};

/// Header with space for the sort arrow only in the sorted column.
class TableHeader : public QHeaderView
{
public:
    explicit TableHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

protected:
    QSize sectionSizeFromContents(int section) const override
    {
        if (!model()) // the table calls this function even while it has no model
            return {};
        QStyleOptionHeader option;
        initStyleOption(&option);
        option.text = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        option.fontMetrics = fontMetrics();
        if (isSortIndicatorShown() && section == sortIndicatorSection())
            option.sortIndicator = QStyleOptionHeader::SortDown;
        constexpr int between = 2; // distance between headings, in pixels
        return style()->sizeFromContents(QStyle::CT_HeaderSection, &option, {}, this) + QSize(between, 0);
    }
};

/// The last visible column cannot be hidden.
QMenu *columnMenu(QTableView *table)
{
    auto *menu = new QMenu(QCoreApplication::translate("TableView", "Columns"), table);
    QObject::connect(menu, &QMenu::aboutToShow, table, [menu, table] {
        menu->clear();
        const QHeaderView &header = *table->horizontalHeader();
        for (int column = 0; column < header.count(); ++column) {
            QString name = table->model()->headerData(column, Qt::Horizontal).toString();
            QAction *action = menu->addAction(name.replace("\n@", "@").replace('\n', ' '));
            action->setCheckable(true);
            action->setChecked(!table->isColumnHidden(column));
            action->setEnabled(table->isColumnHidden(column) || header.count() - header.hiddenSectionCount() > 1);
            QObject::connect(action, &QAction::toggled, table,
                             [table, column](bool shown) { table->setColumnHidden(column, !shown); });
        }
    });
    return menu;
}

} // namespace

void configureTable(QTableView *table, std::initializer_list<int> elastic)
{
    table->setHorizontalHeader(new TableHeader(table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setStretchLastSection(false);
    table->horizontalHeader()->setMinimumSectionSize(28);
    table->setTextElideMode(Qt::ElideRight);
    table->setItemDelegate(new CellDelegate(table));
    new ElasticColumns(table, elastic);
}

void fitNames(QTableView *table, int column, int lines)
{
    constexpr int margins = 8, shortName = 8;
    QHeaderView *header = table->horizontalHeader();
    const QFontMetrics metrics = table->fontMetrics();
    const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
    int width = 0;
    for (const QString &line : title.split('\n'))
        width = std::max(width, metrics.horizontalAdvance(line));
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QString name = table->model()->index(row, column).data().toString();
        for (const QString &word : name.size() <= shortName ? QStringList(name) : name.split(' '))
            width = std::max(width, metrics.horizontalAdvance(word));
        const auto height = [&] {
            return metrics.boundingRect(QRect(0, 0, width, 9999), Qt::TextWordWrap, name).height();
        };
        for (const int most = metrics.horizontalAdvance(name);
             width < most && height() > lines * metrics.lineSpacing();)
            width += 4;
    }
    header->setSectionResizeMode(column, QHeaderView::Fixed);
    header->resizeSection(column, width + margins);
}

void offerCopies(QTableView *table, const TableModel &model, const QString &name)
{
    using Format = TableModel::Format;
    const auto add = [table](const QString &text, const std::function<void()> &act) {
        auto *action = new QAction(text, table);
        QObject::connect(action, &QAction::triggered, table, act);
        table->addAction(action);
    };
    const auto copy = [&](const QString &text, Format format) {
        add(text, [&model, format] { copyText(model.asText(format)); });
    };
    copy(QCoreApplication::translate("TableView", "Copy the table"), Format::Tabs);
    copy(QCoreApplication::translate("TableView", "Copy as CSV"), Format::Csv);
    copy(QCoreApplication::translate("TableView", "Copy as Markdown"), Format::Markdown);
    copy(QCoreApplication::translate("TableView", "Copy as LaTeX"), Format::Latex);
    add(QCoreApplication::translate("TableView", "Save the table to a file…"),
        [table, &model, name] { writeTable(table, model, name); });
    auto *columns = new QAction(QCoreApplication::translate("TableView", "Columns"), table);
    QMenu *menu = columnMenu(table);
    columns->setMenu(menu);
    table->addAction(columns);
    table->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(table->horizontalHeader(), &QWidget::customContextMenuRequested, menu,
                     [menu, header = table->horizontalHeader()](QPoint at) { menu->popup(header->mapToGlobal(at)); });
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void writeTable(QWidget *parent, const TableModel &model, const QString &name)
{
    using Format = TableModel::Format;
    const QString path = askWhereToWriteTable(parent, name);
    if (path.isEmpty())
        return;
    const QString suffix = QFileInfo(path).suffix().toLower();
    const Format format = suffix == "md" ? Format::Markdown : suffix == "tex" ? Format::Latex : Format::Csv;
    const QByteArray content = model.asText(format).toUtf8();
    const Status written = writeFile(path, content);
    const QWidget *window = parent->window();
    while (window->parentWidget()) // a floating dock is a window of its own
        window = window->parentWidget()->window();
    if (const auto *mainWindow = qobject_cast<const QMainWindow *>(window); mainWindow && written)
        mainWindow->statusBar()->showMessage(shownName(QCoreApplication::translate("TableView", "Wrote %1").arg(path)),
                                             5000);
    if (!written)
        QToolTip::showText(QCursor::pos(), tooltipText(QString::fromStdString(written.error().text())), parent);
}

void showFirstColumns(QTableView *table, int first, int most)
{
    for (int column = first; column < table->model()->columnCount(); ++column)
        table->setColumnHidden(column, column >= first + most);
}

void onRowChosen(QAbstractItemView *list, const std::function<void(int row)> &choose)
{
    // Uses two signals, because a key selects a row before making it current, whereas a click makes it current first.
    const auto chooseCurrent = [list, choose] {
        const QModelIndex index = list->currentIndex();
        if (!index.isValid() || list->selectionModel()->isSelected(index))
            choose(index.row());
    };
    QObject::connect(list->selectionModel(), &QItemSelectionModel::currentRowChanged, list, chooseCurrent);
    QObject::connect(list->selectionModel(), &QItemSelectionModel::selectionChanged, list, chooseCurrent);
}

void deselectWith(QAbstractItemView *list, const Selection &selection)
{
    QObject::connect(&selection, &Selection::selectionChanged, list, [list, &selection] {
        if (!selection.isEmpty())
            return;
        // Blocks signals, because onRowChosen() reports only rows that the user makes current.
        const QSignalBlocker block(list);
        list->setCurrentIndex({});
        list->clearSelection();
    });
}

void copyText(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    QToolTip::showText(QCursor::pos(), QCoreApplication::translate("TableView", "Copied"));
}

void copyTable(const TableModel &model)
{
    copyText(model.asText());
}

} // namespace anchorscope::gui
