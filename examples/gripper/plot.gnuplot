# gnuplot -e "csv='run.csv'; svg='gripper.svg'" plot.gnuplot
set datafile separator ","
set terminal svg size 760,620 font "sans,12" background "white"
set output svg
set multiplot layout 3,1 margins 0.11,0.97,0.09,0.98 spacing 0.03
set grid lc rgb "#dddddd"
set border lc rgb "#666666"
set xrange [0:5]
set key top left
set format x ""
set ylabel "force, N"
set yrange [0:12]
plot csv using 1:3 skip 1 every 5 with lines lw 2 lc rgb "#1f6fb4" title "left finger on box", \
     csv using 1:6 skip 1 every 5 with lines lw 2 lc rgb "#b4661f" title "table on box"
set ylabel "height, m"
set yrange [0:0.3]
plot csv using 1:($7+0.05) skip 1 every 5 with lines lw 5 lc rgb "#c8dcc8" title "wanted", \
     csv using 1:2 skip 1 every 5 with lines lw 2 lc rgb "#2a7d2a" title "box"
set format x "%g"
set xlabel "time, s"
set ylabel "slip, m/s"
set logscale y
set yrange [1e-20:1]
set format y "10^{%L}"
plot csv using 1:($5 > 1e-20 ? $5 : 1e-20) skip 1 every 5 with lines lw 1 lc rgb "#8a2be2" title "left finger against box"
unset multiplot
