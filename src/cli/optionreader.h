// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"

#include <QCommandLineParser>
#include <QHash>
#include <QJsonObject>

namespace anchorscope::cli {

Error wrongUsage(const QString &message);

/// The options of one command: what it has, what was given, and what was read. What is read is noted with the value
/// that is used, given or not: JSON repeats it as "settings", and a given option that nothing reads is announced. So an
/// option is read where it is used, and nowhere else. The first wrong value is the reader's error ("wrong-usage"); the
/// default stands in for it.
class OptionReader : public QCommandLineParser
{
public:
    /// The options that are added next are listed under this heading of the help; those for tuning only in the long
    /// one.
    void group(const QString &title, bool tuning = false);
    bool addOption(const QCommandLineOption &option);
    bool addOptions(const QList<QCommandLineOption> &options);
    void addPositionalArgument(const QString &name, const QString &about);
    /// Text of --help; with `tuning`, of --help-advanced. `command` is the name of the command.
    QString helpFor(const QString &command, bool tuning) const;
    /// All options as JSON, for programs that offer them in their own way (src/python).
    QJsonObject helpJson(const QString &command) const;

    /// Adds an option. Its help contains the default, its current value, if that is a valid one; `about` replaces its
    /// sentence.
    void add(const Option &option, QString about = {});
    template <class S> void add(const Field<S> &field, S usual = {}, const QString &about = {})
    {
        add(optionOf(field, usual), about);
    }
    template <class S> void add(const char *id, const S &usual = {}) { add(fieldOf<S>(id), usual); }
    /// All of a struct that are on the command line.
    template <class S> void addAll()
    {
        for (const Field<S> &field : fields<S>()) {
            if (*field.id != 0)
                add(field);
        }
    }
    /// An option that takes the name of a file, several values, or a value without a field.
    void addLine(const QString &name, const QString &about, const QString &usual, const QString &unit);

    /// Whether the user gave an option; false for one that the command does not have.
    bool has(const QString &name) const { return optionNames().contains(name); }

    /// Reads an option; one that is not given leaves the value as it is.
    void read(const Option &option);
    /// Notes the value of an option that was settled after it was read.
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

    // Options without a field. `usual` is the value of one that is not given; limits are included.
    Index integer(const QString &name, Index usual, double min, double max = anyCount);
    double number(const QString &name, double usual, double min, double max);
    std::vector<double> numbers(const QString &name, const std::vector<double> &usual, double min, double max);
    std::vector<Index> integers(const QString &name, const std::vector<Index> &usual, double min,
                                double max = anyCount);
    std::vector<std::string> words(const QString &name, const std::vector<std::string> &usual);
    NamedNumbers namedNumbers(const QString &name); ///< of a file; none if absent
    QString text(const QString &name);              ///< empty if absent
    bool flag(const QString &name);
    QString choice(const QString &name, const QStringList &choices, const QString &usual);
    /// The first choice if absent.
    QString choice(const QString &name, const QStringList &choices) { return choice(name, choices, choices.front()); }

    /// Notes the value with which an option is used where it is another than what was read: chosen by the program, or
    /// taken from a session.
    void note(const QString &option, const QJsonValue &value);
    /// Prints a sentence during a run, each sentence once. JSON lists it among the warnings.
    void announceOnce(const std::string &sentence);
    const std::vector<std::string> &announced() const { return m_announced; }
    /// All that was read so far, by name (with “_” for “-”).
    QJsonObject used() const;
    /// Options that were given but not read, except those about the output.
    QStringList unused() const;

    /// Error if an option is given twice.
    Status check() const;
    /// Error if one of the options is given, which would not be used; why, as the end of a sentence.
    Status refuse(const QStringList &options, const QString &why) const;
    /// True if an option that the command has is used; otherwise giving it is an error.
    bool uses(const QString &option, bool used, const QString &why);
    /// The first error counts.
    void keep(const Status &status);
    Status status() const { return m_error ? Status(*m_error) : Done{}; }

private:
    template <class Value> void readValue(const Option &option, Value &value);
    /// One of the choices, or any text if there are none.
    QString textOf(const QString &name, const QStringList &choices, const QString &usual);

    struct Group
    {
        QString title;
        bool tuning = false;
        QList<QCommandLineOption> options = {};
    };
    std::vector<Group> m_groups{{"Options"}};
    std::size_t m_group = 0;                              ///< the one that options are added to
    std::vector<std::pair<QString, QString>> m_arguments; ///< names and descriptions
    QHash<QString, QString> m_usual;                      ///< defaults by name, where the help gives them

    QJsonObject m_used;
    std::optional<Error> m_error;
    std::vector<std::string> m_announced;
};

// Groups of options that several commands share.
void addOutputOptions(OptionReader &reader);              ///< --json, --progress, --threads
void addReadingOptions(OptionReader &reader);             ///< --max-items, --sample, --sample-seed
void addColumnOptions(OptionReader &reader);              ///< --columns, --columns-y, --ids, --ids-y
void addPairOptions(OptionReader &reader);                ///< --x, --y, --pair, --transform, and those
void addSpacesOptions(OptionReader &reader);              ///< --spaces, --max-items: many spaces of one file
void addSessionOption(OptionReader &reader);              ///< --session
void addForceOption(OptionReader &reader);                ///< --force, of commands that write files
void addRepeatOptions(OptionReader &reader, int repeats); ///< --repeats (default `repeats`), --checkpoint

} // namespace anchorscope::cli
