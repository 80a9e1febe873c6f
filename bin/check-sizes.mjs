/* From 300 lines a file is worth a look, and at 450 it fails. The linter measures functions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const LINES_WORTH_A_LOOK = 300;
const LINES_MAX = 450;
const README_LINES_MAX = 80;

const long = [];
const tooLong = [];
for (const folder of ["src", "test", "bench", "bin"]) {
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
      measure(join(entry.parentPath, entry.name), LINES_MAX);
  }
}
measure(join(ROOT, "README.md"), README_LINES_MAX);

function measure(path, max) {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n").length;
  const file = path.slice(ROOT.length + 1);
  if (lines > max) tooLong.push(`${file} has ${lines} lines, at most ${max}: split it by noun.`);
  else if (lines > LINES_WORTH_A_LOOK) long.push(`${file} (${lines})`);
}

if (long.length > 0) console.log(`Worth a look, because they’re long: ${long.join(", ")}`);
if (tooLong.length > 0) {
  console.error(tooLong.join("\n"));
  process.exit(1);
}
