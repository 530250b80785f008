# gnuplot -e "csv='run.csv'; svg='crane.svg'" plot.gnuplot
set datafile separator ","
set terminal svg size 760,620 font "sans,12" background "white"
set output svg
set multiplot layout 3,1 margins 0.11,0.97,0.09,0.98 spacing 0.03
set grid lc rgb "#dddddd"
set border lc rgb "#666666"
set xrange [0:12]
set key bottom right
set format x ""
set ylabel "load, m"
set yrange [-1:9]
plot csv using 1:2 skip 1 every 20 with lines lw 5 lc rgb "#c8dcc8" title "wanted", \
     csv using 1:3 skip 1 every 20 with lines lw 2 lc rgb "#2a7d2a" title "load on the curve", \
     csv using 1:8 skip 1 every 20 with lines lw 1 lc rgb "#b4661f" title "trolley on the curve"
set key top right
set ylabel "load before trolley, m"
set yrange [-2.2:4]
plot csv using 1:($3-$4) skip 1 every 20 with lines lw 2 lc rgb "#2a7d2a" title "load on the curve", \
     csv using 1:($8-$9) skip 1 every 20 with lines lw 1 lc rgb "#b4661f" title "trolley on the curve"
set format x "%g"
set xlabel "time, s"
set ylabel "drive, N"
set yrange [-2200:4000]
plot csv using 1:5 skip 1 every 20 with lines lw 2 lc rgb "#2a7d2a" title "load on the curve", \
     csv using 1:10 skip 1 every 20 with lines lw 1 lc rgb "#b4661f" title "trolley on the curve"
unset multiplot
