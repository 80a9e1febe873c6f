import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import { askEmbedded } from "#test/nodes/ask-embedded.ts";
import { type Outcome, sendDuringCrashes } from "#test/nodes/campaign-crash.ts";
import type { BenchEnvironment } from "./environment.ts";
import { type Measured, result } from "./measurement.ts";

const FANS = 10_000;
const KILLS = 50;

type Ask = (query: string) => Promise<unknown[]>;

async function endure(databaseUrl: string | undefined, asking: (data: string) => Ask): Promise<Outcome> {
  const data = await mkdtemp(join(tmpdir(), "fanfare-bench-"));
  const endings: (() => Promise<void>)[] = [];
  const leaveNothing = (end: () => Promise<void>) => void endings.unshift(end);
  const rows = asking(data) as <Row>(query: string) => Promise<Row[]>;
  try {
    return await sendDuringCrashes({ data, databaseUrl, rows }, { fans: FANS, kills: KILLS, leaveNothing });
  } finally {
    for (const end of endings) await end();
    await rm(data, { recursive: true, force: true });
  }
}

/** A campaign on both databases whose process is killed again and again: who's uncertain, over who may be. */
export async function measureMailCrash(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const database = await stage.connect(databaseUrl);
  const outcomes = [
    await endure(databaseUrl, () => async (query) => (await database.query(query)).rows),
    await endure(undefined, (data) => (query) => askEmbedded(data, query)),
  ];
  const sum = (count: "lost" | "missing" | "doubled" | "uncertain") =>
    outcomes.reduce((total, outcome) => total + outcome[count], 0);
  const reference = outcomes.length * KILLS * CONNECTIONS_MAX;
  const isKept = sum("lost") + sum("missing") + sum("doubled") === 0 && sum("uncertain") <= reference;
  return {
    ...result("uncertain", { value: sum("uncertain"), reference }),
    note: `of ${FANS} recipients on each database, ${KILLS} kills each: ${sum("lost") + sum("missing")} lost, ${sum("doubled")} doubled`,
    promises: [{ text: "0 lost, 0 doubled, uncertain ≤ connections", isKept }],
  };
}
