// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/textsize.h"

#include "gui/style/controlstyle.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QSettings>

#include <algorithm>

namespace anchorscope::gui {

namespace {

double desktopSize = 1;
std::optional<double> chosenSize; // once read
std::optional<double> presentationSize;

/// Adds the bundled fonts once; the family's name, empty if they could not be loaded.
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

} // namespace

double sizeFactor()
{
    return presentationSize.value_or(desktopSize * savedTextSize());
}

double savedTextSize()
{
    if (!chosenSize) {
        const double kept = QSettings().value("textSize", 1.0).toDouble();
        chosenSize = kept >= smallestText && kept <= largestText ? kept : 1;
    }
    return *chosenSize;
}

void setTextSize(QApplication &application, double choice)
{
    chosenSize = std::clamp(choice, smallestText, largestText);
    QSettings().setValue("textSize", *chosenSize);
    application.setStyle(new ControlStyle); // tool bars ask for the size of icons only then
    applyFonts(application);
}

void setPresentationSize(QApplication &application, std::optional<double> factor)
{
    presentationSize = factor;
    applyFonts(application);
}

void applyFonts(QApplication &application)
{
    // A desktop's usual 10 points have 13 1/3 pixels. Smaller ones, as where there is no desktop, are not followed.
    static const double ofDesktop = QFontInfo(application.font()).pixelSize() / 13.333;
    desktopSize = std::max(1.0, ofDesktop);
    if (const QString family = bundledFamily(); !family.isEmpty()) {
        QFont font(family);
        font.setPixelSize(qRound(13 * sizeFactor()));
        application.setFont(font);
    }
}

} // namespace anchorscope::gui
