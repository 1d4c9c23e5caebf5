# gnuplot -e "folder='build/demo'" examples/learning_curves.gp: draws the demo's learning curves.
set terminal svg size 720,400 font "sans-serif,14" background "white"
set output folder . "/learning-curves.svg"
set datafile separator ","
set key autotitle columnhead bottom right
set title "Compass World: which wall am I facing? (one run each)" font "sans-serif,14"
set xlabel "steps"
set ylabel "accuracy"
set yrange [0:1.02]
set format x "%.0s%c"
set ytics 0.2
set format y "%.1f"
set grid ytics lc rgb "#dddddd"
set border 3
set tics nomirror out
data = folder . "/learning-curves.csv"
plot data using 1:2 with lines lw 2.5 lc rgb "#1b6ca8", \
     data using 1:3 with lines lw 2.5 lc rgb "#1b6ca8" dt 2, \
     data using 1:4 with lines lw 2.5 lc rgb "#d1495b", \
     data using 1:5 with lines lw 2.5 lc rgb "#d1495b" dt 2
