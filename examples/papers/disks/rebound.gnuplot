# A03 figure 1. gnuplot -e "out='DIRECTORY'; svg='rebound.svg'" rebound.gnuplot
load "../style.gnuplot"
set title "A03 Fig. 1: velocity after the wall, e = 1"
set xlabel "h, s"
set ylabel "m/s"
set xrange [0.04:0.2]
set yrange [-1.1:0.4]
set samples 1000
set key top right
plot -(1/x - ceil(1/x) + 1) with lines lw 1 lc rgb brown title "uncorrected, as the paper plots it", \
     out."/rebound.csv" using ($3 == 1 ? $2 : NaN):4 skip 1 with points pt 7 ps 0.3 lc rgb blue title "stickslip"
