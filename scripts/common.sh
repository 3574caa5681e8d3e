# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# Read by the scripts beside it: the root of the tree as the working folder, and the steps they share.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)

# Names the step that follows and the seconds since the script began.
say() {
    printf '\n== %s (%d s)\n' "$*" "$SECONDS"
}

# configure PRESET [-DNAME=VALUE...]: quiet unless it fails.
configure() {
    local log preset=$1
    shift
    log=$(mktemp)
    if ! cmake --preset "$preset" "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# build PRESET [TARGET...]: of a configured preset.
build() {
    local preset=$1
    shift
    cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}
}
