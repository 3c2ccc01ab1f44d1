// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"

#include <functional>
#include <string>
#include <vector>

namespace anchorscope {

/// Two spaces and which of their items belong together. Rows of Y are in an order of their own.
struct CalibrationPair
{
    Matrix x, y;
    Correspondence truth;
};

/// One run of the suite: a pair, how many known pairs it is given, how many of these are wrong.
struct CalibrationCase
{
    std::string kind; ///< "rotation and noise", …; half of the kinds are kept from fitting
    std::string name; ///< unique
    Index seeds = 15;
    Index wrongSeeds = 0;
    std::uint64_t draw = 0;
    bool related = true; ///< false: nothing in the pair can be aligned item by item
    std::function<CalibrationPair()> make;
};

/// The kinds whose cases may be used to fit constants of the verdict; all others are kept from fitting. Named before
/// anything was fitted.
bool isForFitting(const std::string &kind);

/// All cases, always the same. words: the bundled words.h5, digits: the bundled digits.h5.
std::vector<CalibrationCase> calibrationCases(const Dataset &words, const Dataset &digits);

} // namespace anchorscope
