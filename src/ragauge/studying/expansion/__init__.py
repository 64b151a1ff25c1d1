"""Does another question find more: expanded by feedback, or rewritten by a generator?"""
