"""The funnel: where each piece of gold evidence was lost on its way to the answer, and what fixing that brings back."""
