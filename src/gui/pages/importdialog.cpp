// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/importdialog.h"

#include "gui/display/itemtext.h"
#include "gui/display/previewtext.h"
#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/columnsdialog.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/pairingrules.h"
#include "ui_importdialog.h"

#include <QEvent>
#include <QFileInfo>
#include <QPushButton>
#include <QScreen>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Proposed number of rows of a file that is too large to be read whole without confirmation.
constexpr int proposedRows = 200000;

struct Matched
{
    Index pairs = 0, ofX = 0, ofY = 0;
    PairingRule rule = PairingRule::none;
    bool assumed = false; ///< true if rows were paired by position because a file has no ids
};

Result<Matched> matchItems(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                           const DataChoice &choice)
{
    if (choice.maxItems > 0 && !choice.sample)
        io::keepFirstItems(x, y, choice.maxItems);
    const auto pair = io::pairSpaces(x, y, choice.rule, choice.pairingFile);
    if (!pair)
        return pair.error();
    return Matched{pair->pairing.pairs(), x->size(), y->size(), pair->rule,
                   pair->assumed && choice.x.path != choice.y.path};
}

QString sentence(const Error &error)
{
    return QString::fromStdString(error.text());
}

} // namespace

ImportDialog::ImportDialog(Runner &runner, const QStringList &files, QWidget *parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::ImportDialog>()), m_x(runner), m_y(runner), m_matching(runner)
{
    m_ui->setupUi(this);
    bind(Side::x, m_ui->fileX, m_ui->factsX, m_ui->arrayLabelX, m_ui->arrayX, m_ui->spaceX, m_ui->chooseX);
    bind(Side::y, m_ui->fileY, m_ui->factsY, m_ui->arrayLabelY, m_ui->arrayY, m_ui->spaceY, m_ui->chooseY);
    bindColumns(Side::x, m_ui->columnsX);
    bindColumns(Side::y, m_ui->columnsY);
    bindItems(Side::x, m_ui->itemsX);
    bindItems(Side::y, m_ui->itemsY);
    fillPairingRules(*m_ui->rule);
    m_ui->progress->hide();
    connect(m_ui->rule, &QComboBox::activated, this, &ImportDialog::chooseRule);
    connect(m_ui->rowsYes, &QRadioButton::clicked, this, [this] { answerRows(PairingRule::byRow); });
    connect(m_ui->rowsNo, &QRadioButton::clicked, this, [this] { answerRows(PairingRule::none); });
    connect(m_ui->maxItems, &QSpinBox::valueChanged, this, &ImportDialog::match);
    connect(m_ui->sample, &QCheckBox::toggled, this, &ImportDialog::match);
    connect(m_ui->sampleSeed, &QSpinBox::valueChanged, this, &ImportDialog::match);
    connect(m_ui->skipBadRows, &QCheckBox::toggled, this, [this] {
        look(Side::x);
        look(Side::y);
    });
    connect(m_ui->buttons, &QDialogButtonBox::accepted, this, &ImportDialog::accept);
    connect(m_ui->buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    QPushButton *open = m_ui->buttons->button(QDialogButtonBox::Open);
    open->setIcon(icon("open"));
    open->setDefault(true);
    open->setFocus();
    QPushButton *cancel = m_ui->buttons->button(QDialogButtonBox::Cancel);
    cancel->setIcon(icon("cancel"));
    // Cancel must not become the default button: Enter would close the dialog while a file is read.
    cancel->setAutoDefault(false);
    m_ui->rowsQuestion->hide();
    resize(900, 500);
    setFile(Side::x, files.value(0));
    setFile(Side::y, files.value(1));
}

ImportDialog::~ImportDialog() = default;

void ImportDialog::bind(Side side, QLabel *file, QLabel *facts, QLabel *arrayLabel, QComboBox *arrayBox,
                        QComboBox *spaceBox, QPushButton *choose)
{
    Half &one = half(side);
    one.file = file;
    one.facts = facts;
    one.arrayLabel = arrayLabel;
    one.arrayBox = arrayBox;
    one.spaceBox = spaceBox;
    connect(choose, &QPushButton::clicked, this, [this, side] {
        if (const QString path = askForDataset(this); !path.isEmpty())
            setFile(side, path);
    });
    connect(arrayBox, &QComboBox::activated, this, [this, side](int row) {
        half(side).choice.array =
            row == 0 ? std::string() : half(side).arrayBox->itemData(row).toString().toStdString();
        look(side);
    });
    connect(spaceBox, &QComboBox::activated, this, [this, side] {
        showHalf(side);
        match();
    });
}

void ImportDialog::bindColumns(Side side, QPushButton *button)
{
    half(side).columnsButton = button;
    connect(button, &QPushButton::clicked, this, [this, side] {
        auto *dialog = new ColumnsDialog(half(side).table, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QDialog::accepted, this, [this, side, dialog, path = half(side).path] {
            if (half(side).path != path)
                return; // ignores this preview, because the user has chosen another file
            half(side).choice.columns = dialog->choice();
            look(side);
        });
        dialog->open();
    });
}

void ImportDialog::bindItems(Side side, QPushButton *button)
{
    half(side).itemsButton = button;
    connect(button, &QPushButton::clicked, this, [this, side] {
        if (const QString path = askForItems(this); !path.isEmpty())
            setItems(side, path);
    });
}

void ImportDialog::setItems(Side side, const QString &path)
{
    half(side).choice.items = filePath(path);
    look(side);
}

void ImportDialog::showItems(Half &one, const ItemTable *items)
{
    one.itemsButton->setVisible(!one.choice.items.empty() || (items && (!items->hasIds() || !items->hasLabels())));
    const QString file = QFileInfo(pathText(one.choice.items)).fileName();
    one.itemsButton->setText(file.isEmpty() ? tr("Add ids or labels…")
                                            : tr("Ids and labels: %1…").arg(shownName(file)));
}

void ImportDialog::setFile(Side side, const QString &path)
{
    Half &one = half(side);
    one.path = path;
    one.choice = {.path = filePath(path)};
    one.table.clear();
    one.preview.reset();
    m_asksForRows = false;
    look(side);
    showHalf(side); // updates the widgets before the new file has been read
}

void ImportDialog::look(Side side)
{
    Half &one = half(side);
    one.error.clear();
    if (one.path.isEmpty()) {
        one.slot.drop();
        one.preview.reset();
        showHalf(side);
        refresh();
        return;
    }
    const io::OpenOptions options{.skipBadRows = m_ui->skipBadRows->isChecked(),
                                  .array = one.choice.array,
                                  .columns = one.choice.columns,
                                  .items = one.choice.items};
    const auto columns = std::make_shared<std::vector<io::Part>>();
    Job *job = one.slot.start<io::FilePreview>(
        tr("Reading %1").arg(QFileInfo(one.path).fileName()),
        [path = one.choice.path, options, columns, largest = m_largestWhole](const RunContext &context) {
            auto preview = io::previewFile(path, options, context, largest);
            // Lists the columns of a table even if reading failed because their types were detected wrongly.
            *columns = preview ? preview->file.columns : io::tableColumns(path, options.columns);
            return preview;
        },
        [this, side, columns](Result<io::FilePreview> result) {
            half(side).table = std::move(*columns);
            take(side, std::move(result));
        },
        [this, side](const Error &cancelled) { take(side, cancelled); });
    connect(job, &Job::progressed, m_ui->progress,
            [this](double share) { m_ui->progress->setValue(static_cast<int>(1000 * share)); });
    refresh();
}

void ImportDialog::take(Side side, Result<io::FilePreview> result)
{
    Half &one = half(side);
    if (!result && result.error().code == ErrorCode::otherData && half(other(side)).path.isEmpty()) {
        Q_EMIT sessionFound(one.path);
        reject();
        return;
    }
    one.badLine = !result && result.error().code == ErrorCode::badLine;
    if (result) {
        one.preview = std::make_shared<const io::FilePreview>(std::move(*result));
    } else {
        one.preview.reset();
        one.error = sentence(result.error());
    }
    showHalf(side);
    // Without a second file, Y is the second space of this file.
    if (side == Side::x)
        showHalf(Side::y);
    proposeLimit();
    match();
}

/// Chosen space; without a file for Y, both are in the same file. Null: none.
std::shared_ptr<const EmbeddingSet> ImportDialog::chosenSpace(Side side) const
{
    const Half &one = half(side);
    const auto &preview = side == Side::y && one.path.isEmpty() ? m_x.preview : one.preview;
    const int row = one.spaceBox->currentIndex();
    if (!preview || row < 0 || row >= static_cast<int>(preview->file.dataset.spaces.size()))
        return nullptr;
    return preview->file.dataset.spaces[static_cast<std::size_t>(row)];
}

/// Enlarges the dialog, because a window does not grow with word-wrapped labels.
bool ImportDialog::event(QEvent *event)
{
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest && isVisible()) {
        const int needed = std::min(layout()->totalHeightForWidth(width()), screen()->availableSize().height());
        if (needed > height())
            resize(width(), needed);
    }
    return handled;
}

