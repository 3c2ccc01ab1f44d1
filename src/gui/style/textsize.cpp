// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/textsize.h"

#include "gui/style/controlstyle.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QScreen>
#include <QSettings>
#include <QWidget>
#include <QWindow>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

namespace {

double desktopSize = 1;
// Text size from the settings; nullopt: not read yet.
std::optional<double> chosenSize;
std::optional<double> presentationSize;
std::optional<double> paperSize;
QString screenName; // name of the window's screen; empty at first
const QString keyOfAll = QStringLiteral("textSize");

QString keyOfScreen()
{
    if (const QScreen *first = QGuiApplication::primaryScreen(); first && screenName.isEmpty())
        screenName = first->name(); // assumes the primary screen until the window is on a screen
    QString name = screenName;
    // Replaces slashes in the screen's name, which would create groups of settings.
    return "textSizes/" + name.replace('/', '-').replace('\\', '-');
}

bool isSensible(const QVariant &kept)
{
    return kept.toDouble() >= smallestText && kept.toDouble() <= largestText;
}

/// Loads the bundled fonts once. Returns their family; empty if they cannot be loaded.
QString bundledFamily()
{
    static const QString family = [] {
        QString name;
        for (const char *file : {":/fonts/AnchorscopeSans-Regular.otf", ":/fonts/AnchorscopeSans-SemiBold.otf"}) {
            const int id = QFontDatabase::addApplicationFont(QLatin1String(file));
            const QStringList families = QFontDatabase::applicationFontFamilies(id);
            if (!families.isEmpty())
                name = families.first();
        }
        return name;
    }();
    return family;
}

void applyAnew(QApplication &application)
{
    // Sets a new style, because tool bars read the size of icons only when the style changes.
    application.setStyle(new ControlStyle);
    applyFonts(application);
}

void useScreen(const QScreen *screen)
{
    const QString name = screen ? screen->name() : QString();
    if (name == std::exchange(screenName, name))
        return;
    const double before = sizeFactor();
    chosenSize.reset();
    if (sizeFactor() != before)
        applyAnew(*qApp);
}

/// Applies the text size when a window moves to another screen; Qt gives a window a screen when it is first shown.
class ScreenFollower : public QObject
{
public:
    explicit ScreenFollower(QWidget &window) : QObject(&window) { window.installEventFilter(this); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Show) {
            const QWindow *handle = static_cast<QWidget *>(watched)->windowHandle();
            watched->removeEventFilter(this);
            connect(handle, &QWindow::screenChanged, this, &useScreen);
            useScreen(handle->screen());
        }
        return false;
    }
};

} // namespace

PrintSize::PrintSize(double points)
{
    // Pixels per typographic point in print, and height of small text in pixels at sizeFactor() = 1.
    constexpr double pixels = 96.0 / 72, smallText = 11;
    paperSize = points * pixels / smallText;
}

PrintSize::~PrintSize()
{
    paperSize.reset();
}

bool isPrinting()
{
    return paperSize.has_value();
}

double sizeFactor()
{
    if (paperSize)
        return *paperSize;
    return presentationSize.value_or(desktopSize * savedTextSize());
}

int smallTextHeight()
{
    return qRound((presentationSize && !paperSize ? 13 : 11) * sizeFactor());
}

double savedTextSize()
{
    if (!chosenSize) {
        const QVariant here = QSettings().value(keyOfScreen()), anywhere = QSettings().value(keyOfAll);
        chosenSize = isSensible(here) ? here.toDouble() : isSensible(anywhere) ? anywhere.toDouble() : 1;
    }
    return *chosenSize;
}

void setTextSize(QApplication &application, double choice)
{
    chosenSize = std::clamp(choice, smallestText, largestText);
    QSettings().setValue(keyOfAll, *chosenSize);
    QSettings().setValue(keyOfScreen(), *chosenSize);
    applyAnew(application);
}

void followScreen(QWidget &window)
{
    new ScreenFollower(window);
}

void setPresentationSize(QApplication &application, std::optional<double> factor)
{
    presentationSize = factor;
    applyFonts(application);
}

void followFont(const QWidget &styled)
{
    for (QWidget *each : styled.findChildren<QWidget *>())
        each->setFont(QApplication::font());
}

void applyFonts(QApplication &application)
{
    // Usual text of 10 typographic points has 13 1/3 pixels. A scale below 1 occurs without a desktop and is ignored.
    static const double ofDesktop = QFontInfo(application.font()).pixelSize() / 13.333;
    desktopSize = std::max(1.0, ofDesktop);
    if (const QString family = bundledFamily(); !family.isEmpty()) {
        QFont font(family);
        font.setPixelSize(qRound(13 * sizeFactor()));
        application.setFont(font);
        for (QWidget *each : QApplication::allWidgets())
            fitFont(*each);
    }
}

} // namespace anchorscope::gui
