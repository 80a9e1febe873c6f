import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { type Measured, result } from "./measurement.ts";
import { residentMegabytes } from "./rss.ts";

const ROWS = 200_000;
const RATIO_MIN = 0.5;
const MEGABYTES_MAX = 150;
const PART_BYTES = 4 * 1024 * 1024;
const LOOK_MS = 100;
const FIRST = ["Ann", "Ben", "Cem", "Dora", "Emil", "Farid", "Greta", "Hugo", "Ines", "Nora"];

type Owner = Awaited<ReturnType<typeof signUp>>;

function csvFile(): Uint8Array<ArrayBuffer> {
  const lines = ["Email,Name,Country"];
  for (let row = 1; row <= ROWS; row++) lines.push(`fan${row}@fans.example,${FIRST[row % 10]} ${row},DE`);
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

/** Sends a file as browsers do, in parts. Returns the import's id. */
async function upload(owner: Owner, file: Uint8Array<ArrayBuffer>): Promise<string> {
  const part = (from: number) => new File([file.subarray(from, from + PART_BYTES)], "fans.csv");
  const first = new FormData();
  first.set("bytes", String(file.length));
  first.set("name", "fans.csv");
  first.set("file", part(0));
  const { id } = await expectOk(owner.api("POST", "/contacts/imports", first));
  for (let start = PART_BYTES; start < file.length; start += PART_BYTES) {
    const next = new FormData();
    next.set("start", String(start));
    next.set("file", part(start));
    await expectOk(owner.api("POST", `/contacts/imports/${id}/parts`, next));
  }
  return id;
}

async function reaches(owner: Owner, id: string, states: readonly string[]): Promise<void> {
  for (;;) {
    const { state } = await expectOk(owner.api("GET", `/contacts/imports/${id}`));
    if (states.includes(state)) return;
    if (["failed", "cancelled"].includes(state)) throw new Error(`The import is ${state}.`);
    await wait(LOOK_MS);
  }
}

/** What an import writes for each row. */
const WRITTEN = ["contacts", "contact_consents", "contact_timeline", "import_changes"];

/** The rows that the import wrote, by COPY into the same tables with the same indexes. */
async function copySeconds(database: pg.Client, folder: string): Promise<number> {
  for (const table of WRITTEN) {
    await database.query(`create table copied_${table} (like ${table} including all)`);
    await database.query(`copy ${table} to '${join(folder, table)}'`);
  }
  await database.query("checkpoint");
  const started = performance.now();
  for (const table of WRITTEN) await database.query(`copy copied_${table} from '${join(folder, table)}'`);
  return secondsSince(started);
}

const secondsSince = (started: number) => (performance.now() - started) / 1000;

/** Rows per second from “Import” to the end, relative to COPY, and what it takes in memory. */
export async function measureImport(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), "fanfare-bench-"));
  try {
    // The database may run as somebody else.
    await chmod(folder, 0o777);
    const id = await upload(owner, csvFile());
    const before = residentMegabytes(node.pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes(node.pid));
    }, LOOK_MS);
    let started = performance.now();
    const targets = ["email", "name", "country"];
    const agreed = { consent: true, consent_text: "They signed up." };
    await expectOk(owner.api("PUT", `/contacts/imports/${id}/mapping`, { targets, ...agreed }));
    await reaches(owner, id, ["ready"]);
    const checked = secondsSince(started);
    started = performance.now();
    await expectOk(owner.api("POST", `/contacts/imports/${id}/start`));
    await reaches(owner, id, ["done", "done_with_errors"]);
    const imported = secondsSince(started);
    clearInterval(watch);
    const copied = await copySeconds(database, folder);
    const growth = most - before;
    const measured = result("rows/s", { value: ROWS / imported, reference: ROWS / copied });
    return {
      ...measured,
      note: `${ROWS.toLocaleString("en")} CSV rows, PostgreSQL, after a check of ${checked.toFixed(0)} s, with ${growth.toFixed(0)} MB more in memory; over COPY of what it wrote into the same tables with the same indexes`,
      promises: [
        { text: `ratio ≥ ${RATIO_MIN}`, isKept: measured.ratio >= RATIO_MIN },
        { text: `≤ ${MEGABYTES_MAX} MB`, isKept: growth <= MEGABYTES_MAX },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
