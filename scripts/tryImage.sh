#!/usr/bin/env bash
# Runs the steps of docs/deploy/Dockerfile without Docker, in an empty folder, as far as they do not need root: build
# from the files that the image is given and nothing else, keep those that the last stage copies, then start the
# service, run its health check, and wait until it is ready.
#
#   scripts/tryImage.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-$(mktemp -d)}
mkdir -p "$folder/build" "$folder/app" "$folder/data"
git archive HEAD assembly scripts src package.json package-lock.json tsconfig.json asconfig.json |
  tar -x -C "$folder/build"
(cd "$folder/build" && npm ci --ignore-scripts --no-audit --no-fund --silent && npm run build --silent &&
  npm prune --omit=dev --ignore-scripts --no-audit --no-fund --silent)
mv "$folder/build/package.json" "$folder/build/node_modules" "$folder/build/dist" "$folder/app/"
rm -rf "$folder/build"
du -sh "$folder/app" | sed 's/^/image without Node: /'

port=${PORT:-18080}
env -i PATH="$PATH" NODE_ENV=production PORT="$port" SIDELOBE_DATA_DIR="$folder/data" \
  node "$folder/app/dist/cli.js" serve --demo >/dev/null 2>"$folder/log" &
pid=$!
trap 'kill $pid 2>/dev/null || true' EXIT
for _ in $(seq 60); do
  if PORT=$port node -e "$(sed -n 's/^ *CMD \["node", "-e", "\(.*\)"\]$/\1/p' docs/deploy/Dockerfile)"; then
    echo 'the health check of the image says: healthy'
    for _ in $(seq 60); do
      if curl -fs -o /dev/null "http://127.0.0.1:$port/health/ready"; then
        echo 'ready'
        kill $pid
        wait $pid
        exit 0
      fi
      sleep 1
    done
    break
  fi
  sleep 1
done
echo 'not healthy and then ready within 60 s each:' >&2
cat "$folder/log" >&2
exit 1
