import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { FORGETFUL, startPostgres } from "#test/harness/postgres.ts";
import { startNode } from "./node-process.ts";
import { dataFolder, removeFolders } from "./stores.ts";

/**
 * Creates the databases that every test clones, by first starts of the built server. They also leave its compiled
 * modules to all that follow, which no process leaves that's killed.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [data, kept, server] = await Promise.all([dataFolder(), dataFolder(), startPostgres(FORGETFUL)]);
  await (await startNode({ data })).end("SIGTERM");
  await (await startNode({ data: kept, databaseUrl: `${server.url}/template_fanfare` })).end("SIGTERM");
  project.provide("folder", join(data, "db"));
  project.provide("server", "");
  project.provide("records", "");
  project.provide("postgres", server.url);
  return async () => {
    await server.stop();
    await removeFolders();
  };
}
