"""Writes formats/*.pt by PyTorch itself. Run with Python 3, numpy and python3-torch in tests/data; tests only read the
files. m[i][j] = i * 4 + j, as in make_formats.py."""
import collections
import datetime
import pathlib

import torch

out = pathlib.Path("formats")
m = torch.arange(12, dtype=torch.float32).reshape(3, 4)
words = ["wörd", "two", "三"]
torch.save(m, out / "tensor.pt")
torch.save({"embeddings": m.half(), "words": words, "labels": torch.tensor([5, -1, 10]), "loss": 0.5, "step": 7,
            "mean": torch.zeros(4)}, out / "dictionary.pt")
torch.save(m.to(torch.bfloat16), out / "bfloat16.pt")
torch.save({"turned": m.t().contiguous().t(), "rest": torch.cat([torch.zeros(2, 4), m])[2:]}, out / "views.pt")
layer = torch.nn.Embedding(3, 4)
layer.weight = torch.nn.Parameter(m.clone())
torch.save(layer.state_dict(), out / "state.pth")
torch.save({f"item {i}": torch.arange(4.0) + 4 * i for i in range(6)}, out / "items.pt")
torch.save(layer, out / "bad_module.pt")
torch.save({"embeddings": m, "when": datetime.date(2024, 2, 29)}, out / "bad_object.pt")
torch.save(torch.cat([m, m], 1)[:, :4], out / "part.pt")
torch.save(collections.OrderedDict(a=m.double(), b=(m * 2).long()), out / "several.pt")
