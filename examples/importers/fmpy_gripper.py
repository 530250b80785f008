"""Runs gripper.fmu in FMPy: closes the fingers with 8 N each, lifts by hand-made forces, prints the finger force.

Usage: python3 fmpy_gripper.py gripper.fmu
"""

import sys

import numpy as np
from fmpy import simulate_fmu


def main(fmu):
    times = np.array([0.0, 1.0, 1.2, 5.0])
    weight = 1.7 * 9.81  # N, hand, fingers and box
    signals = np.zeros(
        len(times),
        dtype=[("time", float), ("lift.force", float), ("close_left.force", float), ("close_right.force", float)],
    )
    signals["time"] = times
    signals["lift.force"] = [11.77, 11.77, weight + 0.5, weight + 0.5]
    signals["close_left.force"] = 8.0
    signals["close_right.force"] = 8.0

    outputs = ["box.position[3]", "finger_left.normalForce", "finger_left.slip", "solver.status"]
    result = simulate_fmu(fmu, stop_time=5, output_interval=0.001, input=signals, output=outputs)
    for row in result[:: len(result) // 10]:
        print(
            f"t = {row['time']:5.2f} s  box at {row['box.position[3]']:.4f} m  "
            f"finger {row['finger_left.normalForce']:.4f} N  slip {row['finger_left.slip']:.2g} m/s"
        )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
