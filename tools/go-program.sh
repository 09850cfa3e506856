# Sourced by the builds of the Go programs that our tests use.

# Counts the packages that a build reports on standard input. On a terminal one line grows;
# elsewhere, as in CI, a line is printed every half minute.
tell_progress() { # NAME PACKAGES
  local name=$1 total=$2 built=0 told=$SECONDS began=$SECONDS line
  while read -r line; do
    case $line in
      *' '*)
        printf '%s\n' "$line" >&2 # A message, not a package.
        continue
        ;;
    esac
    built=$((built + 1))
    if [ -t 2 ]; then
      printf '\r%s: %d of %d packages, %d s ' "$name" "$built" "$total" "$((SECONDS - began))" >&2
    elif [ $((SECONDS - told)) -ge 30 ]; then
      told=$SECONDS
      printf '%s: %d of %d packages, %d s\n' "$name" "$built" "$total" "$((SECONDS - began))" >&2
    fi
  done
  [ ! -t 2 ] || printf '\n' >&2
}

# Builds a program of the module in the working directory unless it is there, and says how far it is.
build_program() { # DIRECTORY NAME PACKAGE WHAT-IT-IS LINKER-FLAGS
  local directory=$1 name=$2 package=$3 what=$4 linked=$5
  [ -x "$directory/$name" ] && return
  command -v go >/dev/null || {
    printf 'Building %s needs Go 1.26 or newer: https://go.dev/dl\n' "$what" >&2
    return 1
  }
  mkdir -p "$directory"
  local began=$SECONDS
  printf 'Fetching the sources of %s.\n' "$what" >&2
  go mod download
  local flags=(-trimpath -ldflags "$linked") packages
  packages=$(go list "${flags[@]}" -deps -f '{{if .Stale}}{{.ImportPath}}{{end}}' "$package" | grep -c .) || true
  printf 'Building %s: %d packages, on two cores about ten minutes for two thousand.\n' "$what" "$packages" >&2
  go build -v "${flags[@]}" -o "$directory/$name.tmp" "$package" 2>&1 | tell_progress "$name" "$packages"
  mv "$directory/$name.tmp" "$directory/$name"
  printf 'Built %s in %d s.\n' "$what" "$((SECONDS - began))" >&2
}
