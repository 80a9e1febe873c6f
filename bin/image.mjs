/*
 * Assembles what a container of Fanfare consists of: Node, its libraries, the built product, and of the packages only
 * what the server loads. The Dockerfile runs it, and test/nodes/image.test.ts starts what it leaves.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, install, packagesOf, ROOT, refuse } from "./setup.mjs";

/** Who runs the server. A number, because Kubernetes can't tell whether a name is root's. */
export const USER = 10_001;

/**
 * What isn't bundled: programs that load a binary, and packages whose files the server reads. It's the list in
 * `vite.config.ts` under `ssr`, and what `createRequire` finds.
 */
const PACKAGES = [
  /^@electric-sql\/pglite$/,
  /^pg$/,
  /^sharp$/,
  /^@expo-google-fonts\//,
  /^@fontsource(?:-variable)?\//,
  /^@ip-location-db\//,
];

/** What nothing reads while the server runs. */
const LEFT_OUT =
  /^\/node_modules\/.*\.(?:map|[cm]?ts|woff|css|scss|md)$|^\/migrations\/meta\/.*_snapshot\.json$|\/@expo-google-fonts\/inter\/(?!400Regular|700Bold)[^/]+\//;

/** The library that draws text complains on standard error without one. The product brings its own fonts. */
const FONT_SETTINGS = "<fontconfig><cachedir>/tmp/fontconfig</cachedir></fontconfig>\n";

/** Folders of the packages with all that they need, as npm has installed them for this machine. */
function neededPackages() {
  const found = new Set();
  const visit = (name, from) => {
    const nested = join(from, "node_modules", name);
    const folder = existsSync(nested) ? nested : join(ROOT, "node_modules", name);
    // Binaries for other machines aren't installed.
    if (found.has(folder) || !existsSync(folder)) return;
    found.add(folder);
    for (const needed of packagesOf(folder)) visit(needed, folder);
  };
  for (const name of packagesOf(ROOT)) {
    if (PACKAGES.some((pattern) => pattern.test(name))) visit(name, ROOT);
  }
  return [...found];
}

/** Shared libraries that programs load from outside of the packages. */
function librariesOf(programs) {
  const { stdout, status } = spawnSync("ldd", programs, { encoding: "utf8" });
  if (status !== 0) refuse("ldd can't tell which libraries Node needs.");
  const files = [...stdout.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, file]) => file);
  return [...new Set(files)].filter((file) => relative(ROOT, file).startsWith(".."));
}

function copy(file, folder) {
  const target = join(folder, file);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(file, target);
  chmodSync(target, 0o755);
}

/** Fills `folder` with the container's files, from what's installed and built. */
export function assemble(folder) {
  const app = join(folder, "app");
  mkdirSync(app, { recursive: true });
  const filter = (path) => !LEFT_OUT.test(path.slice(ROOT.length));
  for (const name of ["dist", "migrations", "package.json", "LICENSE"]) {
    cpSync(join(ROOT, name), join(app, name), { recursive: true, filter });
  }
  for (const from of neededPackages()) {
    cpSync(from, join(app, relative(ROOT, from)), { recursive: true, dereference: true, filter });
  }
  const program = join(folder, "usr/local/bin/node");
  mkdirSync(dirname(program), { recursive: true });
  copyFileSync(join(ROOT, "node_modules/node/bin/node"), program);
  const binaries = neededPackages().flatMap((from) =>
    spawnSync("find", [from, "-name", "*.node", "-type", "f"], { encoding: "utf8" }).stdout.split("\n"),
  );
  for (const file of librariesOf([program, ...binaries.filter(Boolean)])) copy(file, folder);
  for (const name of ["libc6", "libgcc-s1", "libstdc++6"]) {
    const license = `/usr/share/doc/${name}/copyright`;
    if (existsSync(license)) copy(license, folder);
  }
  mkdirSync(join(folder, "etc/fonts"), { recursive: true });
  writeFileSync(join(folder, "etc/fonts/fonts.conf"), FONT_SETTINGS);
  writeFileSync(join(folder, "etc/passwd"), `fanfare:x:${USER}:${USER}::/data:/nonexistent\n`);
  writeFileSync(join(folder, "etc/group"), `fanfare:x:${USER}:\n`);
  mkdirSync(join(folder, "tmp"), { recursive: true });
  chmodSync(join(folder, "tmp"), 0o1777);
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder) refuse("Name the folder to fill: node bin/image.mjs FOLDER");
  install({ isStart: true });
  await build();
  assemble(resolve(folder));
}
