"""Shares with their 95 % Wilson interval, and the counts that figures are made of."""
import math
import textwrap
from dataclasses import dataclass
from typing import Optional

Z = 1.96
WIDTH = 108


def wilson(hits, total):
    """The score interval of Wilson for `hits` of `total`; 0 to 1 when nothing was seen."""
    if total <= 0:
        return 0.0, 1.0
    share = hits / total
    middle = share + Z * Z / (2 * total)
    spread = Z * math.sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    # At the ends the interval touches 0 and 1 exactly; the arithmetic may miss by a last bit.
    return (0.0 if hits == 0 else (middle - spread) / scale,
            1.0 if hits == total else (middle + spread) / scale)


@dataclass
class Counts:
    """True and false positives and misses.

    Misses are None where no label says what should have been found. `due_found` is how many of those that
    labels ask for were found: all true positives, unless only some of the labels are the detector's own.
    """
    true_positives: int = 0
    false_positives: int = 0
    misses: Optional[int] = None
    due_found: Optional[int] = None

    def note_due(self, found):
        """One row that a label asks this detector for."""
        self.misses = (self.misses or 0) + (not found)
        self.due_found = (self.due_found or 0) + bool(found)

    @property
    def found(self):
        return self.true_positives + self.false_positives

    @property
    def recalled(self):
        return self.true_positives if self.due_found is None else self.due_found

    @property
    def due(self):
        return None if self.misses is None else self.recalled + self.misses

    @property
    def precision(self):
        return self.true_positives / self.found if self.found else None

    @property
    def recall(self):
        return self.recalled / self.due if self.due else None

    @property
    def f1(self):
        if self.precision is None or self.recall is None:
            return None
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def share(hits, total):
    """"0.923 0.667-0.986", or a dash where there is no ground."""
    if not total:
        return "-"
    low, high = wilson(hits, total)
    return f"{hits / total:.3f} {low:.3f}-{high:.3f}"


def head(title, first="detector"):
    print(f"\n{title}")
    print(f"{first:38} {'right':>6} {'wrong':>6} {'missed':>6}  {'precision, interval':19}  {'recall, interval':19} {'F1':>6}")


def line(name, counts):
    missed = "-" if counts.misses is None else counts.misses
    f1 = "-" if counts.f1 is None else f"{counts.f1:.3f}"
    print(f"{name[:38]:38} {counts.true_positives:6} {counts.false_positives:6} {missed:>6}  "
          f"{share(counts.true_positives, counts.found):19}  {share(counts.recalled, counts.due):19} {f1:>6}")


def rate_head(title, first, hit):
    print(f"\n{title}")
    print(f"{first:58} {'rows':>6} {hit:>12} {'share, interval':>22}")


def rate_line(name, hits, total):
    print(f"{name[:58]:58} {total:6} {hits:12} {share(hits, total):>22}")


def wrapped(start, names):
    return textwrap.fill(start + ", ".join(names), WIDTH, subsequent_indent="  ", break_on_hyphens=False)
