/*
 * Breaks the product in the ways of `mutants.mjs`, one at a time in a copy of the sources, and expects its tests to notice.
 * Words as arguments run only the mutants that are described with one of them.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countVitest } from "./count.mjs";
import { MUTANTS } from "./mutants.mjs";
import { build, install, ROOT } from "./setup.mjs";

// Not below `.cache`, where Vitest looks for no tests.
const COPY = mkdtempSync(join(tmpdir(), "fanfare-mutants-"));
const UNIT = /^src\/(lib\/|platform\/geo\/|features\/[^/]+\/rules\.test)/;

function copySources() {
  const copied = ["src", "test", "bin", "public", "migrations", "package.json", "vitest.config.ts"];
  const configs = [
    "tsconfig.json",
    ...["base", "browser", "server", "shared", "worker"].map((name) => `tsconfig.${name}.json`),
  ];
  for (const path of [...copied, ...configs]) {
    cpSync(join(ROOT, path), join(COPY, path), { recursive: true });
  }
  for (const folder of ["node_modules", "dist"]) symlinkSync(join(ROOT, folder), join(COPY, folder), "dir");
}

function test(name, files) {
  const projects = new Set(files.map((file) => (UNIT.test(file) ? "unit" : "server")));
  return countVitest({
    name: `mutant-${name}`,
    args: ["--root", COPY, ...[...projects].map((project) => `--project=${project}`), "--bail=1", ...files],
    files: [],
    isEnough: () => true,
    quiet: true,
  });
}

/** Whether a test failed: a mutant that only keeps the tests from running proves nothing. */
async function isKilled({ file, find, replace, tests }) {
  const path = join(COPY, file);
  const source = readFileSync(path, "utf8");
  if (source.split(find).length !== 2) throw new Error(`${file} doesn't have exactly once: ${find}`);
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  try {
    const { failed, problems } = await test("run", tests);
    return failed > problems.length;
  } finally {
    writeFileSync(path, source);
  }
}

install();
await build();
copySources();
process.on("exit", () => rmSync(COPY, { recursive: true, force: true }));
const words = process.argv.slice(2);
const mutants = MUTANTS.map(([what, file, find, replace, tests]) => ({
  what,
  file,
  find,
  replace,
  tests,
})).filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
const { failed, problems } = await test("none", [...new Set(mutants.flatMap(({ tests }) => tests))]);
if (failed > 0) {
  console.error(`The tests fail without any mutant: ${problems.join("; ")}`);
  process.exit(1);
}
let survived = 0;
for (const mutant of mutants) {
  const killed = await isKilled(mutant);
  if (!killed) survived++;
  console.log(`${killed ? "noticed" : "NOT NOTICED"}  ${mutant.what}`);
}
console.log(`${mutants.length - survived} of ${mutants.length} mutants noticed`);
process.exit(survived === 0 ? 0 : 1);
