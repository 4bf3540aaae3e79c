"""Runs a program with a PostgreSQL server of its own: with_postgres.py PROGRAM ARGS…"""
import os
import subprocess
import sys

from postgres import Cluster

with Cluster() as cluster:
    environment = {**os.environ, "MCPJURY_TEST_POSTGRES": cluster.url(),
                   "MCPJURY_TEST_POSTGRES_PARAMETERS": cluster.parameters(),
                   "PGOPTIONS": "-c client_min_messages=warning"}
    code = subprocess.run(sys.argv[1:], env=environment, check=False).returncode
sys.exit(code)
