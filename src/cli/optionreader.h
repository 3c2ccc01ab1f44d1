// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"

#include <QCommandLineParser>
#include <QHash>
#include <QJsonObject>

namespace anchorscope::cli {

Error wrongUsage(const QString &message);

/// Options of a command: those that it has, those that the user gave, and the values that it has read. Each value read,
/// given or default, is recorded for the JSON member "settings"; a given option that is never read causes a warning, so
/// options are read only where they are used. The first wrong value becomes the reader's error ("wrong-usage"), and the
/// default is used in its place.
class OptionReader : public QCommandLineParser
{
public:
    /// Starts a group of options with this title in the help. A group for tuning appears only in the long help.
    void group(const QString &title, bool tuning = false);
    bool addOption(const QCommandLineOption &option);
    bool addOptions(const QList<QCommandLineOption> &options);
    void addPositionalArgument(const QString &name, const QString &about);
    /// Text of --help or, if `tuning`, of --help-advanced. `command`: name of the command.
    QString helpFor(const QString &command, bool tuning) const;
    /// Describes all options, for programs that offer them as well (src/python).
    QJsonObject helpJson(const QString &command) const;

    /// Adds an option; the help shows its current value, if valid, as the default. `about`, unless empty, replaces the
    /// option's description.
    void add(const Option &option, QString about = {});
    template <class S> void add(const Field<S> &field, S usual = {}, const QString &about = {})
    {
        add(optionOf(field, usual), about);
    }
    template <class S> void add(const char *id, const S &usual = {}) { add(fieldOf<S>(id), usual); }
    /// Adds the fields of a struct that are options of the command line.
    template <class S> void addAll()
    {
        for (const Field<S> &field : fields<S>()) {
            if (*field.id != 0)
                add(field);
        }
    }
    /// Adds an option that is not a field of a struct, such as a file or a list of values.
    void addLine(const QString &name, const QString &about, const QString &usual, const QString &unit);

    /// True if the user gave the option; false also if the command does not have it.
    bool has(const QString &name) const { return optionNames().contains(name); }

    /// Reads an option into its variable, which does not change if the user did not give the option.
    void read(const Option &option);
    /// Records the value of an option's variable for the JSON, after the program has changed the variable.
    void note(const Option &option);
    template <class S> void read(const Field<S> &field, S &options) { read(optionOf(field, options)); }
    template <class S> void read(const char *id, S &options) { read(fieldOf<S>(id), options); }
    template <class S> void readAll(S &options)
    {
        for (const Field<S> &field : fields<S>()) {
            if (*field.id != 0)
                read(field, options);
        }
    }

    // Functions that read options that are not fields of a struct. `usual`: default; `min`, `max`: allowed range.
    Index integer(const QString &name, Index usual, double min, double max = anyCount);
    double number(const QString &name, double usual, double min, double max);
    std::vector<double> numbers(const QString &name, const std::vector<double> &usual, double min, double max);
    std::vector<Index> integers(const QString &name, const std::vector<Index> &usual, double min,
                                double max = anyCount);
    std::vector<std::string> words(const QString &name, const std::vector<std::string> &usual);
    /// Reads the file of names and numbers that an option names; empty without the option.
    NamedNumbers namedNumbers(const QString &name);
    /// Text given for an option; empty without the option.
    QString text(const QString &name);
    bool flag(const QString &name);
    QString choice(const QString &name, const QStringList &choices, const QString &usual);
    /// Reads an option with fixed choices; the default is the first.
    QString choice(const QString &name, const QStringList &choices) { return choice(name, choices, choices.front()); }

    /// Records, for the JSON, a value that the program used in place of the one read: its own choice or a session's.
    void note(const QString &option, const QJsonValue &value);
    /// Prints a sentence on standard error, only once, and adds it to the JSON member "warnings".
    void announceOnce(const std::string &sentence);
    const std::vector<std::string> &announced() const { return m_announced; }
    /// Values of all options read so far, by name with “_” instead of “-”.
    QJsonObject used() const;
    /// Options that the user gave and that were not read, except those that control the output.
    QStringList unused() const;

    /// Returns an error if the user gave an option twice.
    Status check() const;
    /// Returns an error if the user gave one of these options, which would have no effect. `why`: reason, for the user.
    Status refuse(const QStringList &options, const QString &why) const;
    /// Returns `used`, which is true if the option has an effect. If not, stores the error `why` if the user gave it.
    bool uses(const QString &option, bool used, const QString &why);
    /// Stores the error of a status, unless an earlier error is stored.
    void keep(const Status &status);
    Status status() const { return m_error ? Status(*m_error) : Done{}; }

private:
    template <class Value> void readValue(const Option &option, Value &value);
    /// Reads an option that accepts only the given choices; if the list is empty, the option accepts any text.
    QString textOf(const QString &name, const QStringList &choices, const QString &usual);

    struct Group
    {
        QString title;
        bool tuning = false;
        QList<QCommandLineOption> options = {};
    };
    std::vector<Group> m_groups{{"Options"}};
    /// index in m_groups of the group to which options are added
    std::size_t m_group = 0;
    std::vector<std::pair<QString, QString>> m_arguments;
    /// Defaults that the help shows, by name of the option.
    QHash<QString, QString> m_usual;

    QJsonObject m_used;
    std::optional<Error> m_error;
    std::vector<std::string> m_announced;
};

/// Adds the options --json, --progress, --threads.
void addOutputOptions(OptionReader &reader);
/// Adds the options --max-items, --sample, --sample-seed.
void addReadingOptions(OptionReader &reader);
/// Adds the options --columns, --columns-y, --ids, --ids-y.
void addColumnOptions(OptionReader &reader);
/// Adds --x, --y, --pair, --transform and the options of addReadingOptions() and addColumnOptions().
void addPairOptions(OptionReader &reader);
/// Adds --spaces and --max-items, for commands that read many spaces of one file.
void addSpacesOptions(OptionReader &reader);
void addSessionOption(OptionReader &reader);
void addForceOption(OptionReader &reader);
void addRepeatOptions(OptionReader &reader,
                      int repeats); ///< adds the options --repeats (default `repeats`) and --checkpoint

} // namespace anchorscope::cli
