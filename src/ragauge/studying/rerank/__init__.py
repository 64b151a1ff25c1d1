"""What does a reranker win of what it could, how deep must it look, and what does it cost?"""