void ImportDialog::showHalf(Side side)
{
    Half &one = half(side);
    const bool borrows = side == Side::y && one.path.isEmpty();
    const auto preview = borrows ? m_x.preview : one.preview;
    const bool several = preview && preview->file.dataset.spaces.size() > 1;
    one.file->setText(!one.path.isEmpty()          ? shownName(QFileInfo(one.path).fileName())
                      : side == Side::y && several ? tr("the same file")
                                                   : tr("none yet"));
    one.file->setToolTip(tooltipText(one.path));
    showArrays(one, borrows ? nullptr : preview.get());
    one.columnsButton->setVisible(!one.table.empty());
    showItems(one, one.preview ? one.preview->file.dataset.items.get() : nullptr);
    const QVariant before = one.spaceBox->currentData();
    one.spaceBox->clear();
    const bool usable = preview && (!borrows || several);
    for (std::size_t i = 0; usable && i < preview->file.dataset.spaces.size(); ++i) {
        const QString name = QString::fromStdString(preview->file.dataset.spaces[i]->name);
        one.spaceBox->addItem(shownName(name), name);
    }
    const int kept = one.spaceBox->findData(before);
    one.spaceBox->setCurrentIndex(kept >= 0 ? kept : borrows && several ? 1 : one.spaceBox->count() > 0 ? 0 : -1);
    one.spaceBox->setEnabled(one.spaceBox->count() > 1);
    const int row = one.spaceBox->currentIndex();
    const bool refused = !one.error.isEmpty();
    one.facts->setText(refused    ? tr("This file cannot be used; see below.")
                       : row >= 0 ? describePreview(*preview, static_cast<std::size_t>(row))
                                  : QString());
    one.facts->setStyleSheet(refused ? "color:" + errorColour().name() : QString());
}

