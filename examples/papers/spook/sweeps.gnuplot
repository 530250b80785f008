# L11 figure 10. gnuplot -e "out='DIRECTORY'; svg='sweeps.svg'" sweeps.gnuplot
load "../style.gnuplot"
set title "L11 Fig. 10: squeezed box, residual of Gauss-Seidel against sweeps"
set xlabel "sweeps"
set logscale xy
set format y "10^{%L}"
set key bottom left
plot out."/sweeps.csv" using "time":"block" with lines lw 2 lc rgb blue title "contact by contact", \
     "" using "time":"separate" with lines lw 2 lc rgb green title "normal, then tangents", \
     "" using "time":"normals_first" with lines lw 2 lc rgb brown title "all normals first", \
     "" using "time":"share" with lines dt 2 lc rgb grey title "share of the normal impulse"
