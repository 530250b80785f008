# A03 figures 2 and 3. gnuplot -e "out='DIRECTORY'; svg='disks.svg'" plot.gnuplot
load "../style.gnuplot"
set terminal svg size 760,560 font "sans,12" background "white"
set multiplot layout 2,2 margins 0.1,0.98,0.1,0.94 spacing 0.12,0.13
set xrange [0:20]
set title "A03 Fig. 2: contacts"
set key bottom right
set yrange [0:*]
plot out."/steps.csv" using "time":"contacts" every 2 with lines lc rgb grey title "in the problem", \
     out."/steps.csv" using "time":"loaded" every 2 with lines lc rgb blue title "under load"
set title "A03 Fig. 2: time of a step, ms"
set logscale y
set yrange [*:*]
plot out."/steps.csv" using "time":"milliseconds" every 2 with lines lc rgb brown notitle
unset logscale y
set xlabel "time, s"
set title "A03 Fig. 3: penetration, 10^{-14} m"
set yrange [0:*]
plot out."/bouncing.csv" using "time":(1e14*column("solver.penetration")) every 2 with lines lc rgb blue notitle
set title "A03 Fig. 3: energy, MJ"
set key top right
set yrange [*:*]
plot out."/bouncing.csv" using "time":(1e-6*(column("energy.kinetic") + column("energy.potential"))) every 2 with lines lw 2 lc rgb green title "e = 0.4", \
     out."/plastic.csv" using "time":(1e-6*(column("energy.kinetic") + column("energy.potential"))) every 2 with lines lw 2 lc rgb grey title "e = 0"
unset multiplot
