# Read by ctest before it runs anything: no test touches the history of whoever runs it.
set(ENV{MCPJURY_STORE} none)
