// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/sessionquestions.h"

#include "core/data/toys.h"
#include "gui/pages/importdialog.h"
#include "gui/pages/startpage.h"
#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/widgets/filedialogs.h"

#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

namespace {

struct RecoveryWords
{
    QString text, detail;
};

RecoveryWords inWords(const RecoveryCopy &recoveryCopy)
{
    const auto translated = [](const char *text) { return SessionQuestions::tr(text); };
    QString detail = recoveryCopy.original.isEmpty()
                         ? translated("It does not belong to a saved session.")
                         : translated("It belongs to the session %1.").arg(recoveryCopy.original);
    if (recoveryCopy.originalChanged)
        detail = translated(
            "The session it belongs to has since been changed or removed, so it will be opened as new work.");
    if (!recoveryCopy.work.isEmpty())
        detail.prepend(translated("It contains %1.").arg(recoveryCopy.work) + ' ');
    const QString when = QLocale().toString(recoveryCopy.when, QLocale::ShortFormat);
    return {recoveryCopy.data.isEmpty()
                ? translated("Anchorscope ended on %1 without saving your work.").arg(when)
                : translated("Anchorscope ended on %1 without saving your work on %2.").arg(when, recoveryCopy.data),
            detail};
}

} // namespace

SessionQuestions::SessionQuestions(QWidget &window, StartPage &start, AppModel &model)
    : QObject(&window), m_window(window), m_start(start), m_model(model), m_session(model.session),
      m_autosave(model.autosave), m_runner(model.runner)
{
    connect(&start, &StartPage::recoverRequested, this, &SessionQuestions::recoverFirst);
    connect(&start, &StartPage::discardRequested, this, &SessionQuestions::discardFirst);
    connect(&m_session, &SessionController::inputMoved, this, &SessionQuestions::askWhere);
    connect(&m_session, &SessionController::inputsChanged, this, &SessionQuestions::askAboutChanges);
    connect(&m_session, &SessionController::changedOnDisk, this, &SessionQuestions::askAboutReplacing);
    connect(
        &m_session, &SessionController::saved, this,
        [this](const QString &path) {
            if (path == m_session.sessionPath() && m_afterSaving && !m_session.saving())
                std::exchange(m_afterSaving, {})();
        },
        Qt::QueuedConnection);
    connect(&m_session, &SessionController::failed, this, [this] { m_afterSaving = {}; });
}

QMessageBox *SessionQuestions::box(const QString &title, const QString &text, const QString &detail)
{
    auto *question = new QMessageBox(QMessageBox::Question, title, shownText(text), QMessageBox::NoButton, &m_window);
    question->setTextFormat(Qt::PlainText); // plain text, because the name of a file could contain tags
    question->setInformativeText(shownText(detail));
    question->setAttribute(Qt::WA_DeleteOnClose);
    return question;
}

void SessionQuestions::openFiles(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    const auto open = [this](const QStringList &files) {
        afterConfirmedDiscard(tr("Open"), [this, files] { m_session.open(files); });
    };
    // The suffix decides only whether the import dialog is shown first. open() detects the format by the content.
    const bool session = paths.size() == 1 && QFileInfo(paths.first()).suffix().toLower() == "ascope";
    if (paths.size() > 2 || session || isToyName(filePath(paths.first())))
        return open(paths);
    auto *dialog = new ImportDialog(m_runner, paths, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::chosen, this, &SessionQuestions::openChoice);
    connect(dialog, &ImportDialog::sessionFound, this, [open](const QString &path) { open({path}); });
    dialog->open();
}

void SessionQuestions::continueWork(const QStringList &files)
{
    const auto left = std::ranges::find(m_recoveryCopies, files, &RecoveryCopy::files);
    if (left != m_recoveryCopies.end()) {
        m_recoveryCopies.move(left - m_recoveryCopies.begin(), 0);
        return recoverFirst();
    }
    const QString copy = RecentFiles::copyOf(files);
    if (!QFile::exists(copy))
        return openFiles(RecentFiles::filesOf(files));
    afterConfirmedDiscard(tr("Open"),
                          [this, copy, files] { m_session.recover({.path = copy, .files = files, .isKept = true}); });
}

void SessionQuestions::openChoice(const DataChoice &choice, const OpenDatasets &more)
{
    if (m_session.joins(choice))
        Q_EMIT pairRequested(choice, more); // asks no question, because nothing is closed
    else
        afterConfirmedDiscard(tr("Open"), [this, choice, more] { m_session.openChoice(choice, more); });
}

bool SessionQuestions::save()
{
    if (m_session.sessionPath().isEmpty())
        return saveAs();
    m_session.save(m_session.sessionPath());
    return true;
}

bool SessionQuestions::saveAs()
{
    const QString path = askWhereToSaveSession(&m_window, m_session.sessionPath(), m_session.pairName());
    if (!path.isEmpty())
        m_session.save(path);
    return !path.isEmpty();
}

