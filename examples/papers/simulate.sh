# For the scripts of the experiments.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[1]}")"

# simulate MODEL ARGUMENTS...: `stickslip run`, with the summary in runs.log. MODEL is a file or one of resources/.
simulate() {
  local model=$1
  shift
  [[ $model == /* ]] || model=$MODELS/$model
  echo "\$ stickslip run $model $*" >>"$OUT/runs.log"
  "$STICKSLIP" run "$model" "$@" >>"$OUT/runs.log"
}

# variant MODEL FILE KEY VALUE...: a model of resources/ with other values in the lines `KEY = ...`.
variant() {
  local model=$MODELS/$1 file=$2
  shift 2
  cp "$model" "$file"
  while (($#)); do
    grep -q "^$1 = " "$file" || { echo "$model has no line \"$1 = ...\"" >&2; return 1; }
    sed -i "s|^$1 = .*|$1 = $2|" "$file"
    shift 2
  done
}

# columns FILE NAME...: the named columns, comma-separated, without the header.
columns() {
  local file=$1
  shift
  awk -F, -v names="$*" '
    NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); at[$i] = i }; n = split(names, name, " "); next }
    { line = $at[name[1]]; for (i = 2; i <= n; i++) line = line "," $at[name[i]]; print line }' "$file"
}

# drive MODEL: couples it with the experiment's controller, both as FMUs. OUT/NAME.csv and OUT/NAME_inputs.csv tell what
# happened, OUT/models has the model and its parts.
drive() {
  local model=$MODELS/$1 name
  name=$(basename "$1" .toml)
  echo "\$ papers_drive $model" >>"$OUT/runs.log"
  "$STICKSLIP" export "$model" -o "$OUT/$name.fmu" >>"$OUT/runs.log"
  "${COMPARE%/*}/papers_drive" "$OUT/$name.fmu" "${COMPARE}_controller.fmu" "$OUT/$name.csv" "$OUT/${name}_inputs.csv" >>"$OUT/runs.log"
  mkdir -p "$OUT/models"
  cp -r "${model%/*}"/. "$OUT/models"
}

# frame NAME SECONDS: a picture of a machine that has been driven, OUT/NAME_SECONDS.png.
frame() {
  "$STICKSLIP" view "$OUT/models/$1.toml" --input "$OUT/$1_inputs.csv" --at "$2" --size 600 360 -o "$OUT/$1_$2.png" >>"$OUT/runs.log"
}
