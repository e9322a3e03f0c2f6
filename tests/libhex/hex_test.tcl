# The Tcl extension, run by tclsh with TCLLIBPATH set to its folder. Prints "passed" or the first difference.

proc expect {script expected} {
    set status [catch {uplevel 1 $script} result options]
    if {$status == 1} {set result [list error $result [lrange [dict get $options -errorcode] 0 1]]}
    if {$result ne $expected} {
        puts stderr "$script\n  gives    $result\n  expected $expected"
        exit 1
    }
}
proc refuse {script message code} {uplevel 1 [list expect $script [list error $message $code]]}

package require hex
expect {package present hex} [package provide hex]

# A whole game: red answers every blue stone beside it, and blue walks through the middle row.
set board [hex::board new 5]
set turn blue
foreach {row col} {2 0  1 0  2 1  1 1  2 2  1 2  2 3  1 3  2 4} {
    expect {$board winner} ""
    expect {$board get $row $col} empty
    $board set $row $col $turn
    set turn [hex::other $turn]
}
expect {$board winner} blue
expect {list [$board count blue] [$board count red] [$board count empty]} {5 4 16}
expect {$board dump} " rb   rb   rb   rb    b  "

# Cells and texts.
expect {$board size} 5
expect {$board neighbours 0 0} {{0 1} {1 0}}
expect {$board neighbours 2 2} {{1 2} {1 3} {2 1} {2 3} {3 1} {3 2}}
set copy [$board copy]
$copy set 2 4 empty
expect {list [$board winner] [$copy winner]} {blue {}}
$copy assign $board
expect {$copy dump} [$board dump]
$copy flip
expect {$copy winner} red
$copy clear
expect {$copy count empty} 25
$copy scan [$board dump]
expect {$copy winner} blue

# Names: in the current namespace, imported, renamed, behind an alias; a board ends with its command.
namespace eval game {
    expect {hex::board create mine 3} ::game::mine
    namespace export mine
}
namespace import game::mine
mine set 0 0 red
rename game::mine game::yours
expect {game::yours get 0 0} red
mine destroy
expect {info commands game::*} ""
interp alias {} ours {} [hex::board create theirs 2]
ours destroy
expect {info commands theirs} ""
rename $copy {}
refuse {$copy size} "invalid command name \"$copy\"" {TCL LOOKUP}
refuse {hex::board create set 3} {command "::set" already exists} {HEX NAME}

# Errors change nothing.
refuse {hex::board new 0} {the size is not from 1 to 1000, or the sizes differ} {HEX SIZE}
refuse {hex::board new 1001} {the size is not from 1 to 1000, or the sizes differ} {HEX SIZE}
refuse {hex::board new} {wrong # args: should be "hex::board new size"} {TCL WRONGARGS}
refuse {hex::board} {wrong # args: should be "hex::board create|new ?name? size"} {TCL WRONGARGS}
refuse {hex::other} {wrong # args: should be "hex::other stone"} {TCL WRONGARGS}
refuse {$board set 5 0 red} {the cell is not on the board} {HEX CELL}
refuse {$board get 0 -1} {the cell is not on the board} {HEX CELL}
refuse {$board neighbours 9 9} {the cell is not on the board} {HEX CELL}
refuse {$board set 0 0 green} {bad stone "green": must be red, blue, or empty} {TCL LOOKUP}
refuse {$board set 0 0} "wrong # args: should be \"$board set row col stone\"" {TCL WRONGARGS}
refuse {$board scan "rb"} {the text does not have size * size characters} {HEX LENGTH}
refuse {$board scan [string repeat x 25]} {a stone is not one of ' ', 'r' and 'b'} {HEX STONE}
refuse {$board scan [string repeat \0 25]} {a stone is not one of ' ', 'r' and 'b'} {HEX STONE}
refuse {$board assign puts} {"puts" is not a board} {HEX NAME}
refuse {$board assign [hex::board new 4]} {the size is not from 1 to 1000, or the sizes differ} {HEX SIZE}
expect {catch {$board jump}} 1
expect {catch {$board set a 0 red}} 1
expect {catch {$board set 99999999999 0 red}} 1
expect {$board dump} " rb   rb   rb   rb    b  "

# Each interpreter has its own, a safe one, too.
set safe [interp create -safe]
load [lindex [info loaded {}] 0 0] Hex $safe
expect {$safe eval {hex::board new 2}} ::hex::board1
expect {$safe eval [list $board size]} 2
interp delete $safe
expect {$board size} 5

puts passed
