"""FMPy (FMPY_ROOT): fmpy_run.py FMU STEPS STEP TABLE [sources], to run what it compiles from the FMU's sources."""
import shutil
import sys
from pathlib import Path

import fmpy
from fmpy.validation import validate_fmu


def main(fmu, steps, step, file, *sources):
    for problem in validate_fmu(fmu):
        print(f"invalid: {problem}")
    folder = fmpy.extract(fmu)
    if sources:
        from fmpy.build import build_platform_binary

        shutil.rmtree(Path(folder) / "binaries")
        build_platform_binary(folder)
    description = fmpy.read_model_description(folder)
    outputs = [v.name for v in description.modelVariables if v.causality == "output" and v.type == "Real"]
    steps, step = int(steps), float(step)
    table = fmpy.simulate_fmu(
        folder, stop_time=steps * step, step_size=step, output_interval=step, output=outputs,
        logger=lambda _, __, status, ___, message: print(f"warning: {message}") if status else None,
    )  # fmt: skip
    names = ",".join(f'"{name}"' for name in table.dtype.names)
    values = ",".join(f"{value:.17g}" for value in table[-1])
    Path(file).write_text(f"{names}\n{values}\n")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
