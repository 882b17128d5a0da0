"""The compiled kernels of Agricola Express against the oracle; `translate` speaks the language of both."""
