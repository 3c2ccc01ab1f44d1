# Sourced by the scripts that drive the window: the project's root, a home of their own, no display, no time limit.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
chmod 700 "$home"
export QT_QPA_PLATFORM=offscreen:configfile=$PWD/tests/support/screens.json
export HOME=$home XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_RUNTIME_DIR=$home
export QTEST_FUNCTION_TIMEOUT=36000000
