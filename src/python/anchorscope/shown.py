# SPDX-License-Identifier: GPL-3.0-or-later
"""Results as a notebook shows them: tables and small pictures in HTML, without any other package."""
import html

import numpy as np

WIDTH, HEIGHT = 240, 48


def several(count, one, many=None):
    """“1 class”, “2 classes”."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def number(value):
    """A number with four digits; other values as texts, None as a dash."""
    if isinstance(value, (float, np.floating)):
        return "–" if np.isnan(value) else f"{value:.4g}"
    return "–" if value is None else str(value)


def grid(title, heads, rows, below=""):
    """A table in HTML with a title."""
    def line(cells, kind):
        return "<tr>" + "".join(f"<{kind}>{html.escape(number(cell))}</{kind}>" for cell in cells) + "</tr>"
    return (f"<div><b>{html.escape(str(title))}</b><table><thead>{line(heads, 'th')}</thead><tbody>"
            + "".join(line(row, "td") for row in rows) + f"</tbody></table>{below}</div>")


def histogram(values, title):
    """Histogram of the values in 24 ranges, as an image (SVG); empty without a finite value."""
    values = np.asarray(values, float)
    values = values[np.isfinite(values)]
    if not len(values):
        return ""
    counts, edges = np.histogram(values, 24)
    step = WIDTH / len(counts)
    bars = "".join(f'<rect x="{step * row:.1f}" y="{HEIGHT * (1 - count / counts.max()):.1f}" width="{step - 1:.1f}" '
                   f'height="{HEIGHT * count / counts.max():.1f}"/>' for row, count in enumerate(counts))
    return (f'<svg width="{WIDTH}" height="{HEIGHT + 16}" role="img" fill="#4477aa"><title>{html.escape(title)}</title>'
            f'{bars}<g fill="currentColor" font-size="11"><text y="{HEIGHT + 13}">{edges[0]:.2f}</text>'
            f'<text x="{WIDTH / 2}" y="{HEIGHT + 13}" text-anchor="middle">{html.escape(title)}</text>'
            f'<text x="{WIDTH}" y="{HEIGHT + 13}" text-anchor="end">{edges[-1]:.2f}</text></g></svg>')
