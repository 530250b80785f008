# L11 figures 4, 5, 6 and 14. gnuplot -e "out='DIRECTORY'; svg='spook.svg'" plot.gnuplot
load "../style.gnuplot"
set terminal svg size 760,640 font "sans,12" background "white"
set multiplot layout 2,2 margins 0.09,0.98,0.09,0.95 spacing 0.12,0.13
set key top right
set title "L11 Fig. 4: oscillator, k/m = 1, h = 0.1 s"
set yrange [-1.1:1.6]
set xrange [0:30]
plot out."/slow_spook.csv" using "time":"rail.position" every 3 with lines lw 2 lc rgb blue title "spook", \
     out."/slow_midpoint.csv" using "time":"rail.position" every 3 with lines lw 1 lc rgb green title "midpoint", \
     out."/slow_euler.csv" using "time":"rail.position" every 3 with lines lw 1 lc rgb brown title "implicit Euler"
set title "L11 Fig. 5: pendulum from the horizontal, x"
set xrange [0:10]
plot out."/swing_spook.csv" using "time":"bob.position[1]" every 3 with lines lw 2 lc rgb blue title "spook", \
     out."/swing_midpoint.csv" using "time":"bob.position[1]" every 3 with lines lw 1 lc rgb green title "spring, midpoint", \
     out."/swing_euler.csv" using "time":"bob.position[1]" every 3 with lines lw 1 lc rgb brown title "spring, implicit Euler"
set title "L11 Fig. 6: ball, e = 1, h = 1/60 s, height"
set xlabel "time, s"
set yrange [0:1.4]
set xrange [0:13]
plot out."/ball_spook.csv" using "time":(column("ball.position[2]") - 0.1) every 4 with lines lw 1 lc rgb blue title "spook"
set title "L11 Fig. 14: violation of a chain against h"
set logscale xy
set format "10^{%L}"
set xlabel "h, s"
set xrange [1e-4:1e-1]
set yrange [*:*]
set key bottom right
plot 20*x*x with lines lc rgb grey title "h^2", \
     out."/violation.csv" using "time":"eps6" with linespoints pt 7 ps 0.5 lc rgb brown title "{/Symbol e} = 10^{-6}", \
     out."/violation.csv" using "time":"eps8" with linespoints pt 7 ps 0.5 lc rgb green title "{/Symbol e} = 10^{-8}", \
     out."/violation.csv" using "time":"eps0" with linespoints pt 7 ps 0.5 lc rgb blue title "{/Symbol e} = 0"
unset multiplot
