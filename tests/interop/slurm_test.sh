#!/usr/bin/env bash
# A study on a real cluster of one node: slurmctld, slurmd and munged of our own, in a folder of their own, on ports of
# their own, ended at the end. Shards are killed midway and requeued; the merged table has the bytes of a run without all that.
#   slurm_test.sh STICKSLIP EXAMPLES_SWEEP WORK
# Exits with 77, skipped, where Slurm is not installed or this is not root.
set -euo pipefail
PATH=$PATH:/usr/sbin
stickslip=$(realpath "$1")
examples=$(realpath "$2")
for program in slurmctld slurmd munged sbatch scontrol; do
  command -v "$program" >/dev/null || { echo "skipped: no $program here; apt install slurm-wlm munge"; exit 77; }
done
((EUID == 0)) || { echo "skipped: slurmd needs root"; exit 77; }
kept=$3
rm -rf "$kept"
mkdir -p "$kept"
work=$(mktemp -d /tmp/slurm-XXXXXX)  # sockets have short names
processes=()
finish() {
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  cp "$work"/*.log "$kept" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

mkdir -p "$work"/{state,spool,run}
chmod 755 "$work"
host=$(hostname -s)
dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 status=none
chmod 600 "$work/munge.key"
munged --foreground --force --key-file="$work/munge.key" --socket="$work/run/munge" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed" &>"$work/munged.out.log" &
processes+=($!)
controller=$((20000 + RANDOM % 10000))
cat >"$work/slurm.conf" <<CONF
ClusterName=ours
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$controller
SlurmdPort=$((controller + 1))
AuthType=auth/munge
AuthInfo=socket=$work/run/munge
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=requeue_setup_env_fail
MinJobAge=3600
KillWait=1
ReturnToService=2
MpiDefault=none
JobRequeue=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
for _ in {1..50}; do [[ -S $work/run/munge ]] && break; sleep 0.1; done
slurmctld -D -i &>"$work/slurmctld.out.log" &
processes+=($!)
slurmd -D -f "$work/slurm.conf" &>"$work/slurmd.out.log" &
processes+=($!)
for _ in {1..100}; do
  [[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && break
  sleep 0.2
done
[[ $(sinfo -h -o %T) == idle ]] || { echo "the node does not get ready"; tail -5 "$work"/*.log; exit 1; }

# The study of the examples, shorter.
sed -e "s#\"cart_pole.toml\"#\"$examples/cart_pole.toml\"#" -e 's/samples = .*/samples = 1200/' \
  "$examples/cart_pole_study.toml" >"$work/s.toml"
cd "$work"
"$stickslip" sweep s.toml >/dev/null
mv s.csv expected.csv
rm -rf s.runs

job=$(STICKSLIP=$stickslip sbatch --parsable --array=1-4 --export=ALL --chdir="$work" "$examples/slurm.sh" s.toml)
requeued=0
for _ in {1..3}; do
  sleep 0.7
  for task in $(squeue -h -t RUNNING -o %A -j "$job" 2>/dev/null | head -2); do
    scontrol requeue "$task" 2>/dev/null && requeued=$((requeued + 1))  # kills it and puts it back
  done
done
# A requeued job waits for two minutes before it may begin again, unless it is told to.
for _ in {1..240}; do
  # A controller that is busy answers nothing, which is not the same as nothing left.
  if left=$(squeue -h -j "$job" 2>/dev/null) && [[ -z $left ]]; then break; fi
  for task in $(squeue -h -t PENDING -o %A -j "$job" 2>/dev/null); do
    scontrol update "JobId=$task" StartTime=now 2>/dev/null || true
  done
  sleep 1
done
"$stickslip" sweep s.toml --merge
cmp s.csv expected.csv
echo "1200 runs in 4 shards, $requeued times killed and requeued: the same bytes"
((requeued > 0))
