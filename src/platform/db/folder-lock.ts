import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartRefusal } from "#src/lib/errors.ts";

/**
 * Keeps a second process out of a data folder. The lock is a listening socket, which the system frees with the process
 * however it ends, so a killed process leaves nothing to clean up by hand.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  prepareFolder(folder);
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 24);
  const path =
    process.platform === "win32" ? `\\\\.\\pipe\\fanfare-${name}` : join(tmpdir(), `fanfare-${name}.sock`);
  const server = (await hold(path)) ?? (await takeOver(path));
  if (!server) {
    throw new StartRefusal(
      `The data folder ${folder} is in use by another Fanfare process. Stop that one, or choose another folder with --data.`,
    );
  }
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.R_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new StartRefusal(
      `The data folder ${folder} cannot be written to (${reason}). Choose another with --data.`,
    );
  }
}

function hold(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
    server.unref();
  });
}

/** A socket file that nobody answers on was left by a process that is gone. */
async function takeOver(path: string): Promise<Server | undefined> {
  const alive = await new Promise<boolean>((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
  if (alive) return undefined;
  rmSync(path, { force: true });
  return hold(path);
}
