import { setTimeout as wait } from "node:timers/promises";
import type { BenchEnvironment } from "./environment.ts";
import { openMailFixture, startCampaign, startSink } from "./mail-fixture.ts";
import { type Measured, result } from "./measurement.ts";
import { residentMegabytes } from "./rss.ts";

const FANS = 1_000_000;
const SENT = 100_000;
const MEGABYTES_MAX = 150;
const IDLE_MS = 3_000;
const LOOK_MS = 250;

/** How much more memory it takes to prepare a million recipients and send to a hundred thousand of them. */
export async function measureMailMemory(stage: BenchEnvironment): Promise<Measured> {
  const sink = await startSink(SENT);
  try {
    const { node, owner, mailbox_id } = await openMailFixture(stage, { fans: FANS, port: sink.port });
    await wait(IDLE_MS);
    const before = residentMegabytes(node.pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes(node.pid));
    }, LOOK_MS);
    const arrived = sink.next();
    const id = await startCampaign(owner, mailbox_id);
    await arrived;
    clearInterval(watch);
    await owner.api("POST", `/campaigns/${id}/cancel`);
    const value = most - before;
    return {
      ...result("MB", { value, reference: MEGABYTES_MAX }),
      note: `growth from ${before.toFixed(0)} MB while ${FANS.toLocaleString("en")} recipients are prepared and ${SENT.toLocaleString("en")} sent, PostgreSQL; over the promised limit`,
      promises: [{ text: `≤ ${MEGABYTES_MAX} MB`, isKept: value <= MEGABYTES_MAX }],
    };
  } finally {
    sink.end();
  }
}
