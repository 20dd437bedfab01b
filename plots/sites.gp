# SPDX-License-Identifier: GPL-3.0-or-later
# What a profile at one rate sees of each site: chance of a sample and mean absolute error against
# the bytes of the site. From the root of the tree:
#   build/heapodds simulate --top all --trials 2000 --format tsv -o sites.tsv
#   gnuplot -e "input='sites.tsv'; output='plots/sites.svg'" plots/sites.gp
set terminal svg size 760,380 font "sans-serif,13" background "white"
set output output
set datafile separator "\t"
set datafile missing ""
set logscale x 2
set format x ""
set xtics ("16 KiB" 2**14, "128 KiB" 2**17, "512 KiB" 2**19, "2 MiB" 2**21, "8 MiB" 2**23, "32 MiB" 2**25)
set xrange [2**13:2**26]
set yrange [0:200]
set ytics 25
set format y "%g %%"
set grid ytics lc rgb "#dddddd" lt 1
set border 3
set tics nomirror
set xlabel "bytes that a site allocated in the run"
set key off
set label 1 "mean absolute error" at 2**17.7, 165 tc rgb "#b2182b"
set label 2 "chance to be seen" at 2**22.6, 108 tc rgb "#2166ac"
set arrow 1 from 2**19, 0 to 2**19, 200 nohead lc rgb "#888888" dt 3
set label 3 "the rate" at 2**19.1, 15 tc rgb "#555555"
set label 4 "dots: closed form, rings: mean of 2000 simulated runs" at 2**26, 190 right tc rgb "#555555"
site(shown) = strcol("row") eq "site" ? shown : NaN
size = 'site(column("true_bytes"))'
red = "#b2182b"
blue = "#2166ac"
plot input using (@size):(100 * column("mape_exact")) with points pt 7 ps .15 lc rgb red, \
     input using (@size):(100 * column("mape")) every 4 with points pt 6 ps .5 lc rgb red, \
     input using (@size):(100 * column("detection_exact")) with points pt 7 ps .15 lc rgb blue, \
     input using (@size):(100 * column("detection")) every 4 with points pt 4 ps .5 lc rgb blue
