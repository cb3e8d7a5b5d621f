# Filled in by the package rules.