bool SessionQuestions::confirmDiscard(const QString &title, const std::function<void()> &then)
{
    if (!m_window.isWindowModified())
        return true;
    QMessageBox question(QMessageBox::Question, title,
                         tr("Seeds, runs or results have not been saved. Save them in a session?"),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    question.setDefaultButton(QMessageBox::Save);
    if (m_model.keepsWork()) {
        question.setText(question.text() + tr(" Otherwise they stay on the start page, under Continue."));
        question.button(QMessageBox::Discard)->setText(tr("Do &not save"));
    } else if (m_session.sessionPath().isEmpty()) {
        question.setText(question.text() + tr(" Otherwise they are discarded."));
    }
    if (m_model.experiments.outcomes() > 0)
        question.setInformativeText(tr("Results of experiments are not part of a session; export them first."));
    const int answer = question.exec();
    if (answer == QMessageBox::Save && save())
        m_afterSaving = then;
    return answer == QMessageBox::Discard;
}

void SessionQuestions::afterConfirmedDiscard(const QString &title, const std::function<void()> &act)
{
    const auto leave = [this, act] {
        Q_EMIT leaving();
        act();
    };
    if (confirmDiscard(title, leave))
        leave();
}

void SessionQuestions::askWhere(const QString &missing)
{
    QMessageBox *question = box(
        tr("A file was moved"), tr("The session uses %1, which is no longer there.").arg(QFileInfo(missing).fileName()),
        tr("It was expected at %1. Choose its new location; the session file is not changed.").arg(missing));
    QPushButton *find = question->addButton(tr("&Find it…"), QMessageBox::AcceptRole);
    question->addButton(QMessageBox::Cancel);
    connect(find, &QPushButton::clicked, this, [this, missing] {
        if (const QString found = askForDataset(&m_window); !found.isEmpty())
            m_session.openWithMoved(missing, found);
    });
    question->open();
}

void SessionQuestions::askAboutChanges(const QStringList &files, const QStringList &changes)
{
    QStringList detail = changes;
    detail << tr("The session's seeds, anchors and results may not fit the file as it is now. If you open it anyway, "
                 "align and measure again before you rely on them.");
    QMessageBox *question =
        box(tr("A file has changed"), tr("%1 has changed since the session was saved.").arg(files.join(", ")),
            detail.join(' '));
    QPushButton *anyway = question->addButton(tr("&Open anyway"), QMessageBox::AcceptRole);
    question->addButton(QMessageBox::Cancel);
    connect(question, &QMessageBox::finished, this,
            [this, question, anyway] { m_session.openChanged(question->clickedButton() == anyway); });
    question->open();
}

void SessionQuestions::askAboutReplacing(const QString &path)
{
    QMessageBox *question =
        box(tr("The session has changed"),
            tr("Another window or program has written to %1 since it was opened or saved here.").arg(path),
            tr("Your work has not been saved yet. If you overwrite the file, the other changes are lost."));
    QPushButton *other = question->addButton(tr("Save &as…"), QMessageBox::AcceptRole);
    QPushButton *overwrite = question->addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
    question->addButton(QMessageBox::Cancel);
    question->setDefaultButton(other);
    connect(question, &QMessageBox::finished, this, [this, question, other, overwrite, path] {
        if (question->clickedButton() == overwrite)
            m_session.save(path, true);
        else if (question->clickedButton() != other || !saveAs())
            m_afterSaving = {};
    });
    question->open();
}

void SessionQuestions::offerRecovery(const QStringList &files, bool continues)
{
    const auto open = [this, files, continues] { continues ? continueWork(files) : openFiles(files); };
    const QList<RecoveryCopy> recoveryCopies = m_autosave.recoveryCopies();
    if (recoveryCopies.isEmpty())
        return open();
    if (!files.isEmpty())
        return askAboutRecoveryCopies(recoveryCopies, open);
    m_recoveryCopies = recoveryCopies;
    showRecoveryCopies();
}

void SessionQuestions::recoverFirst()
{
    if (!m_recoveryCopies.isEmpty())
        m_autosave.recover(m_recoveryCopies.takeFirst());
    showRecoveryCopies();
}

void SessionQuestions::discardFirst()
{
    if (!m_recoveryCopies.isEmpty())
        AutosaveController::discard(m_recoveryCopies.takeFirst());
    showRecoveryCopies();
}

void SessionQuestions::showRecoveryCopies()
{
    QString sentence;
    QPixmap picture;
    if (!m_recoveryCopies.isEmpty()) {
        const RecoveryWords words = inWords(m_recoveryCopies.first());
        sentence = words.text + ' ' + words.detail;
        picture = m_recoveryCopies.first().picture;
        if (m_recoveryCopies.size() > 1)
            sentence += ' ' + tr("There is also older unsaved work.");
    }
    m_start.setRecoveryNotice(sentence, picture);
}

void SessionQuestions::askAboutRecoveryCopies(QList<RecoveryCopy> recoveryCopies, const std::function<void()> &open)
{
    const RecoveryCopy newest = recoveryCopies.takeFirst();
    const auto [text, detail] = inWords(newest);
    QMessageBox *question =
        box(tr("Unsaved work"), text, detail + ' ' + tr("Recovered work counts as unsaved until you save it."));
    QPushButton *recover = question->addButton(tr("&Recover it"), QMessageBox::AcceptRole);
    QPushButton *discard = question->addButton(tr("&Discard it"), QMessageBox::DestructiveRole);
    question->addButton(tr("Ask me &later"), QMessageBox::RejectRole);
    question->setDefaultButton(recover);
    connect(question, &QMessageBox::finished, this, [this, question, recover, discard, newest, recoveryCopies, open] {
        if (question->clickedButton() == recover) {
            m_autosave.recover(newest);
            return; // other recovery copies are offered at the next start
        }
        if (question->clickedButton() == discard)
            AutosaveController::discard(newest);
        if (!recoveryCopies.isEmpty())
            askAboutRecoveryCopies(recoveryCopies, open);
        else
            open();
    });
    question->open();
}

} // namespace anchorscope::gui
