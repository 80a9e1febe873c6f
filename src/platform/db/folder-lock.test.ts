// @project unit
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "./folder-lock.ts";

const IN_USE = /in use by another Fanfare process/;
const SCRIPT = `
  import { lockFolder } from ${JSON.stringify(resolve(import.meta.dirname, "folder-lock.ts"))};
  try {
    lockFolder(process.env.FOLDER);
    console.log("holds it");
    process.stdin.resume();
  } catch (error) {
    console.log(error.message);
  }`;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fanfare-lock-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Starts another process, with a different temp directory, that tries to lock the folder. Returns what it
 * prints.
 */
async function reach(): Promise<{ child: ChildProcess; says: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SCRIPT], {
    cwd: resolve(import.meta.dirname, "../../.."),
    env: { ...process.env, FOLDER: folder, TMPDIR: mkdtempSync(join(folder, "tmp-")) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const [says] = await once(createInterface({ input: child.stdout }), "line");
  return { child, says };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe("a data folder", () => {
  it("can't be opened twice, and is free again once the first holder lets go", () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(IN_USE);
    lock.release();
    lockFolder(folder).release();
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  it("is closed to a process with another temp directory, and free once its holder was killed", async () => {
    const { child, says } = await reach();
    expect(says).toBe("holds it");
    expect(() => lockFolder(folder)).toThrow(IN_USE);
    expect((await reach()).says).toMatch(IN_USE);
    await end(child);
    const lock = lockFolder(folder);
    expect((await reach()).says).toMatch(IN_USE);
    lock.release();
  });

  it("goes to exactly one of several processes after its holder was killed", async () => {
    await end((await reach()).child);
    const said = (await Promise.all(Array.from({ length: 5 }, reach))).map(({ says }) => says);
    expect(said.filter((says) => says === "holds it")).toHaveLength(1);
    expect(said.filter((says) => IN_USE.test(says))).toHaveLength(4);
  });
});