void ImportDialog::showArrays(Half &one, const io::FilePreview *preview)
{
    const bool several = preview && preview->file.arrays.size() > 1;
    one.arrayLabel->setVisible(several);
    one.arrayBox->setVisible(several);
    if (!several)
        return;
    one.arrayBox->clear();
    one.arrayBox->addItem(tr("chosen by the layout of the file"), QString());
    for (const std::string &array : preview->file.arrays) {
        const QString name = QString::fromStdString(array);
        one.arrayBox->addItem(shownName(name, longestInLabel), name);
    }
    one.arrayBox->setCurrentIndex(std::max(0, one.arrayBox->findData(QString::fromStdString(one.choice.array))));
}

void ImportDialog::chooseRule()
{
    if (m_ui->rule->currentData().toInt() == static_cast<int>(PairingRule::list))
        m_pairingFile = filePath(askForPairs(this));
    m_asksForRows = false;
    match();
}

void ImportDialog::answerRows(PairingRule rule)
{
    m_ui->rule->setCurrentIndex(m_ui->rule->findData(static_cast<int>(rule)));
    match();
}

/// Proposes a maximum number of rows if a file was previewed in part: it is read whole only if the user requests it.
void ImportDialog::proposeLimit()
{
    const bool part = (m_x.preview && !m_x.preview->whole) || (m_y.preview && !m_y.preview->whole);
    if (part && m_ui->maxItems->value() == 0)
        m_ui->maxItems->setValue(proposedRows);
}

DataChoice ImportDialog::choice() const
{
    DataChoice chosen;
    chosen.x = m_x.choice;
    chosen.y = m_y.path.isEmpty() ? m_x.choice : m_y.choice;
    chosen.x.space = m_ui->spaceX->currentData().toString().toStdString();
    chosen.y.space = m_ui->spaceY->currentData().toString().toStdString();
    chosen.rule = static_cast<PairingRule>(m_ui->rule->currentData().toInt());
    if (chosen.rule == PairingRule::list)
        chosen.pairingFile = m_pairingFile;
    chosen.maxItems = m_ui->maxItems->value();
    chosen.skipBadRows = m_ui->skipBadRows->isChecked();
    chosen.sample = chosen.maxItems > 0 && m_ui->sample->isChecked();
    chosen.sampleSeed = chosen.sample ? static_cast<std::uint64_t>(m_ui->sampleSeed->value()) : 0;
    return chosen;
}

