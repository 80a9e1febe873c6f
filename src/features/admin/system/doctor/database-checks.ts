/* What the database tells. */
import { readMigrations } from "#src/platform/db/migrate.ts";
import { type Check, ok, POSTGRES_MIN, unsure, wrong } from "./doctor-rules.ts";
import { findServerVersion, listAppliedMigrations } from "./doctor-store.ts";
import { findMissedRelease } from "./known-holes.ts";
import type { Patient } from "./patient.ts";

export async function checkDatabase({ db, databaseProblem, config }: Patient): Promise<Check> {
  const isServer = config.DATABASE_URL !== "";
  if (!db)
    return databaseProblem === ""
      ? unsure("database", "There’s no database yet.", "The first start makes it.")
      : wrong(
          "database",
          databaseProblem,
          isServer
            ? "Start the server of DATABASE_URL, or correct DATABASE_URL."
            : "Restore a backup, or choose another folder with DATA_DIR.",
        );
  const begun = performance.now();
  const version = await findServerVersion(db);
  const ms = Math.round(performance.now() - begun);
  if (version.number < POSTGRES_MIN)
    return wrong(
      "database",
      `The server is PostgreSQL ${version.text}.`,
      `Upgrade it to PostgreSQL ${POSTGRES_MIN} or newer.`,
    );
  return ok("database", `PostgreSQL ${version.text} answers in ${ms} ms.`);
}

/** Of Node.js and PostgreSQL. The embedded database comes with Fanfare. */
export async function checkHoles({ db, config }: Patient): Promise<Check> {
  const server = db && config.DATABASE_URL !== "" ? await findServerVersion(db) : undefined;
  const found = [
    { product: "Node.js" as const, version: process.versions.node },
    ...(server ? [{ product: "PostgreSQL" as const, version: server.text }] : []),
  ].flatMap(({ product, version }) => {
    const missed = findMissedRelease(product, version);
    return missed ? [{ ...missed, product, version }] : [];
  });
  const [first] = found;
  if (first)
    return wrong(
      "holes",
      `${first.product} ${first.version} has known holes, which were closed on ${first.date}.`,
      first.product === "Node.js"
        ? `Upgrade Fanfare to a version that brings Node.js ${first.upgradeTo} or newer.`
        : `Upgrade ${first.product} to ${first.upgradeTo} or newer.`,
    );
  return ok("holes", "Node.js and PostgreSQL have no holes that this version of Fanfare knows of.");
}

export async function checkMigrations({ db, migrationsFolder }: Patient): Promise<Check> {
  const known = readMigrations(migrationsFolder).map(({ folderMillis }) => folderMillis);
  const applied = db && (await listAppliedMigrations(db));
  if (!applied) return unsure("migrations", "Without the database, nobody knows which migrations it has.");
  const missing = known.filter((name) => !applied.includes(name)).length;
  if (applied.some((name) => !known.includes(name)))
    return wrong(
      "migrations",
      "A newer version of Fanfare has upgraded this database.",
      "Start that version, or restore a backup from before the upgrade.",
    );
  if (missing > 0)
    return unsure(
      "migrations",
      `${missing} of ${known.length} migrations are still to come.`,
      "The next start runs them.",
    );
  return ok("migrations", `All ${known.length} migrations have run.`);
}
