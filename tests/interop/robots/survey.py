"""What of other people's robots becomes a model, and how it goes on.

survey.py STICKSLIP FOLDER... [-- OPTION...] imports every URDF below each folder (with these options of `stickslip import`), checks the model, runs it
for a second, exports it and tries the FMU with the linter, and with FMPy where Python finds that (PYTHONPATH), for a second too. It prints a row
of a table for each folder, then why robots were refused.
"""
import collections
import concurrent.futures
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PATIENCE = 60  # s, for each command
FMPY = "import sys, fmpy; fmpy.simulate_fmu(sys.argv[1], stop_time=1, output_interval=0.1, output=['energy.kinetic'])"


def call(*arguments):
    try:
        done = subprocess.run(arguments, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return None, "", "too slow"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def errors(text):
    return [line for line in text.splitlines() if ": warning: " not in line]


def survey(stickslip, urdf, options):
    """The furthest that a robot gets, by the name of each stage that went well, and what stopped it."""
    went, why, factor = set(), "", 0.0
    with tempfile.TemporaryDirectory() as folder:
        model, fmu = f"{folder}/robot.toml", f"{folder}/robot.fmu"
        code, _, said = call(stickslip, "import", str(urdf), "-o", model, *options)
        if code != 0:
            if code not in (1, None):
                went.add("crashed")
            return went, (errors(said) or ["nothing said"])[0], factor
        went.add("imported")
        stages = {
            "checked": (stickslip, "check", model),
            "ran 1 s": (stickslip, "run", model, "--stop", "1"),
            "exported": (stickslip, "export", model, "-o", fmu),
            "linted": (stickslip, "check", fmu),
        }
        if importlib.util.find_spec("fmpy"):
            stages["in FMPy"] = (sys.executable, "-c", FMPY, fmu)
        for stage, command in stages.items():
            code, out, said = call(*command)
            if code == 0:
                went.add(stage)
            elif not why:
                why = f"{stage}: {(errors(said) or ['nothing said'])[-1]}"
            if code not in (0, 1, None):
                went.add("crashed")
            if stage == "ran 1 s" and "other than 0 in 0 steps" in out:
                went.add("status 0")
            if stage == "ran 1 s" and (found := re.search(r"real-time factor\s+(\S+)", out)):
                factor = float(found.group(1))
    return went, why, factor


def main(stickslip, *arguments):
    folders, _, options = " ".join(arguments).partition(" -- ")
    columns = ["imported", "checked", "ran 1 s", "status 0", "exported", "linted", "in FMPy", "crashed"]
    print("| | robots | " + " | ".join(columns) + " | faster than real time |")
    print("|---" * (len(columns) + 3) + "|")
    reasons, example = collections.Counter(), {}
    for folder in folders.split():
        robots = sorted(p for p in Path(folder).rglob("*.urdf") if p.is_file())
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda urdf: survey(stickslip, urdf, options.split()), robots))
        counts = [sum(column in went for went, _, _ in results) for column in columns]
        fast = sum(factor > 1 for _, _, factor in results)
        print(f"| {Path(folder).name} | {len(robots)} | " + " | ".join(map(str, counts)) + f" | {fast} |", flush=True)
        for _, why, _ in results:
            if why:
                kind = re.sub(r'"[^"]*"', '"..."', re.sub(r"\S+\.(urdf|toml|fmu)(:\d+)*:? ?", "", why))
                kind = re.sub(r"\d+(\.\d+)?", "N", kind)[:110]
                reasons[kind] += 1
                example.setdefault(kind, why)
    print()
    for kind, count in reasons.most_common():
        print(f"{count:5} {kind}\n      {example[kind][:300]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
