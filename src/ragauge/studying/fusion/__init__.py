"""Are several lanes better than the best of them, and how should they be fused?"""
