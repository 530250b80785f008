# P04 figures 4 and 5. gnuplot -e "out='DIRECTORY'; svg='carts.svg'" plot.gnuplot
load "../style.gnuplot"
set terminal svg size 760,560 font "sans,12" background "white"
set multiplot layout 2,2 margins 0.09,0.98,0.09,0.94 spacing 0.12,0.13
set key top right
set xrange [0:4]
set title "P04 Fig. 4: x_2 - x_1 - 5, m"
plot out."/damping_1e2.csv" using "time":(column("second.position[1]") - column("first.position[1]") - 5) every 4 with lines lw 1.5 lc rgb blue title "{/Symbol d} = 10^2", \
     out."/damping_1e3.csv" using "time":(column("second.position[1]") - column("first.position[1]") - 5) every 4 with lines lw 1.5 lc rgb brown title "10^3", \
     out."/damping_1e6.csv" using "time":(column("second.position[1]") - column("first.position[1]") - 5) every 4 with lines lw 1.5 lc rgb green title "10^6"
set title "P04 Fig. 4: energy, J"
plot out."/damping_1e2.csv" using "time":(column("energy.kinetic") + column("energy.potential")) every 4 with lines lw 1.5 lc rgb blue title "{/Symbol d} = 10^2", \
     out."/damping_1e3.csv" using "time":(column("energy.kinetic") + column("energy.potential")) every 4 with lines lw 1.5 lc rgb brown title "10^3", \
     out."/damping_1e6.csv" using "time":(column("energy.kinetic") + column("energy.potential")) every 4 with lines lw 1.5 lc rgb green title "10^6"
set xlabel "time, s"
set xrange [0:2]
set title "P04 Fig. 5: x_1 - 0.2, m"
plot out."/stiffness_1e2.csv" using "time":(column("first.position[1]") - 0.2) every 3 with lines lw 1.5 lc rgb blue title "{/Symbol g} = 10^2", \
     out."/stiffness_1e4.csv" using "time":(column("first.position[1]") - 0.2) every 3 with lines lw 1.5 lc rgb brown title "10^4", \
     out."/stiffness_1e6.csv" using "time":(column("first.position[1]") - 0.2) every 3 with lines lw 1.5 lc rgb green title "10^6"
set title "P04 Fig. 5: energy, J"
plot out."/stiffness_1e2.csv" using "time":(column("energy.kinetic") + column("energy.potential")) every 3 with lines lw 1.5 lc rgb blue title "{/Symbol g} = 10^2", \
     out."/stiffness_1e4.csv" using "time":(column("energy.kinetic") + column("energy.potential")) every 3 with lines lw 1.5 lc rgb brown title "10^4", \
     out."/stiffness_1e6.csv" using "time":(column("energy.kinetic") + column("energy.potential")) every 3 with lines lw 1.5 lc rgb green title "10^6"
unset multiplot
