#!/usr/bin/env bash
# Runs a plan among three agents that know nothing of it, all at once: hotel, flights, weather. Shows what each of them
# heard, and that none of them heard anything else.
# Usage: bash examples/tour.sh [--keep] [--free-ports] [--build FOLDER] [--version 0.3|1.0]
#   --keep             leaves the agents running
#   --free-ports       changes nothing: the ports are always free ones
#   --build FOLDER     takes the programs of that build instead of making a release build
#   --version VERSION  of A2A that the agents speak (1.0)
source "$(dirname "$0")/play_plan.sh"
read_plan_options "$@"
input='{"origin":"Beijing","destination":"Hangzhou","start_date":"2026-05-04","end_date":"2026-05-06","travellers":2}'

start_workers tour hotel flight weather
play '1. What is to be done, by whom, and how it is known that it was done. Nobody needs anybody (no after): all begin at once.' \
  0 'weather-checking' grep -v '^#' "$plan"
play '2. The run: three agents at once. The weather agent says "All done, believe me!" at first: prose is never taken for done, and the item alone is asked for again.' \
  0 'tour-plan  completed  .3 of 3 goals' "$build/schemagate" run "$plan" --input "$input" --state "$folder/tour.run"
play '3. Why it was accepted.' 0 'w2  accepted' "$build/schemagate" run explain "$folder/tour.run"
play '4. The same as data: the TaskContext, which no agent ever got.' \
  0 '"OverallStatus": ?"completed"' "$build/schemagate" run status "$folder/tour.run" -o json

heard hotel 2 'Hangzhou' 'Beijing|flight|Forecast|Plan a tour|TaskContext'
heard flight 1 'Beijing to Hangzhou' 'hotel|room|Forecast|Plan a tour|TaskContext'
heard weather 3 'Advice' 'Beijing|hotel|Book|Plan a tour|TaskContext'

play '5. A plan that cannot work is refused before anybody hears of it.' \
  2 'subtasks\[0\].items\[0\].do: the input has nothing at /destination' \
  "$build/schemagate" run "$plan" --input '{"origin":"Beijing","start_date":"x","end_date":"y","travellers":2}'
finish "$keep"
