import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./server.ts";

/**
 * Creates the data folder that every instance of the run copies. Creating a database takes longer than most
 * journeys.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-first-start-"));
  const server = await startServer(folder);
  await server.stop();
  process.env.FANFARE_FIRST_START = folder;
  return () => rm(folder, { recursive: true, force: true });
}
