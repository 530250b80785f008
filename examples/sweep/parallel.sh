#!/usr/bin/env bash
# A study with GNU parallel, here or on other machines: ./parallel.sh STUDY.toml SHARDS [--sshlogin a,b ...]
set -euo pipefail
stickslip=${STICKSLIP:-stickslip}
study=${1:?which study?}
shards=${2:?how many shards?}
parallel "${@:3}" --workdir . "$stickslip" sweep "$study" --resume --jobs 1 --shard "{}/$shards" ::: $(seq "$shards")
"$stickslip" sweep "$study" --merge
