#!/bin/sh
# Runs the command line, whose jar is beside this script, with the Java of JAVA_HOME, or else of the path. The JDBC drivers are
# those of the server.
script=$0
while [ -h "$script" ]; do
  target=$(readlink "$script")
  case $target in
    /*) script=$target ;;
    *) script=$(dirname "$script")/$target ;;
  esac
done
if [ -t 1 ]; then
  terminal=true
  COLUMNS=${COLUMNS:-$(tput cols 2>/dev/null)}
  export COLUMNS
else
  terminal=false
fi
directory=$(dirname "$script")
drivers=${REPRISE_DRIVERS:-$directory/../usr/servers/reprise/drivers}
# A command is over before the second compiler's work pays.
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
  "-Dreprise.terminal=$terminal" -cp "$directory/reprise-cli.jar:$drivers/*" dev.reprise.cli.Launcher "$@"
