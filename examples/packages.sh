# Sourced. Debian packages: which ones the build needs, and how to install what is missing.

# shellcheck disable=SC2034  # for those who source this file
BUILD_PACKAGES=(
  g++ cmake ninja-build pkg-config
  libboost-dev libsimdjson-dev libgoogle-perftools-dev libre2-dev libpcre2-dev libyaml-cpp-dev libspdlog-dev libssl-dev
  libicu-dev libutf8proc-dev libstemmer-dev libsqlite3-dev libxxhash-dev libabsl-dev nlohmann-json3-dev libcli11-dev libcpp-httplib-dev
)

# Anything that provides what the package is wanted for counts; so another Boost than Debian's default stays.
is_installed() {
  if [[ "$1" == libboost-dev && -e /usr/include/boost/version.hpp ]]; then return; fi
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

# install_packages NAME...: installs what is missing, removes nothing, needs no network when all are there.
install_packages() {
  local package missing=()
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  if [[ ${#missing[@]} -eq 0 ]]; then return; fi
  if [[ "$(id -u)" != 0 ]]; then
    echo "These packages are missing; install them as root: apt-get install ${missing[*]}" >&2
    return 1
  fi
  echo "Installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends --no-remove "${missing[@]}" >/dev/null
}
