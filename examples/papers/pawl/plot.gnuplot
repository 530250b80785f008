# The force that the pawl's insertion takes. gnuplot -e "out='DIRECTORY'; svg='pawl.svg'" plot.gnuplot
load "../style.gnuplot"
set title "force on the pawl, mN, against its way, mm"
set yrange [-5:5]
plot out."/pawl.csv" using (1e3 * column("push.position")):(1e3 * column("push.drive.force")) with lines lw 2 lc rgb blue notitle
