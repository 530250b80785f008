# A03 figure 4. gnuplot -e "out='DIRECTORY'; svg='frames.svg'" frames.gnuplot
load "../style.gnuplot"
set terminal svg size 760,420 font "sans,12" background "white"
set datafile separator whitespace
set multiplot layout 2,2 margins 0.04,0.98,0.03,0.94 spacing 0.04,0.1
set samples 69
set xrange [-68:68]
set yrange [-2:64]
set size ratio -1
unset key
unset xtics
unset ytics
unset grid
times = "0 1 4 20"
do for [k = 0:3] {
  set title "t = ".word(times, k + 1)." s"
  plot out."/frame_".k.".txt" with lines lw 0.7 lc rgb blue, \
       0 with lines lc rgb "#333333", \
       (abs(x) > 30 ? (abs(x) - 33.03108891324553)*sqrt(3) + 1.75 : NaN) with lines lc rgb "#333333"
}
unset multiplot
