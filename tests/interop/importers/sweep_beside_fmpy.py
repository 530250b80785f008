"""The study of examples/sweep by `stickslip sweep` and by FMPy, with the same FMU, one core each, in turns.
usage: PYTHONPATH=FMPY_ROOT sweep_beside_fmpy.py STICKSLIP [RUNS]

FMPy goes the way of its own example of a parameter variation: one instance, reset between runs, its low-level calls.
Beside it the same by `fmpy.simulate_fmu`, once with the instance kept and the same three outputs, once as it is called by itself, which unpacks the FMU
in every run and records all outputs. What the engine itself takes is measured by runs of one communication step: the same 5000 steps, one fmi2DoStep.
"""
import csv, os, resource, subprocess, sys, tempfile, time

import fmpy
from fmpy.fmi2 import FMU2Slave

program, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 50
source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../examples/sweep")
parameters = ["cart.mass", "pole.mass", "pivot.start.angle"]
outputs = ["pole.position[2]", "cart.position[1]", "energy.kinetic"]
os.chdir(tempfile.mkdtemp())
subprocess.run([program, "export", source + "/cart_pole.toml", "-o", "cart_pole.fmu"], check=True)
study = open(source + "/cart_pole_study.toml").read().replace("cart_pole.toml", "cart_pole.fmu")
study = study.replace("samples = 100000", f"samples = {runs}")
open("ours.toml", "w").write(study)
open("engine.toml", "w").write(study.replace("seed = 1", "seed = 1\nstep = 5.0"))


def seconds_of(study_file):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "sweep", study_file, "--jobs", "1"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / runs


def seconds_of_fmpy(rows, results):
    begin = time.process_time()
    fmu = FMU2Slave(guid=description.guid, modelIdentifier=description.coSimulation.modelIdentifier,
                    unzipDirectory=folder)
    fmu.instantiate()
    for row in rows:
        fmu.reset()
        fmu.setupExperiment()
        fmu.setReal([references[name] for name in parameters], [float(row[name]) for name in parameters])
        fmu.enterInitializationMode()
        fmu.exitInitializationMode()
        wanted = [references[name] for name in outputs]
        samples = [fmu.getReal(wanted)]
        for k in range(5000):
            fmu.doStep(currentCommunicationPoint=k * 0.001, communicationStepSize=0.001)
            samples.append(fmu.getReal(wanted))
        results.append(max(abs(sample[1]) for sample in samples))
    fmu.terminate()
    fmu.freeInstance()
    return (time.process_time() - begin) / runs


def seconds_of_simulate_fmu(rows, kept):
    begin = time.process_time()
    again = {}
    if kept:
        again = dict(model_description=description, output=outputs,
                     fmu_instance=fmpy.instantiate_fmu(folder, description, "CoSimulation"))
    for row in rows:
        values = {name: float(row[name]) for name in parameters}
        fmpy.simulate_fmu(folder if kept else "cart_pole.fmu", start_values=values, stop_time=5.0, step_size=0.001,
                          output_interval=0.001, **again)
        if kept:
            again["fmu_instance"].reset()
    return (time.process_time() - begin) / len(rows)


description, folder = fmpy.read_model_description("cart_pole.fmu"), fmpy.extract("cart_pole.fmu")
references = {v.name: v.valueReference for v in description.modelVariables}
ours, engine, theirs, kept, alone = [], [], [], [], []
for turn in range(3):
    ours.append(seconds_of("ours.toml"))
    engine.append(seconds_of("engine.toml"))
    rows, results = list(csv.DictReader(open("ours.csv"))), []
    theirs.append(seconds_of_fmpy(rows, results))
    assert all(float(row["reach"]) == result for row, result in zip(rows, results)), "they differ"
    kept.append(seconds_of_simulate_fmu(rows[:10], True))
    alone.append(seconds_of_simulate_fmu(rows[:10], False))
ours, engine, theirs = min(ours), min(engine), min(theirs)
print(f"a run of 5 s, CPU time: sweep {1e3 * ours:.2f} ms, FMPy {fmpy.__version__} {1e3 * theirs:.2f} ms, "
      f"the engine alone {1e3 * engine:.2f} ms; the same results in {runs} runs")
print(f"beside the engine: sweep {1e3 * (ours - engine):.2f} ms, FMPy {1e3 * (theirs - engine):.2f} ms; "
      f"FMPy takes {theirs / ours:.2f} times as long, and beside the engine {(theirs - engine) / (ours - engine):.0f} times")

print(f"simulate_fmu with the instance kept: {1e3 * min(kept):.1f} ms, by itself: {1e3 * min(alone):.1f} ms, "
      f"{min(kept) / ours:.2f} and {min(alone) / ours:.2f} times as long as sweep")