void ImportDialog::match()
{
    m_pairs.clear();
    m_matchProblem.clear();
    const auto x = chosenSpace(Side::x), y = chosenSpace(Side::y);
    const DataChoice chosen = choice();
    const bool complete = chosen.rule != PairingRule::list || !m_pairingFile.empty();
    if (!x || !y || !complete) {
        m_matching.drop();
        refresh();
        return;
    }
    const auto &ofY = m_y.path.isEmpty() ? m_x.preview : m_y.preview;
    const bool whole = m_x.preview->whole && ofY->whole && !chosen.sample;
    m_matching.start<Matched>(
        tr("Matching items"), [x, y, chosen](const RunContext &) { return matchItems(x, y, chosen); },
        [this, whole, same = x->items == y->items](Result<Matched> result) {
            if (!result)
                m_matchProblem = sentence(result.error());
            else if (result->assumed)
                m_asksForRows = true;
            else if (same && whole && result->rule != PairingRule::list && result->pairs == result->ofX)
                m_pairs = tr("Both spaces contain the same %1 items.").arg(countText(result->pairs));
            else
                m_pairs = describePairs(result->pairs, result->ofX, result->ofY, result->rule, whole);
            refresh();
        },
        [this](const Error &cancelled) {
            m_matchProblem = sentence(cancelled);
            refresh();
        });
    refresh();
}

QString ImportDialog::problem() const
{
    for (const Half *one : {&m_x, &m_y}) {
        if (!one->error.isEmpty())
            return one->error;
    }
    if (m_x.path.isEmpty())
        return tr("Choose the file of space X.");
    if (reading())
        return {};
    if (m_y.path.isEmpty() && !chosenSpace(Side::y))
        return tr("This file contains only one space. Choose the file of the other space to compare it with.");
    if (m_ui->rule->currentData().toInt() == static_cast<int>(PairingRule::list) && m_pairingFile.empty())
        return tr("Choose the file of pairs.");
    if (m_asksForRows && m_ui->rule->currentData().toInt() == static_cast<int>(PairingRule::automatic))
        return tr("At least one file has no ids. Choose whether the rows of both files correspond.");
    return m_matchProblem;
}

void ImportDialog::refresh()
{
    const auto x = chosenSpace(Side::x), y = chosenSpace(Side::y);
    m_ui->progress->setVisible(reading());
    m_ui->pairs->setText(m_pairs);
    m_ui->pairs->setVisible(!m_pairs.isEmpty());
    m_ui->rowsQuestion->setVisible(m_asksForRows);
    const auto rule = static_cast<PairingRule>(m_ui->rule->currentData().toInt());
    for (const auto &[answer, means] :
         {std::pair(m_ui->rowsYes, PairingRule::byRow), std::pair(m_ui->rowsNo, PairingRule::none)}) {
        // The buttons are not exclusive for a moment, so that both can be unchecked.
        answer->setAutoExclusive(false);
        answer->setChecked(rule == means);
        answer->setAutoExclusive(true);
    }
    std::uint64_t bytes = 0;
    for (const Half *one : {&m_x, &m_y}) {
        for (std::size_t i = 0; one->preview && i < one->preview->file.dataset.spaces.size(); ++i)
            bytes += one->preview->bytesOf(i, m_ui->maxItems->value());
    }
    const bool part = m_ui->maxItems->value() > 0;
    m_ui->sampleRow->setVisible(part);
    m_ui->sampleSeed->setEnabled(m_ui->sample->isChecked());
    m_ui->maxItems->setPrefix(part && m_ui->sample->isChecked() ? QString() : tr("the first "));
    m_ui->size->setText(bytes ? describeMemory(bytes) : QString());
    m_ui->skipBadRows->setVisible(m_x.badLine || m_y.badLine || m_ui->skipBadRows->isChecked());
    m_ui->problem->setText(problem());
    const bool refused = !m_x.error.isEmpty() || !m_y.error.isEmpty() || !m_matchProblem.isEmpty();
    m_ui->problem->setStyleSheet(refused ? "color:" + errorColour().name() : QString());
    m_ui->problem->setVisible(!problem().isEmpty());
    QPushButton *open = m_ui->buttons->button(QDialogButtonBox::Open);
    const bool ready = x && y && !reading() && problem().isEmpty();
    // Moves the focus to Open. While Open was disabled, Cancel got the focus, and Enter would close the dialog.
    const bool focus = ready && !open->isEnabled() && m_ui->buttons->button(QDialogButtonBox::Cancel)->hasFocus();
    open->setEnabled(ready);
    if (focus)
        open->setFocus();
}

void ImportDialog::accept()
{
    if (!m_ui->buttons->button(QDialogButtonBox::Open)->isEnabled())
        return;
    OpenDatasets read;
    for (const Half *one : {&m_x, &m_y}) {
        if (one->preview)
            read.entries.push_back({{one->preview, &one->preview->file.dataset}, one->preview->options});
    }
    Q_EMIT chosen(choice(), read);
    QDialog::accept();
}

} // namespace anchorscope::gui
