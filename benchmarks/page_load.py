"""First load of every page on a slow connection: script in kB, requests, and the time to the first paint.

Chromium emulates the connection. Each page is loaded with an empty cache; the median of several loads is printed.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

COMMAND = Path(sys.executable).with_name("crownbridge")
PAGES = ("/", "/play", "/watch", "/rooms", "/analyse", "/tournaments")
MOST_SCRIPT = 120_000
"""Bytes of compressed script that a page may load."""
MOST_SECONDS = 1.0
"""Time to the first paint that a page may take."""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def load(browser: Browser, address: str, megabits: float, latency: float) -> tuple[float, int, int]:
    """Load a page, and return its first contentful paint in seconds, its bytes of script, and its requests."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    rate = megabits * 1e6 / 8
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate},
    )
    scripts: set[str] = set()
    sizes: dict[str, int] = {}

    def answered(event: dict[str, Any]) -> None:
        if event["type"] == "Script":
            scripts.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    network.on("Network.responseReceived", answered)
    network.on("Network.loadingFinished", finished)
    page.goto(address)
    page.wait_for_function(f"{PAINT} !== null")
    page.wait_for_load_state("networkidle")
    seconds = page.evaluate(PAINT) / 1000
    script = sum(size for request, size in sizes.items() if request in scripts)
    context.close()
    return seconds, script, len(sizes)


def main() -> int:
    """Print a line for each page; return 1 if one exceeds a limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabits", type=float, default=1.0, help="bandwidth in Mbit/s")
    parser.add_argument("--latency", type=float, default=20.0, help="latency of a request in milliseconds")
    parser.add_argument("--loads", type=int, default=3, help="number of loads of each page")
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is missing; as root: apt-get install chromium")
        return 1
    slow = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [str(COMMAND), "serve", "--no-browser", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None  # noqa: S101 (a pipe)
            address = server.stdout.readline().split()[4].rstrip("/")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            for path in PAGES:
                done = [load(browser, address + path, options.megabits, options.latency) for _ in range(options.loads)]
                seconds = statistics.median(one[0] for one in done)
                script, requests = max(one[1] for one in done), max(one[2] for one in done)
                slow |= seconds > MOST_SECONDS or script > MOST_SCRIPT
                print(
                    f"{path:13} first paint {seconds:.2f} s of {MOST_SECONDS:.0f} s at {options.megabits:g} Mbit/s, "
                    f"script {script / 1000:.0f} kB of {MOST_SCRIPT / 1000:.0f} kB, {requests} requests"
                )
            browser.close()
            server.terminate()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
