"""Runs a program with a nats-server of its own: with_nats.py PROGRAM ARGS…"""
import os
import subprocess
import sys

from nats import Nats

with Nats() as server:
    code = subprocess.run(sys.argv[1:], env={**os.environ, "MCPJURY_TEST_NATS": server.url()}, check=False).returncode
sys.exit(code)
