#!/usr/bin/env bash
# Makes src/ragauge/report/html/vendor anew: Vega-Lite with all it needs as one script, and the licences of its parts.
set -euo pipefail
cd "$(dirname "$0")"
vendor=../../src/ragauge/report/html/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp package.json entry.js "$work"
(cd "$work" && npm install --silent --no-package-lock --no-audit --no-fund)
"$work/node_modules/.bin/esbuild" "$work/entry.js" --bundle --minify --format=iife --target=es2022 \
    --legal-comments=none --metafile="$work/meta.json" --outfile="$vendor/vega.js" --log-level=warning
node --input-type=module - "$work" > "$vendor/LICENSES.txt" <<'JS'
import { readFileSync, readdirSync } from 'node:fs';
const work = process.argv[2];
const inputs = Object.keys(JSON.parse(readFileSync(`${work}/meta.json`)).inputs);
const names = new Set(inputs.map((one) => one.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]).filter(Boolean));
for (const name of [...names].sort()) {
  const folder = `${work}/node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  console.log(`${name} ${version} (${license})\n`);
  console.log(file ? `${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n` : '');
  console.log('-'.repeat(80));
}
JS
