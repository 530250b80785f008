# G06 figure 9.1. gnuplot -e "out='DIRECTORY'; svg='stick_slip.svg'" plot.gnuplot
load "../style.gnuplot"
set terminal svg size 760,440 font "sans,12" background "white"
set xrange [0:10]
set xlabel "time, s"
set multiplot
set key top right
set size 0.5,1
set origin 0,0
set title "G06 Fig. 9.1: position, h = 0.01"
set ylabel "x, m"
set key bottom right
set format y "%.3f"
plot out."/not_located.csv" using "time":"block.position[1]" every 5 with lines lw 4 lc rgb "#c8dcc8" title "not located", \
     out."/located_0.01.csv" using "time":"block.position[1]" every 5 with lines lw 1.5 lc rgb green title "located"
set format y "%g"
set size 0.5,0.5
set origin 0.5,0.5
set title "w: not located creeps near onset, located rests"
set ylabel "m/s"
set ytics 0.02
set yrange [-0.05:0.05]
set key top right
plot out."/velocities.csv" using "time":"w" every 4 with lines lw 3 lc rgb "#bcd4ea" title "not located", \
     out."/located_0.01.csv" using "time":"block.velocity[1]" every 4 with lines lw 1 lc rgb blue title "located"
set origin 0.5,0
set title "v, not located: alternates while sticking"
plot out."/velocities.csv" using "time":"v" with lines lw 0.7 lc rgb brown notitle
unset multiplot
