// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/dense.h"

#define LEVEL baseline
#define Eigen eigen_baseline

#include "core/kernels/dense.inl"
