"""The game under load: real kernels behind a real server, and pages that read every message."""
