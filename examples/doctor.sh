#!/usr/bin/env bash
# Runs a plan in which each agent needs what the one before it found: diagnosis, prescription, pharmacy. Shows what each
# of them heard, what becomes of an answer that is none, and of the others when the first one fails.
# Usage: bash examples/doctor.sh [--keep] [--free-ports] [--build FOLDER] [--version 0.3|1.0]
#   --keep             leaves the agents running
#   --free-ports       changes nothing: the ports are always free ones
#   --build FOLDER     takes the programs of that build instead of making a release build
#   --version VERSION  of A2A that the agents speak (1.0)
source "$(dirname "$0")/play_plan.sh"
read_plan_options "$@"
input='{"symptoms":"fever 38.5 and cough for three days","age":34}'

start_workers doctor diagnosis prescription pharmacy
play '1. What is to be done, by whom, and who needs whose findings (after).' 0 'after: .diagnose' grep -v '^#' "$plan"
play '2. One after the other. The first prescription says "done": it has neither mg nor days, is not accepted, and is asked for again.' \
  0 'see-a-doctor  completed  .3 of 3 goals' "$build/schemagate" run "$plan" --input "$input" --state "$folder/doctor.run"
play '3. Each verdict, with its evidence.' 0 'p1  accepted' "$build/schemagate" run explain "$folder/doctor.run"

heard diagnosis 1 'fever 38.5' 'Prescribe|Buy'
heard prescription 2 'Influenza A' 'fever|cough|age 34'
heard pharmacy 1 'Oseltamivir 75 mg' 'fever|cough|age 34|Influenza'

stop_worker diagnosis
play '4. No diagnosis: the other two are blocked, and nobody is asked for medicine.' \
  3 'blocked .*it needs diagnose' "$build/schemagate" run "$plan" --input "$input"
heard pharmacy 1 'Oseltamivir 75 mg' 'fever'
finish "$keep"
