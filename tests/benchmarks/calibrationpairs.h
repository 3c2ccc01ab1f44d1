// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/hints.h"

#include <functional>
#include <string>
#include <vector>

namespace anchorscope {

/// Two spaces and their pairing. The rows of Y are in a random order.
struct CalibrationPair
{
    Matrix x, y;
    Correspondence truth;
    Hints hints = {};
};

/// One run of the suite: a pair, the number of known pairs given, and how many of these are wrong.
struct CalibrationCase
{
    std::string kind; ///< "rotation and noise", …; half of the kinds are excluded from fitting
    std::string name; ///< unique
    Index seeds = 15;
    Index wrongSeeds = 0;
    std::uint64_t draw = 0;
    bool related = true; ///< false: nothing in the pair can be aligned item by item
    std::function<CalibrationPair()> make;
};

/// Kinds whose cases may be used to fit constants of the verdict; all others are excluded from fitting. Chosen before
/// anything was fitted.
bool isForFitting(const std::string &kind);

/// All cases, always the same.
class CalibrationSuite
{
public:
    /// `words` and `digits` are the bundled words.h5 and digits.h5, which must outlive the suite. If `words` contains
    /// 20,000 items, the suite also contains pairs of 5,000 items or more.
    CalibrationSuite(const Dataset &words, const Dataset &digits);
    CalibrationSuite(const CalibrationSuite &) = delete;
    CalibrationSuite &operator=(const CalibrationSuite &) = delete;

    const std::vector<CalibrationCase> &cases() const { return m_cases; }

private:
    using Make = std::function<CalibrationPair(std::uint64_t draw)>;
    void add(const std::string &kind, const std::string &detail, const std::vector<Index> &seeds, const Make &make,
             std::uint64_t draws = 1, Index wrong = 0, bool related = true);
    Matrix words(std::size_t space, Index first, Index count) const;
    Matrix digits(const char *space, Index count) const;
    Make sameWords(Index first, Index count) const;
    Make permutedWords(Index count) const;
    CalibrationPair overlappingWords(Index first, Index count, int percent, std::uint64_t draw) const;
    Matrix cloud(std::uint64_t draw) const;
    Make madeNoisy(double noise) const;
    void addMadePairs();
    void addPartialPairs();
    void addDigitPairs();
    void addWordPairs();
    void addUnrelatedPairs();
    void addHarderPairs();
    void addHintedPairs();
    void addMissingPartners();
    void addLargePairs();
    CalibrationPair hinted(CalibrationPair pair, double wrong, std::uint64_t seed) const;

    const Dataset &m_words, &m_digits;
    std::vector<CalibrationCase> m_cases;
};

} // namespace anchorscope
