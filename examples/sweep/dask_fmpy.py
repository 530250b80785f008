"""The same kind of study in Python: dask workers that run an exported FMU with FMPy, reset between runs."""
import dask.bag, fmpy, numpy

def chunk(masses, fmu="cart_pole.fmu"):
    description, folder = fmpy.read_model_description(fmu), fmpy.extract(fmu)
    instance = fmpy.instantiate_fmu(folder, description, "CoSimulation")
    results = []
    for mass in masses:
        result = fmpy.simulate_fmu(folder, start_values={"cart.mass": mass}, output=["cart.position[1]"],
                                   model_description=description, fmu_instance=instance)
        instance.reset()
        results.append((float(mass), float(abs(result["cart.position[1]"]).max())))
    return results

if __name__ == "__main__":  # the workers read this file too
    masses = numpy.linspace(0.5, 2.0, 1000)
    print(dask.bag.from_sequence(masses, npartitions=8).map_partitions(chunk).compute()[:5])
