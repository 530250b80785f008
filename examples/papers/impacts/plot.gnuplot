# Energy after over energy before, for the rod that falls on its end. gnuplot -e "out='DIRECTORY'; svg='impacts.svg'" plot.gnuplot
load "../style.gnuplot"
set title "P97 section 3: a rod falls on its end at 45 degrees and sticks, T^+/T^-"
set xlabel "e"
set key top left
set xrange [0:1]
set yrange [0.2:1.5]
plot 1 with lines lc rgb grey notitle, \
     1 + (2.5*x*x - 1.6)/2.56 with lines lw 3 lc rgb "#ead2bc" title "1 + (2.5 e^2 - 1.6)/2.56", \
     out."/poisson.csv" using "e":(column("after")/column("before")) with points pt 7 ps 0.6 lc rgb brown title "compression and decompression (Poisson)", \
     0.375 + 0.625*x*x with lines lw 3 lc rgb "#bcd4ea" title "0.375 + 0.625 e^2", \
     out."/short.csv" using "e":(column("after")/column("before")) with points pt 7 ps 0.6 lc rgb blue title "short form v^+ = (1 + e) v^c - e v^-"
