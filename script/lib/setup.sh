# Sourced by the scripts that need something installed. After `prepare run` or `prepare test` the virtual environment .venv
# and the system's packages are what the lock files and the lists below say. The second time costs a few milliseconds.
# shellcheck shell=bash

# What Debian calls what we need: to run (Pango draws the text of the PDFs), and to test besides (Playwright's driver needs
# libatomic and does not bring it).
RUN_PACKAGES=(libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)
TEST_PACKAGES=(git chromium poppler-utils libatomic1)

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

stop() {
    printf '%s\n' "$@" >&2
    exit 1
}

# Run a command that is only worth reading when it fails.
quietly() {
    local log
    log=$("$@" 2>&1 </dev/null) || stop "$log" "Installing failed. Once the reason above is mended, run $0 again."
}

# Install Debian packages that are missing; where we may not, say the one command to type.
debian() {
    local missing=() name
    for name in "$@"; do
        [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || missing+=("$name")
    done
    ((${#missing[@]})) || return 0
    local sudo=() root='su - -c'
    if ((EUID != 0)); then
        if command -v sudo >/dev/null; then root='sudo sh -c'; fi
        sudo --non-interactive true 2>/dev/null ||
            stop "Some packages of the system are missing, and installing them needs a password. Type this, then run $0 again:" \
                "" "    $root 'apt-get update && apt-get install --yes ${missing[*]}'" ""
        sudo=(sudo --non-interactive)
    fi
    echo "Installing ${missing[*]} ..." >&2
    local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get --quiet
        -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    quietly "${apt[@]}" update # old lists of packages name files that the mirrors no longer have
    quietly "${apt[@]}" install --yes --no-install-recommends "${missing[@]}"
}

# Print the first Python that is new enough and can make virtual environments.
find_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    return 1
}

# prepare run | prepare test
prepare() {
    local lock=requirements.lock packages=("${RUN_PACKAGES[@]}")
    if [[ $1 == test ]]; then
        lock=requirements-dev.lock
        packages+=("${TEST_PACKAGES[@]}")
    fi
    if command -v apt-get >/dev/null; then
        [[ -x .venv/bin/python ]] || find_python >/dev/null || packages+=(python3 python3-venv)
        debian "${packages[@]}"
    fi

    # A virtual environment that was copied or moved still points to its first place: such a one is made anew.
    if ! .venv/bin/python -c '' 2>/dev/null || ! grep --quiet --fixed-strings "$(pwd -P)/.venv" .venv/pyvenv.cfg; then
        local python
        python=$(find_python) ||
            stop "Tableside needs Python 3.11 or newer with its module venv; here is $(python3 --version 2>&1)."
        "$python" -m venv --clear .venv || stop "No virtual environment could be made in $PWD/.venv."
    fi
    local stamp=.venv/ready-to-$1 state
    state=$(cat "$lock" pyproject.toml hatch_build.py | cksum)
    if [[ $(cat "$stamp" 2>/dev/null) != "$state" ]]; then
        echo "Installing the Python packages ..." >&2
        local pip=(.venv/bin/python -m pip --disable-pip-version-check --no-input install)
        quietly "${pip[@]}" --require-hashes --requirement "$lock"
        quietly "${pip[@]}" --no-deps --no-build-isolation --editable .
        printf '%s\n' "$state" >"$stamp"
    fi
    local catalogue
    for catalogue in companion/locale/*/LC_MESSAGES/messages.po; do
        if [[ ! ${catalogue%.po}.mo -nt $catalogue ]]; then
            .venv/bin/python hatch_build.py
            break
        fi
    done
}
