# The loader's run and L11 figure 12. gnuplot -e "out='DIRECTORY'; svg='wheel_loader.svg'" plot.gnuplot
load "../style.gnuplot"
set terminal svg size 760,640 font "sans,12" background "white"
set multiplot layout 2,2 margins 0.09,0.98,0.09,0.95 spacing 0.12,0.13
set key top left
set title "way and height of the bucket, m"
plot out."/wheel_loader.csv" using "time":"rear_frame.position[1]" with lines lw 2 lc rgb blue title "way", \
     out."/wheel_loader.csv" using "time":"bucket.position[3]" with lines lw 2 lc rgb brown title "bucket"
set title "force of the rocks on the bucket, kN"
plot out."/wheel_loader.csv" using "time":(-column("load.force[3]") / 1e3) with lines lw 1 lc rgb blue notitle
set title "L11 Fig. 12: rms violation, m and rad"
set logscale y
set format y "10^{%L}"
set yrange [1e-9:1e-2]
set xlabel "time, s"
plot out."/violation.csv" using "time":"rms" with lines lw 1 lc rgb blue notitle
set title "processor time of a step, ms"
set yrange [*:*]
set format y "%g"
plot out."/wheel_loader.csv" using "time":(1e3 * column("processorTime")) with lines lw 1 lc rgb blue notitle, 1000.0 / 60 with lines lc rgb grey title "real time"
unset multiplot
