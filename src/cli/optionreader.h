// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"

#include <QCommandLineParser>
#include <QHash>
#include <QJsonObject>

namespace anchorscope::cli {

Error wrongUsage(const QString &message);

/// Options of one command: those that the command has, those that the user gave, and the values that the command has
/// read. Each value that is read, given or default, is recorded for the JSON member "settings"; a given option that is
/// never read causes a warning. Therefore an option is read only where it is used. The first wrong value becomes the
/// reader's error ("wrong-usage"), and the default is used in its place.
class OptionReader : public QCommandLineParser
{
public:
    /// Starts a group of options: those added afterwards appear in the help under this title. A group for tuning
    /// appears only in the long help.
    void group(const QString &title, bool tuning = false);
    bool addOption(const QCommandLineOption &option);
    bool addOptions(const QList<QCommandLineOption> &options);
    void addPositionalArgument(const QString &name, const QString &about);
    /// Text that --help prints, or --help-advanced if `tuning` is true. `command`: name of the command.
    QString helpFor(const QString &command, bool tuning) const;
    /// Describes all options as JSON, for programs that offer the same options (src/python).
    QJsonObject helpJson(const QString &command) const;

    /// Adds an option. If its current value is valid, the help shows it as the default. `about`: description that
    /// replaces the option's own, unless empty.
    void add(const Option &option, QString about = {});
    template <class S> void add(const Field<S> &field, S usual = {}, const QString &about = {})
    {
        add(optionOf(field, usual), about);
    }
    template <class S> void add(const char *id, const S &usual = {}) { add(fieldOf<S>(id), usual); }
    /// Adds those fields of a struct of options that are options of the command line.
    template <class S> void addAll()
    {
        for (const Field<S> &field : fields<S>()) {
            if (*field.id != 0)
                add(field);
        }
    }
    /// Adds an option that is not a Field, such as the name of a file or a list of values.
    void addLine(const QString &name, const QString &about, const QString &usual, const QString &unit);

    /// True if the user gave the option; false also if the command does not have it.
    bool has(const QString &name) const { return optionNames().contains(name); }

    /// Reads an option into the variable that the option refers to; if the user did not give it, the variable does not
    /// change.
    void read(const Option &option);
    /// Records the value of an option's variable, which the program has changed after reading the option.
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

    // Functions that read options which are not a Field. `usual`: default; `min` and `max` are allowed values
    // themselves.
    Index integer(const QString &name, Index usual, double min, double max = anyCount);
    double number(const QString &name, double usual, double min, double max);
    std::vector<double> numbers(const QString &name, const std::vector<double> &usual, double min, double max);
    std::vector<Index> integers(const QString &name, const std::vector<Index> &usual, double min,
                                double max = anyCount);
    std::vector<std::string> words(const QString &name, const std::vector<std::string> &usual);
    /// Reads the file of names and numbers that an option names; empty if the option was not given.
    NamedNumbers namedNumbers(const QString &name);
    /// Text that the user gave for an option; empty if the option was not given.
    QString text(const QString &name);
    bool flag(const QString &name);
    QString choice(const QString &name, const QStringList &choices, const QString &usual);
    /// Reads an option with fixed choices; if the user did not give it, returns the first choice.
    QString choice(const QString &name, const QStringList &choices) { return choice(name, choices, choices.front()); }

    /// Records, instead of the value read for an option, one that the program chose or took from a session.
    void note(const QString &option, const QJsonValue &value);
    /// Prints a sentence on standard error during a run, unless it was printed before, and adds it to the JSON member
    /// "warnings".
    void announceOnce(const std::string &sentence);
    const std::vector<std::string> &announced() const { return m_announced; }
    /// Values of all options read so far, by the option's name with “_” instead of “-”.
    QJsonObject used() const;
    /// Options that the user gave and that were not read, except those that control the output.
    QStringList unused() const;

    /// Returns an error if the user gave an option twice.
    Status check() const;
    /// Returns an error if the user gave one of these options, which would have no effect; `why` ends the error's
    /// sentence.
    Status refuse(const QStringList &options, const QString &why) const;
    /// Returns `used`. If it is false, the option has no effect, and giving it is an error.
    bool uses(const QString &option, bool used, const QString &why);
    /// Stores an error of reading; only the first one is kept.
    void keep(const Status &status);
    Status status() const { return m_error ? Status(*m_error) : Done{}; }

private:
    template <class Value> void readValue(const Option &option, Value &value);
    /// Reads an option that accepts only the given choices or, without choices, any text.
    QString textOf(const QString &name, const QStringList &choices, const QString &usual);

    struct Group
    {
        QString title;
        bool tuning = false;
        QList<QCommandLineOption> options = {};
    };
    std::vector<Group> m_groups{{"Options"}};
    /// Index in m_groups of the group to which options are added.
    std::size_t m_group = 0;
    /// Names and descriptions of the positional arguments.
    std::vector<std::pair<QString, QString>> m_arguments;
    /// Default of each option as shown in the help, by name; only if the help shows it.
    QHash<QString, QString> m_usual;

    QJsonObject m_used;
    std::optional<Error> m_error;
    std::vector<std::string> m_announced;
};

// Functions that add options which several commands have.

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
void addSessionOption(OptionReader &reader); ///< adds the option --session
void addForceOption(OptionReader &reader);   ///< adds the option --force, for commands that write files
void addRepeatOptions(OptionReader &reader,
                      int repeats); ///< adds the options --repeats (default `repeats`) and --checkpoint

} // namespace anchorscope::cli
