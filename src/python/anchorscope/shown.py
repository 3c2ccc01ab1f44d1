# SPDX-License-Identifier: GPL-3.0-or-later
"""Display of results in a notebook: tables and small charts as HTML, without other packages."""
import html

import numpy as np

WIDTH, HEIGHT = 240, 48


def several(count, one, many=None):
    """Formats a count with its noun: “1 class”, “2 classes”."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def number(value):
    """Formats a cell of a table: floating-point numbers with four digits, None and NaN as a dash, others as texts."""
    if isinstance(value, (float, np.floating)):
        return "–" if np.isnan(value) else f"{value:.4g}"
    return "–" if value is None else str(value)


def grid(title, heads, rows, below=""):
    """Formats a table with a title as HTML; `below` is HTML that follows it."""
    def line(cells, kind):
        return "<tr>" + "".join(f"<{kind}>{html.escape(number(cell))}</{kind}>" for cell in cells) + "</tr>"
    return (f"<div><b>{html.escape(str(title))}</b><table><thead>{line(heads, 'th')}</thead><tbody>"
            + "".join(line(row, "td") for row in rows) + f"</tbody></table>{below}</div>")


def histogram(values, title):
    """Draws a histogram of values with 24 bars as SVG; empty without a finite value."""
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
