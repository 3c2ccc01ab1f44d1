// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a lesson with only the keyboard and prints the report of LessonScript as JSON. usage: lessontest FILE (exit
// code 0: every step works as described; 1: one does not; 2: the lesson cannot start)
#include "gui/lessons/lessonscript.h"
#include "gui/models/appmodel.h"
#include "gui/window/mainwindow.h"
#include "support/keyboarddemo.h"
#include "support/windowsetup.h"

#include <QJsonDocument>

#include <cstdio>

using namespace anchorscope;

namespace {

constexpr QSize smallestWindow{1280, 720}; // smallest supported size of lessons

class KeyboardScript : public gui::LessonScript
{
public:
    KeyboardScript(gui::LessonsUi &ui, gui::AppModel &model, QMainWindow &window)
        : LessonScript(ui, {.size = smallestWindow}),
          m_runner(ui.facts(), {[](const std::string &) { return QString(); },
                                [&ui](const QString &text) { ui.controller().setAnswer(text); }}),
          m_keys(model, window)
    {
        m_runner.setAnimator(&m_keys);
        connect(&m_runner, &gui::ActionRunner::failed, this,
                [this](const QString &sentence) { stepReport()["trouble"] = sentence; });
    }

protected:
    bool isPerforming() const override { return m_runner.isBusy(); }

    void perform() override
    {
        QJsonArray keyless;
        for (const lessons::Action &action : controller().now().actions) {
            if (!test::KeyboardDemo::hasKeys(*action.verb))
                keyless.append(QString::fromStdString(action.verb->name));
        }
        stepReport()["keyless"] = keyless;
        m_runner.run(controller().now().actions);
    }

    void advance() override
    {
        const int step = controller().step();
        m_keys.press(QKeySequence("Ctrl+PgDown"));
        if (controller().step() == step)
            finish(QString("step %1: Ctrl+Page Down does not lead on").arg(step + 1));
    }

    void answer(const QString &answer) override
    {
        const lessons::Question &question = *controller().now().question;
        m_keys.press(QKeySequence("F3"));
        if (question.kind == lessons::Question::Kind::choice) {
            const std::vector<int> order = controller().choiceOrder();
            const auto place = std::ranges::find(order, question.correct) - order.begin();
            m_keys.press(QKeySequence(QString::number(place + 1)));
        } else {
            m_keys.type(answer);
            m_keys.press(QKeySequence("Return"));
        }
        if (controller().answer() != answer)
            stepReport()["trouble"] = "the question could not be answered by keys";
    }

private:
    gui::LessonController &controller() { return ui().controller(); }

    gui::ActionRunner m_runner;
    test::KeyboardDemo m_keys;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: lessontest FILE\n");
        return 2;
    }
    QApplication application(argc, argv);
    test::setUpWindows("lessontest");
    gui::AppModel model(gui::AppModel::Persistence::off);
    gui::MainWindow window(model);
    window.show();
    window.activateWindow();
    KeyboardScript script(window.lessons(), model, window);
    QObject::connect(
        &script, &gui::LessonScript::ended, &window,
        [&script](bool passed) {
            std::printf("%s", QJsonDocument(script.report()).toJson().constData());
            const bool begun = !script.report()["steps"].toArray().isEmpty();
            QApplication::exit(passed ? 0 : begun ? 1 : 2);
        },
        Qt::QueuedConnection);
    script.start(application.arguments()[1]);
    return QApplication::exec();
}
