"""A table in Markdown, for the pages of measured results."""


def markdown_table(head, rows):
    """`head` and each row are lists of texts, all of the same length."""
    lines = ["| " + " | ".join(cells) + " |" for cells in [head, *rows]]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])
