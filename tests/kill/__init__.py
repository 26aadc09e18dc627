"""Kernels killed at any moment: whatever was shown is on disk, once.

``python -m tests.kill`` kills 200 of them, ``test_kill.py`` as many as fit into half a minute.
"""
