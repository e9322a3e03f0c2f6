#!/bin/sh
# A Hex bot that speaks the Hex Text Protocol, in POSIX shell. It plays the first empty cell, column by column.
size=11
taken=" "

# Print the first empty cell.
first_empty() {
  for column in a b c d e f g h i j k l m n o p q r s t u v w x y z; do
    row=1
    while [ "$row" -le "$size" ]; do
      case "$taken" in
        *" $column$row "*) ;;
        *) echo "$column$row"; return ;;
      esac
      row=$((row + 1))
    done
  done
}

while read -r line; do
  set -- $line
  number=
  case "$1" in [0-9]*) number=$1; shift ;; esac
  case "$1" in
    boardsize) size=$2; taken=" "; answer= ;;
    clear_board) taken=" "; answer= ;;
    play) taken="$taken$3 "; answer= ;;
    genmove) answer=$(first_empty); taken="$taken$answer " ;;
    name) answer="first empty cell" ;;
    version) answer=1 ;;
    protocol_version) answer=2 ;;
    list_commands) answer="boardsize clear_board genmove list_commands name play protocol_version quit version" ;;
    quit) printf '=%s\n\n' "$number"; exit 0 ;;
    *) printf '?%s unknown command\n\n' "$number"; continue ;;
  esac
  printf '=%s %s\n\n' "$number" "$answer"
done
