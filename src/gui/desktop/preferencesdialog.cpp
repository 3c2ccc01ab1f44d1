// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/preferencesdialog.h"

#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QThread>
#include <QToolButton>

namespace anchorscope::gui {

namespace {

template <class Field> Field *addField(QFormLayout &form, Field *field, const QString &label, const QString &about)
{
    field->setToolTip(about);
    field->setAccessibleName(QString(label).remove('&'));
    form.addRow(label, field);
    return field;
}

} // namespace

PreferencesDialog::PreferencesDialog(QWidget *parent)
    : QDialog(parent), m_theme(new QComboBox), m_start(new QComboBox), m_textSize(new QSpinBox),
      m_threads(new QSpinBox), m_autosave(new QSpinBox), m_neighbours(new QSpinBox), m_notify(new QCheckBox),
      m_lessons(new QLineEdit), m_noLessons(new QLabel)
{
    setWindowTitle(tr("Preferences"));
    auto *form = new QFormLayout(this);
    buildLooks(*form);
    buildWork(*form);
    buildLessons(*form);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Close);
    form->addRow(buttons);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            &PreferencesDialog::restoreDefaults);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    plainTexts(this);
    show(savedPreferences());
    connect(m_theme, &QComboBox::currentIndexChanged, this, [](int choice) {
        saveTheme(static_cast<ThemeChoice>(choice));
        applyTheme(*qApp, static_cast<ThemeChoice>(choice));
    });
    connect(m_textSize, &QSpinBox::valueChanged, this, [](int percent) { setTextSize(*qApp, percent / 100.0); });
    for (QSpinBox *number : {m_threads, m_autosave, m_neighbours})
        connect(number, &QSpinBox::valueChanged, this, &PreferencesDialog::keep);
    connect(m_start, &QComboBox::currentIndexChanged, this, &PreferencesDialog::keep);
    connect(m_notify, &QCheckBox::toggled, this, &PreferencesDialog::keep);
    connect(m_lessons, &QLineEdit::editingFinished, this, &PreferencesDialog::keep);
}

void PreferencesDialog::buildLooks(QFormLayout &form)
{
    // Names of the themes, in the order of ThemeChoice.
    m_theme->addItems({tr("Same as the desktop"), tr("Light"), tr("Dark")});
    addField(form, m_theme, tr("&Theme"), tr("The colours of the window"));
    m_textSize->setRange(qRound(100 * smallestText), qRound(100 * largestText));
    m_textSize->setSingleStep(10);
    m_textSize->setSuffix(tr("%"));
    m_textSize->setKeyboardTracking(false);
    addField(form, m_textSize, tr("Text &size"), tr("Scales text, points and icons; 100% follows the desktop"));
    m_start->addItems({tr("the start page"), tr("the most recent files")});
    addField(form, m_start, tr("On st&artup, show"), tr("Contents of a new window if no file is given"));
}

void PreferencesDialog::buildWork(QFormLayout &form)
{
    m_threads->setRange(0, std::max(QThread::idealThreadCount(), savedPreferences().threads));
    m_threads->setSpecialValueText(tr("all (%1)").arg(QThread::idealThreadCount()));
    addField(form, m_threads, tr("T&hreads"),
             tr("Computations use at most this many threads. Results do not depend on it."));
    m_neighbours->setRange(1, maxNeighbours);
    addField(form, m_neighbours, tr("&K for new data"),
             tr("Number of neighbours in the Jaccard index, for data that you open from now on"));
    m_autosave->setRange(1, maxAutosaveMinutes);
    m_autosave->setSuffix(tr(" min"));
    addField(form, m_autosave, tr("Keep a &copy every"),
             tr("Unsaved work is backed up at least this often, so that it can be restored after a crash"));
    m_notify->setText(tr("&Notify me when a long job has ended"));
    m_notify->setToolTip(tr("After 20 seconds or more, and only while another window is active"));
    form.addRow(m_notify);
}

void PreferencesDialog::buildLessons(QFormLayout &form)
{
    auto *choose = new QToolButton;
    choose->setIcon(icon("open"));
    choose->setToolTip(tr("Choose the folder"));
    choose->setAccessibleName(choose->toolTip());
    connect(choose, &QToolButton::clicked, this, [this] {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of lessons"), m_lessons->text());
        if (folder.isEmpty())
            return;
        m_lessons->setText(folder);
        keep();
    });
    m_lessons->setClearButtonEnabled(true);
    m_lessons->setToolTip(
        tr("Your own lessons (.md) in this folder are listed in Help → Lessons and on the start page"));
    m_lessons->setAccessibleName(tr("Lessons in folder"));
    m_noLessons->setObjectName("noLessons");
    m_noLessons->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->addWidget(m_lessons);
    row->addWidget(choose);
    form.addRow(tr("&Lessons in folder"), row);
    static_cast<QLabel *>(form.labelForField(row))->setBuddy(m_lessons);
    form.addRow(QString(), m_noLessons);
}

void PreferencesDialog::checkLessons()
{
    const QString folder = m_lessons->text();
    m_noLessons->setText(folder.isEmpty()             ? QString()
                         : !QFileInfo(folder).isDir() ? tr("There is no such folder.")
                         : QDir(folder).entryList({"*.md"}, QDir::Files).isEmpty()
                             ? tr("This folder contains no lessons (.md).")
                             : QString());
    m_noLessons->setVisible(!m_noLessons->text().isEmpty());
}

void PreferencesDialog::show(const Preferences &preferences)
{
    m_theme->setCurrentIndex(static_cast<int>(savedTheme()));
    m_textSize->setValue(qRound(100 * savedTextSize()));
    m_start->setCurrentIndex(preferences.reopen ? 1 : 0);
    m_threads->setValue(preferences.threads);
    m_autosave->setValue(preferences.autosaveMinutes);
    m_neighbours->setValue(static_cast<int>(preferences.neighbours));
    m_notify->setChecked(preferences.notify);
    m_lessons->setText(preferences.lessons);
    checkLessons();
}

void PreferencesDialog::keep()
{
    const Preferences now{.threads = m_threads->value(),
                          .autosaveMinutes = m_autosave->value(),
                          .notify = m_notify->isChecked(),
                          .reopen = m_start->currentIndex() == 1,
                          .neighbours = m_neighbours->value(),
                          .lessons = m_lessons->text()};
    savePreferences(now);
    checkLessons();
    Q_EMIT changed(now);
}

void PreferencesDialog::restoreDefaults()
{
    m_theme->setCurrentIndex(static_cast<int>(ThemeChoice::System));
    m_textSize->setValue(100);
    const QSignalBlocker a(m_start), b(m_threads), c(m_autosave), d(m_neighbours), e(m_notify);
    show({});
    keep();
}

} // namespace anchorscope::gui
