#!/usr/bin/env bash
# A study on a cluster: sbatch --array=1-16 slurm.sh STUDY.toml, and when all are done: stickslip sweep --merge STUDY.toml
#SBATCH --job-name=sweep --cpus-per-task=1 --requeue --output=%x-%a.log
# A shard that was killed or requeued goes on where it was; runs of a shard never depend on those of another.
set -euo pipefail
stickslip=${STICKSLIP:-stickslip}
shards=${SLURM_ARRAY_TASK_COUNT:?submit it with sbatch --array=1-N}
exec "$stickslip" sweep "${1:?which study?}" --resume --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  --shard "$SLURM_ARRAY_TASK_ID/$shards"
