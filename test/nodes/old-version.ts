import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** The oldest state with migrations that this one knows. It counts until there's a tag. */
const OLDEST = "82cce63a0eec";

function git(...args: string[]): string {
  return spawnSync("git", args, { cwd: ROOT, encoding: "utf8" }).stdout?.trim() ?? "";
}

/** The oldest released version, or undefined in a copy without its history. */
function oldestVersion(): string | undefined {
  const [tag = OLDEST] = git("tag", "--list", "--sort=version:refname", "[v0-9]*")
    .split("\n")
    .filter(Boolean);
  return git("rev-parse", "--verify", "--quiet", `${tag}^{commit}`) || undefined;
}

/** The oldest version that has to be upgradeable, if its history is here. */
export const OLD_VERSION = oldestVersion();

/**
 * Builds that version's server with today's packages, once, and returns its file. The pages' scripts aren't built:
 * nobody opens a browser here.
 */
export async function buildOldVersion(commit: string): Promise<string> {
  const folder = join(ROOT, ".cache/old-versions", commit);
  if (!existsSync(folder)) {
    const making = `${folder}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    spawnSync("sh", ["-c", 'git archive "$0" | tar --extract --directory "$1"', commit, making], {
      cwd: ROOT,
    });
    symlinkSync(join(ROOT, "node_modules"), join(making, "node_modules"));
    const run = spawnSync("vite", ["build", "--ssr", "--logLevel", "error"], {
      cwd: making,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (run.status !== 0) throw new Error(`The old version can't be built.\n${run.stdout}${run.stderr}`);
    symlinkSync(join(ROOT, "dist/client"), join(making, "dist/client"));
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
  }
  return join(folder, "dist/server/main.js");
}
