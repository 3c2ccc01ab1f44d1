// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/preferences.h"

#include <QSettings>

namespace anchorscope::gui {

namespace {

constexpr int maxThreads = 1024;

int numberFrom(const QSettings &settings, const char *key, int least, int most, int usual)
{
    bool isNumber = false;
    const int kept = settings.value(key).toInt(&isNumber);
    return isNumber && kept >= least && kept <= most ? kept : usual;
}

} // namespace

Preferences savedPreferences()
{
    const QSettings settings;
    Preferences kept;
    kept.threads = numberFrom(settings, "threads", 0, maxThreads, kept.threads);
    kept.autosaveMinutes = numberFrom(settings, "autosaveMinutes", 1, maxAutosaveMinutes, kept.autosaveMinutes);
    kept.notify = settings.value("notify", kept.notify).toBool();
    kept.reopen = settings.value("reopen", kept.reopen).toBool();
    kept.neighbours = numberFrom(settings, "neighbours", 1, maxNeighbours, static_cast<int>(kept.neighbours));
    kept.lessons = settings.value("lessonsFolder").toString();
    return kept;
}

void savePreferences(const Preferences &preferences)
{
    QSettings settings;
    settings.setValue("threads", preferences.threads);
    settings.setValue("autosaveMinutes", preferences.autosaveMinutes);
    settings.setValue("notify", preferences.notify);
    settings.setValue("reopen", preferences.reopen);
    settings.setValue("neighbours", static_cast<int>(preferences.neighbours));
    settings.setValue("lessonsFolder", preferences.lessons);
}

} // namespace anchorscope::gui
