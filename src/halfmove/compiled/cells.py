"""Numbers with a name that a compiled object may change."""

from typing import Any


class cell(property):  # noqa: N801 (in the body of a class it stands where a number would)
    """A whole number of a compiled object: item `place` of its array `cells`.

    The fields of a compiled object are fixed, so what changes lies in an array. `left = cell(1)` in the body of the
    class lets `worker.left -= 1` stand for `worker.cells[1] -= 1`, in both lanes.
    """

    def __init__(self, place: int) -> None:
        self.place = place
        super().__init__(lambda owner: owner.cells.item(place), self._store)

    def _store(self, owner: Any, value: int) -> None:
        owner.cells[self.place] = value
