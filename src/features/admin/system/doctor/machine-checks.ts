/* What the machine itself tells. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { findDiskSpace } from "#src/platform/disk-space.ts";
import { type Check, gigabytes, isDiskShort, ok, unsure, wrong } from "./doctor-rules.ts";
import type { Patient } from "./patient.ts";

const NODE_MIN = 24;
const OTHERS = 0o077;

export function checkNode(): Check {
  const [major = 0] = process.versions.node.split(".").map(Number);
  const { node: version } = process.versions;
  if (major < NODE_MIN)
    return wrong(
      "node",
      `This is Node.js ${version}.`,
      `Start Fanfare by “npm start”, which brings Node.js ${NODE_MIN}.`,
    );
  return ok("node", `This is Node.js ${version}.`);
}

export function checkFolder({ dataFolder }: Patient): Check {
  if (!existsSync(dataFolder))
    return unsure("folder", `There’s no data folder at ${dataFolder} yet.`, "The first start makes it.");
  try {
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(
      "folder",
      `This user may not write to ${dataFolder}.`,
      "Give the folder to the user that runs Fanfare, or choose another one with DATA_DIR.",
    );
  }
  const open = ["", "secret"].find((name) => isOpen(join(dataFolder, name)));
  if (open !== undefined)
    return wrong(
      "folder",
      `Other users of this machine can read ${join(dataFolder, open)}.`,
      "Take their rights to it away, with “chmod -R go-rwx”.",
    );
  return ok("folder", `Only this user has access to ${dataFolder}.`);
}

/** Windows keeps rights elsewhere. */
function isOpen(path: string): boolean {
  return process.platform !== "win32" && existsSync(path) && (statSync(path).mode & OTHERS) !== 0;
}

export async function checkDisk({ dataFolder, backupFolder }: Patient): Promise<Check> {
  const places = [dataFolder, backupFolder];
  const spaces = await Promise.all(places.map(findDiskSpace));
  const short = spaces.findIndex((space) => space !== undefined && isDiskShort(space));
  const shortest = spaces[short];
  if (shortest)
    return wrong(
      "disk",
      `The disk of ${places[short]} has only ${gigabytes(shortest.free)} left.`,
      "Free some space, or move the folder to a larger disk.",
    );
  const [space] = spaces;
  if (!space) return unsure("disk", "The space on the disk couldn’t be found out.");
  return ok("disk", `${gigabytes(space.free)} of ${gigabytes(space.total)} on the disk are free.`);
}

export async function checkPort({ config: { PORT, HOST }, isRunning }: Patient): Promise<Check> {
  if (isRunning) return ok("port", `Fanfare answers at port ${PORT}.`);
  const problem = await tryPort(PORT, HOST);
  if (problem === "EADDRINUSE")
    return wrong("port", `Another program has port ${PORT}.`, "Stop it, or choose another port with PORT.");
  if (problem === "EACCES")
    return wrong("port", `This user may not listen on port ${PORT}.`, "Choose one above 1023 with PORT.");
  if (problem !== undefined)
    return wrong(
      "port",
      `Fanfare can’t listen on ${HOST} (${problem}).`,
      "Choose another address with HOST.",
    );
  return ok("port", `Port ${PORT} is free.`);
}

function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", ({ code = "unknown" }: NodeJS.ErrnoException) => done(code));
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
}
