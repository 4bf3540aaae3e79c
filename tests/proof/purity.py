"""Detect and grade are pure: what is built of them asks the system for no network, clock, file, chance or
thread. Read from the archives themselves, so nothing a header smuggles in escapes.

    purity.py ARCHIVE…
"""
import pathlib
import re
import subprocess
import sys

NETWORK = r"socket|connect|accept4?|bind|listen|getaddrinfo|gethostbyname\w*|getnameinfo|send(?:to|msg|mmsg)?|" \
          r"recv(?:from|msg|mmsg)?|res_n?(?:init|query)|curl_\w+|ares_\w+|SSL_\w+|BIO_\w+|nghttp2_\w+"
CLOCK = r"time|clock|clock_gettime|gettimeofday|localtime(?:_r)?|gmtime(?:_r)?|strftime|tzset|_ZNSt6chrono3_V2\w+"
CHANCE = r"rand|srand|random|getrandom|arc4random\w*|RAND_\w+|_ZNSt13random_device\w+"
FILES = r"open(?:64|at)?|fopen(?:64)?|read|write|pread(?:64)?|stat(?:64)?|mmap(?:64)?|opendir|unlink|rename"
STREAMS = r"_ZNSt1[34]basic_(?:if|of|f)stream\w+|_ZNSt13basic_filebuf\w+|_ZNSt10filesystem\w+"
PROCESS = r"fork|vfork|exec[vl]\w*|posix_spawn\w*|system|popen|pthread_create|_ZNSt6thread\w+|getenv|secure_getenv|" \
          r"setlocale|newlocale|uselocale|dlopen"
# Every pure module may not; base reads files for the readers, so it alone keeps FILES.
NEVER = re.compile(rf"(?:{NETWORK}|{CLOCK}|{CHANCE}|{PROCESS})(?:@.*)?")
BLIND = re.compile(rf"(?:{FILES}|{STREAMS})(?:@.*)?")
PURE = {"base", "text", "model", "catalog", "detect", "grade"}


def undefined(archive):
    """What the archive wants from outside, by object file."""
    listing = subprocess.run(["nm", "--undefined-only", "--print-file-name", "--format=posix", archive],
                             capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        place, _, rest = line.rpartition(": ")
        yield place, rest.split()[0]


def self_test():
    for symbol in ("connect", "socket", "getaddrinfo", "curl_easy_init", "clock_gettime@GLIBC_2.17", "SSL_new", "getenv",
                   "pthread_create", "_ZNSt6chrono3_V212system_clock3nowEv"):
        assert NEVER.fullmatch(symbol), symbol
    for symbol in ("SHA256_Init", "EVP_DigestUpdate", "memcpy", "strlen", "_ZN7mcpjury7connectEv", "hs_scan"):
        assert not NEVER.fullmatch(symbol) and not BLIND.fullmatch(symbol), symbol


def main(archives):
    self_test()
    names = {re.fullmatch(r"libmcpjury_(\w+)\.a", pathlib.Path(archive).name).group(1) for archive in archives}
    assert names == PURE, f"the pure modules are {sorted(PURE)}, not {sorted(names)}"
    wrong, count = [], 0
    for archive in archives:
        blind = not archive.endswith("libmcpjury_base.a")
        for place, symbol in undefined(archive):
            count += 1
            if NEVER.fullmatch(symbol) or (blind and BLIND.fullmatch(symbol)):
                wrong.append(f"{place}: {symbol}")
    assert count > 100, "nm saw next to nothing"
    print(f"{count} symbols wanted by {len(archives)} pure modules")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
