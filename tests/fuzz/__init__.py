"""Bad files and bad texts: whatever is read, only the documented errors come out.

``make fuzz`` tries a million inputs with atheris, ``test_fuzz.py`` some thousands without it.
"""
