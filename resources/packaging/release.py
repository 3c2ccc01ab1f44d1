#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a release from a clean clone: sets the version, dates the changelog, builds, makes the packages, installs each
in an empty root, lists what was bundled and the checksums, and tags the commit. Needs root (for the empty roots).

    resources/packaging/release.py VERSION [FOLDER]      (default: build/anchorscope-VERSION)

A step that fails ends it before the tag; run the same command again afterwards.
"""
import datetime
import email.utils
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Where version, date and year of the release occur: file, pattern with the value as its second group, the value.
PLACES = [("CMakeLists.txt", r"(project\(Anchorscope VERSION )(\S+)", "version"),
          ("CITATION.cff", r"(\nversion: )(\S+)", "version"),
          ("CITATION.cff", r"(\ndate-released: )(\S+)", "date"),
          ("README.md", r"(version = \{)([^}]+)", "version"),
          ("README.md", r"(year = \{)([^}]+)", "year"),
          ("src/python/METADATA", r"(\nVersion: )(\S+)", "version"),
          ("src/python/anchorscope/options.json", r"(\{\"version\": \")([^\"]+)", "version")]
PLACES += [(f"resources/man/{page}.1", pattern, value) for page in ("anchorscope", "anchorscope-cli")
           for pattern, value in ((r"(\.TH \S+ 1 )(\S+)", "date"), (r"(\"Anchorscope )([^\"]+)", "version"))]
METAINFO = "resources/desktop/io.github.anchorscope.Anchorscope.metainfo.xml.in"


def output(*line):
    return subprocess.run([str(each) for each in line], check=True, cwd=ROOT, capture_output=True, text=True).stdout


def edit(file, pattern, replacement):
    path = ROOT / file
    text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"), count=1)
    if count != 1:
        sys.exit(f"{file}: expected {pattern}")
    path.write_text(text, encoding="utf-8")


def check(version):
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"Expected a version such as 0.2.0, found {version}")
    if output("git", "status", "--porcelain"):
        sys.exit("The clone has changes that are not committed; commit or remove them first.")
    if f"v{version}" in output("git", "tag").split():
        sys.exit(f"The tag v{version} exists already.")


def prepare(version):
    """Sets version and dates, and commits them; does nothing if the changelog has the version already."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if f"\n## [{version}]" in changelog:
        return
    if not re.search(r"\n## \[Unreleased\]\n+###", changelog):
        sys.exit("CHANGELOG.md: expected changes under [Unreleased], found none")
    now = datetime.datetime.now(datetime.timezone.utc)
    edit("CHANGELOG.md", r"\n## \[Unreleased\]\n", f"\n## [Unreleased]\n\n## [{version}] - {now:%Y-%m-%d}\n")
    edit("resources/desktop/changelog.Debian", r"(?s)  \* .*?>  [^\n]+",
         f"  * Version {version}; its changes are listed in CHANGELOG.md.\n\n"
         f" -- The Anchorscope developers <anchorscope@users.noreply.github.com>  {email.utils.format_datetime(now)}")
    edit(METAINFO, r"( +)<releases>\n", f"\\g<0>\\1  <release version=\"{version}\" date=\"{now:%Y-%m-%d}\"/>\n")
    values = {"version": version, "date": f"{now:%Y-%m-%d}", "year": str(now.year)}
    for file, pattern, value in PLACES:
        edit(file, pattern, rf"\g<1>{values[value]}")
    output("git", "commit", "--quiet", "--all", "--message", f"release: set the version to {version}")


def debian_package(folder):
    """Name and version of the Debian package whose copyright file the folder of licences contains."""
    version = output("dpkg-query", "--showformat=${Version}", "--show", folder).strip()
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", folder), "name": folder, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "supplier": "Organization: Debian",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": f"pkg:deb/debian/{folder}@{version}"}]}


def bill_of_materials(version, archive):
    """SPDX document of the libraries that the portable folder bundles; the wheel bundles a part of them."""
    with tarfile.open(archive) as files:
        bundled = sorted({parts[-2] for parts in (name.split("/") for name in files.getnames())
                          if parts[-3:-2] == ["licenses"] and parts[-1] == "copyright"})
    if not bundled:
        sys.exit(f"{archive.name}: expected the licences of bundled libraries, found none")
    packages = [debian_package(name) for name in bundled]
    own = {"SPDXID": "SPDXRef-Anchorscope", "name": "anchorscope", "versionInfo": version,
           "downloadLocation": "NOASSERTION", "licenseDeclared": "GPL-3.0-or-later"}
    contains = [{"spdxElementId": own["SPDXID"], "relationshipType": "DEPENDS_ON", "relatedSpdxElement": each["SPDXID"]}
                for each in packages]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"anchorscope-{version}",
            "documentNamespace": f"urn:anchorscope:{version}:{output('git', 'rev-parse', 'HEAD').strip()}",
            "creationInfo": {"created": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}",
                             "creators": ["Organization: The Anchorscope developers"]},
            "documentDescribes": [own["SPDXID"]], "packages": [own] + packages, "relationships": contains}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    version = sys.argv[1]
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / f"build/anchorscope-{version}").absolute()
    check(version)
    prepare(version)
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tests/packages.sh", "--keep", folder], check=True, cwd=ROOT)
    archive = next(folder.glob(f"anchorscope-{version}-*.tar.gz"))
    bill = bill_of_materials(version, archive)
    (folder / f"anchorscope-{version}.spdx.json").write_text(json.dumps(bill, indent=1) + "\n")
    made = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (folder / "SHA256SUMS").write_text("".join(sums))
    output("git", "tag", "--annotate", f"v{version}", "--message", f"Anchorscope {version}")
    print("".join(f"{path.stat().st_size / 1e6:8.1f} MB  {path.name}\n" for path in made) + f"Tagged v{version}.")


if __name__ == "__main__":
    main()
