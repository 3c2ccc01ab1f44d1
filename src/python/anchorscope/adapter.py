# SPDX-License-Identifier: GPL-3.0-or-later
"""Translation of vectors other than those that the map was fitted on."""
import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Adapter:
    """The map that translate(adapter=FILE.npz) writes. adapter(vectors) turns n x dx of the source into n x dy in the
    units of the target, float64; a vector without a direction becomes NaN."""
    mean_of_source: np.ndarray
    scale_of_source: np.ndarray
    matrix: np.ndarray
    offset: np.ndarray
    length: float
    scale_of_target: np.ndarray
    mean_of_target: np.ndarray

    @classmethod
    def load(cls, path):
        with np.load(path) as file:
            return cls(**{field.name: file[field.name] for field in dataclasses.fields(cls)})

    def __call__(self, vectors):
        z = (np.asarray(vectors, np.float64) - self.mean_of_source) / self.scale_of_source
        t = z / np.linalg.norm(z, axis=-1, keepdims=True) @ self.matrix + self.offset
        t = t / np.linalg.norm(t, axis=-1, keepdims=True)
        return t * self.length * self.scale_of_target + self.mean_of_target
