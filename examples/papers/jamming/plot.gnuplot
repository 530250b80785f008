# gnuplot -e "out='DIRECTORY'; svg='jamming.svg'" plot.gnuplot
load "../style.gnuplot"
set multiplot
set size 0.5,1
set origin 0,0
set title "Impulse of the first step, tan {/Symbol q} = 2"
set logscale xy
set format "10^{%L}"
set xlabel "h, s"
set ylabel "kg m/s"
set key bottom right
set xrange [5e-8:2e-2]
plot 61.3125*x with lines lw 3 lc rgb "#bcd4ea" title "g h/(A_{nn} - {/Symbol m}A_{nt})", \
     0.3 with lines lw 3 lc rgb "#ead2bc" title "A_{nt} v/4", \
     out."/first.csv" using ($2 == 1.2 ? $3 : NaN):($3*$4) skip 1 with points pt 7 ps 0.7 lc rgb blue title "{/Symbol m} = 1.2", \
     out."/first.csv" using ($2 == 1.4 ? $3 : NaN):($3*$4) skip 1 with points pt 7 ps 0.7 lc rgb brown title "{/Symbol m} = 1.4"
unset logscale x
set format x "%g"
unset key
set size 0.5,0.5
set origin 0.5,0.5
set title "A slide that jams, {/Symbol m} = 2, h = 10^{-4} s: normal force, N"
unset xlabel
unset ylabel
set xrange [0:0.18]
set yrange [1:1e6]
set ytics 1e2
plot out."/slide_0.csv" using "time":"point.normalForce" every 5 with lines lw 2 lc rgb brown, \
     "" using "time":(column("point.normalForce") > 1e3 ? column("point.normalForce") : NaN) with points pt 7 ps 0.4 lc rgb brown
unset logscale
set origin 0.5,0
set title "speed of the end, m/s"
set xlabel "time, s"
set format y "%g"
set yrange [-32:4]
set ytics 10
plot out."/slide_0.csv" using "time":"tip.velocity[1]" every 5 with lines lw 2 lc rgb blue
unset multiplot
