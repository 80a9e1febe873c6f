import { randomUUID } from "node:crypto";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { FILL_LINKS, PAGES } from "./links.ts";
import { BROWSER_ROUNDS, type Measured, median, result } from "./measurement.ts";

const LINKS = 10_000;
const MS_MAX = 3000;

/** Tagging 10,000 links at once, and undoing it. */
export async function measureLinkBulk(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  await database.query(PAGES, [owner.id, LINKS / 50]);
  await database.query(FILL_LINKS, [owner.id, LINKS]);
  await database.query("vacuum analyze links, client_profiles");
  const tagged: number[] = [];
  const undone: number[] = [];
  while (tagged.length < BROWSER_ROUNDS) {
    const undo_id = randomUUID();
    const change = { action: "tag", tag: `round ${tagged.length}` };
    const begun = performance.now();
    const { count } = await expectOk(
      owner.api("POST", "/links/changes", { selection: { all: true }, change, undo_id }),
    );
    const between = performance.now();
    const { restored } = await expectOk(owner.api("POST", "/links/changes/undo", { undo_id }));
    tagged.push(between - begun);
    undone.push(performance.now() - between);
    if (count !== LINKS || restored !== LINKS) throw new Error(`${count} tagged, ${restored} undone.`);
  }
  const [tagging, undoing] = [median(tagged), median(undone)];
  const value = Math.max(tagging, undoing);
  return {
    ...result("ms", { value, reference: MS_MAX }),
    note: `${LINKS.toLocaleString("en")} links tagged in ${tagging.toFixed(0)} ms and undone in ${undoing.toFixed(0)} ms, PostgreSQL, over HTTP, over the promised ${MS_MAX} ms`,
    promises: [{ text: `each ≤ ${MS_MAX} ms`, isKept: value <= MS_MAX, isRate: true }],
  };
}
