"""What answers are worth: right, grounded in the context, cited, withheld where there is none.

Every metric takes ``Answers`` and gives one value a question, or the name of the case in which there is none. All are
rules: no model is asked, and the same input gives the same number. Where a verdict is needed (does this passage
support that claim?), the metric has the lexical one, and the function behind it takes any other.
"""
