"""Answers to the question why, for both languages: what an answer is, and how it is written.

The rooms `puppet.explain` and `cfengine.explain` record what happened and find the answers.
"""
