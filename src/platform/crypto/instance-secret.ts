import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RowConnection } from "../backup/row-connection.ts";
import type { Db } from "../db/database.ts";
import { findInstanceValue, insertInstanceValue } from "../key-value-store.ts";
import type { Secrets } from "./vault.ts";

const NAME = "secret";

interface Places {
  db: Db;
  /**
   * The data folder, if only this process uses the database. Nodes that share a database have no folder in
   * common.
   */
  folder: string | undefined;
}

/** Returns the configured secrets, or the one that the first start created and stored. */
export async function instanceSecrets(
  { db, folder }: Places,
  { secret, earlier }: { secret: string; earlier: readonly string[] },
): Promise<Secrets> {
  if (secret) return [secret, ...earlier];
  const made = randomBytes(32).toString("base64url");
  if (folder === undefined) return [await insertInstanceValue(db, NAME, made), ...earlier];
  // Stored in a file, so that a copy of the database doesn't contain the key to its encrypted columns.
  const file = join(folder, NAME);
  return [readSecret(file) ?? writeSecret(file, made), ...earlier];
}

/** The one that's stored, if the environment has none. Empty before the first start. */
export async function readInstanceSecret({
  db,
  folder,
}: {
  db?: Db;
  folder: string | undefined;
}): Promise<string> {
  if (folder !== undefined) return readSecret(join(folder, NAME)) ?? "";
  return (db && (await findInstanceValue(db, NAME))) ?? "";
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Written atomically and synced to disk before anything is encrypted with it. */
function writeSecret(file: string, secret: string): string {
  const part = `${file}.part`;
  const descriptor = openSync(part, "w", 0o600);
  writeSync(descriptor, `${secret}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(part, file);
  return secret;
}

/** The one in a database that's being replaced. Empty if there's none. */
export async function findSecretIn(connection: RowConnection): Promise<string> {
  const [there] = await connection.rows<{ is: boolean }>(
    "select to_regclass('public.instance_values') is not null as is",
  );
  if (!there?.is) return "";
  const [row] = await connection.rows<{ value: string }>(
    "select value from instance_values where name = 'secret'",
  );
  return row?.value ?? "";
}

/** Empty if it's to be nowhere in the database. */
export async function updateSecretIn(connection: RowConnection, secret: string): Promise<void> {
  await connection.run("delete from instance_values where name = 'secret'");
  if (secret !== "")
    await connection.rows(
      "insert into instance_values (name, value, created_at) values ('secret', $1, now())",
      [secret],
    );
}
