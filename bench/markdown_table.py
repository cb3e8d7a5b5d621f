"""A Markdown table, for the pages of measured results."""


def markdown_table(head, rows):
    """`head` and each row are lists of texts. All have the same length."""
    lines = ["| " + " | ".join(map(str, cells)) + " |" for cells in [head, *rows]]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])
