# P04 figure 2. gnuplot -e "csv='h9.csv'; svg='wall_pendulum.svg'" plot.gnuplot
load "../style.gnuplot"
set multiplot layout 1,2 margins 0.08,0.98,0.14,0.92 spacing 0.1
set xlabel "time, s"
set xrange [0:2.5]
set key top right
set title "P04 Fig. 2 (a): x of both bobs"
set ylabel "m"
plot csv using "time":"upper.position[1]" every 4 with lines lw 2 lc rgb blue title "m_1", \
     csv using "time":"lower.position[1]" every 4 with lines lw 2 lc rgb brown title "m_2"
set title "P04 Fig. 2 (b): total energy"
set ylabel "J"
plot csv using "time":(column("energy.kinetic") + column("energy.potential")) every 4 with lines lw 2 lc rgb green notitle
unset multiplot
