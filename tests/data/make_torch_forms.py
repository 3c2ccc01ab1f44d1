"""Writes formats/torch_*.pt as torch.save does, without PyTorch: stand-ins for its classes have the same names in the
pickle. Run with Python 3 and numpy in tests/data; tests only read the files. m[i][j] = i * 4 + j, as in
make_formats.py."""
import collections
import io
import pathlib
import pickle
import sys
import types
import zipfile

import numpy

out = pathlib.Path("formats")
m = numpy.arange(12, dtype="<f4").reshape(3, 4)
words = ["wörd", "two", "三"]

for name in ("torch", "torch._utils"):
    sys.modules[name] = types.ModuleType(name)
torch = sys.modules["torch"]
torch._utils = sys.modules["torch._utils"]


def named(name, module):
    function = lambda *arguments: None
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    setattr(sys.modules[module], name, function)
    return function


rebuild = named("_rebuild_tensor_v2", "torch._utils")
rebuild_old = named("_rebuild_tensor", "torch._utils")
storage_types = {"f4": "FloatStorage", "i8": "LongStorage"}
for each in storage_types.values():
    setattr(torch, each, type(each, (), {"__module__": "torch"}))


class Tensor:
    """Part of an array, by offset, shape and strides in elements, as PyTorch describes views."""

    def __init__(self, storage, shape, strides, offset=0, old=False):
        self.storage, self.shape, self.strides, self.offset, self.old = storage, shape, strides, offset, old

    def __reduce_ex__(self, protocol):
        arguments = (Storage(self.storage), self.offset, self.shape, self.strides)
        return (rebuild_old, arguments) if self.old else (rebuild, (*arguments, False, collections.OrderedDict()))


class Storage:
    def __init__(self, values):
        self.values = values


class Pickler(pickle.Pickler):
    def __init__(self, file, old):
        super().__init__(file, 2)
        self.old, self.storages = old, {}

    def persistent_id(self, value):
        if not isinstance(value, Storage):
            return None
        known = {id(each): key for key, each in self.storages.items()}
        key = known.get(id(value.values), str(94000 + len(known)) if self.old else str(len(known)))
        self.storages[key] = value.values
        kind = getattr(torch, storage_types[value.values.dtype.str[1:]])
        return ("storage", kind, key, "cpu", value.values.size) + ((None,) if self.old else ())


def save(value, path):
    file = io.BytesIO()
    pickler = Pickler(file, False)
    pickler.dump(value)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", file.getvalue())
        archive.writestr("archive/byteorder", "little")
        for key, values in pickler.storages.items():
            archive.writestr("archive/data/" + key, values.tobytes())
        archive.writestr("archive/version", "3\n")


def save_old(value, path):
    with open(path, "wb") as file:
        for each in (0x1950A86A20F9469CFC6C, 1001, {"protocol_version": 1001, "little_endian": True,
                                                     "type_sizes": {"short": 2, "int": 4, "long": 4}}):
            pickle.dump(each, file, 2)
        pickler = Pickler(file, True)
        pickler.dump(value)
        pickle.dump(sorted(pickler.storages), file, 2)
        for key in sorted(pickler.storages):
            file.write(numpy.int64(pickler.storages[key].size).tobytes() + pickler.storages[key].tobytes())


hidden = numpy.full((3, 5, 4), -1, "<f4")
hidden[:, 2] = m
wide = numpy.full((4, 6), -1, "<f4")
wide[:, 1::2] = m.T
save({"first": Tensor(hidden, (3, 4), (20, 1), 8)}, out / "torch_slice.pt")  # hidden[:, 2]
save({"turned": Tensor(wide, (3, 4), (2, 6), 1)}, out / "torch_slice_turned.pt")  # wide[:, 1::2].t()
save({"rows": Tensor(m[0].copy(), (3, 4), (0, 1)), "columns": Tensor(m[:, 0].copy(), (3, 4), (1, 0))},
     out / "torch_expanded.pt")
save({"overlap": Tensor(m.ravel(), (3, 4), (2, 1))}, out / "bad_unfolded.pt")
save({"beyond": Tensor(m.ravel(), (3, 4), (4, 2))}, out / "bad_beyond.pt")
save({"embeddings": m, "words": numpy.array(words), "labels": numpy.array([5, -1, 10])}, out / "torch_array.pt")
save({"embeddings": numpy.asfortranarray(m.astype(">f8")), "words": numpy.array(words, dtype=object),
      "labels": [numpy.int64(5), numpy.int64(-1), numpy.int64(10)]}, out / "torch_array_columns.pt")
save_old({"embeddings": Tensor(hidden, (3, 4), (20, 1), 8, old=True), "words": words,
          "labels": Tensor(numpy.array([5, -1, 10]), (3,), (1,))}, out / "torch_old.pt")
with zipfile.ZipFile(out / "bad_scalar.pt", "w") as archive:  # a number of NumPy whose type has no name
    archive.writestr("archive/data.pkl", b"\x80\x02cnumpy.core.multiarray\nscalar\n(cnumpy\ndtype\nU\x00\x85RU\x01atR.")
    archive.writestr("archive/version", "3\n")
