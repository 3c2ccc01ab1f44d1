// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/dense.h"

#define LEVEL v3
#define Eigen eigen_v3

#include "core/kernels/dense.inl"
