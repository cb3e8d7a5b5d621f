"""The part of a page that is made from measured results. It is between two marks."""


def replaced(page, name, marks, part):
    """The text of `page` with `part` between the two marks, each of which is a line. `name` is for the error."""
    begin, end = marks
    if page.count(begin) != 1 or page.count(end) != 1:
        raise RuntimeError(f"{name} does not have the two marks of its measured part once each")
    before, rest = page.split(begin)
    return before + begin + part + end + rest.split(end)[1]
