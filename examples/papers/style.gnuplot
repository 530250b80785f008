# What all plots of the experiments share.
set datafile separator ","
set terminal svg size 760,360 font "sans,12" background "white"
set output svg
set grid lc rgb "#dddddd"
set border lc rgb "#666666"
blue = "#1f6fb4"
brown = "#b4661f"
green = "#2a7d2a"
grey = "#888888"
