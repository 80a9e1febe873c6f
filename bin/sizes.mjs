/* No file may outgrow its limit: 300 lines, 400 for tests. The linter measures functions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const LINES_MAX = 300;
const TEST_LINES_MAX = 400;
const README_LINES_MAX = 80;

const tooLong = [];
for (const folder of ["src", "test", "bench", "bin"]) {
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name)) measure(join(entry.parentPath, entry.name));
  }
}
measure(join(ROOT, "README.md"), README_LINES_MAX);

function measure(
  path,
  max = /\.test\.tsx?$/.test(path) || path.includes("/journeys/") ? TEST_LINES_MAX : LINES_MAX,
) {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n").length;
  if (lines > max)
    tooLong.push(`${path.slice(ROOT.length + 1)} has ${lines} lines, at most ${max}: split it by noun.`);
}

if (tooLong.length > 0) {
  console.error(tooLong.join("\n"));
  process.exit(1);
}
