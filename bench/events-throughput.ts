import { tmpdir } from "node:os";
import * as z from "zod";
import { lockProfile, recordLinkCount } from "#src/features/pages/profiles/profiles.ts";
import type { EventType } from "#src/lib/event.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { Database } from "#src/platform/db/database.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { Dns } from "#src/platform/dns/dns.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { openGeo } from "#src/platform/geo/geo.ts";
import { ProxyWatch } from "#src/platform/geo/proxy-watch.ts";
import { Jobs } from "#src/platform/jobs/jobs.ts";
import { openMail } from "#src/platform/mail/mail.ts";
import { createLog } from "#src/platform/observe/log.ts";
import { SafeFetch } from "#src/platform/outbound/safe-fetch.ts";
import { createPlatform } from "#src/platform/platform.ts";
import { Settings } from "#src/platform/settings.ts";
import { publish, signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { installation } from "./installation.ts";
import { alternate, type Measured, result } from "./measurement.ts";

const RATIO_MIN = 0.5;
const SUBSCRIBERS = ["bench.one", "bench.two", "bench.three"];
const CHANGES = 300;
const WARM_UP = 50;
const NEVER_SECONDS = 24 * 3600;
const STOP_MS = 2000;

const changed: EventType<{ id: string }> = { name: "bench.changed", payload: z.object({ id: z.string() }) };

/**
 * Changes a profile's links one at a time, relative to the same changes without events. Each change is
 * announced to three subscribers, and nothing runs the jobs.
 */
export async function measureEvents(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const owner = await signUp((await stage.product(databaseUrl, { ROLES: "web" })).url);
  const profile = await publish(owner, "Mia Moreno");
  const log = createLog("silent");
  const database = await openPostgres(databaseUrl, (error) => log.error(error));
  const jobs = new Jobs(database, log, { lookSeconds: NEVER_SECONDS });
  try {
    await jobs.start(SUBSCRIBERS.map((name) => subscribe(changed, async () => {}, { name })));
    const platform = await platformOn(database, jobs);
    const ctx = systemCtx(platform, { job: "bench", account: owner.id });
    const rate = (isAnnounced: boolean) => changesPerSecond(ctx, { id: profile.id, isAnnounced });
    const figures = await alternate(
      () => rate(true),
      () => rate(false),
    );
    const measured = result("changes/s", figures);
    return {
      ...measured,
      note: `over the same change without an event; ${SUBSCRIBERS.length} subscribers, PostgreSQL`,
      promises: [{ text: `ratio ≥ ${RATIO_MIN}`, isKept: measured.ratio >= RATIO_MIN }],
    };
  } finally {
    await jobs.stop(STOP_MS);
    await database.close();
  }
}

/**
 * The platform that verbs expect, inside this process. It sends nothing, looks up no places, and reads no
 * settings.
 */
async function platformOn(database: Database, jobs: Jobs): Promise<Platform> {
  const log = createLog("silent");
  const publicUrl = "http://localhost";
  return createPlatform({
    database,
    secrets: ["bench"],
    jobs,
    log,
    mail: openMail({ smtpUrl: "", from: () => "", folder: tmpdir(), publicUrl, handlers: [] }),
    geo: await openGeo(),
    proxies: new ProxyWatch({ trusted: "loopback", log }),
    outbound: new SafeFetch({ allow: "" }),
    dns: new Dns({ servers: "", isAllowed: () => false }),
    settings: new Settings({ database, list: [], fixed: {}, log }),
    instance: { publicUrl, pagesUrl: publicUrl, cdnUrl: "", offersGoogle: false },
    installation,
  });
}

async function changesPerSecond(
  ctx: Ctx,
  { id, isAnnounced }: { id: string; isAnnounced: boolean },
): Promise<number> {
  let begun = 0;
  for (let n = -WARM_UP; n < CHANGES; n++) {
    if (n === 0) begun = performance.now();
    await ctx.write(async (ctx) => {
      await recordLinkCount(ctx, await lockProfile(ctx, id), n + WARM_UP);
      if (isAnnounced) await ctx.announce(changed, { subject: id, payload: { id } });
    });
  }
  return (CHANGES * 1000) / (performance.now() - begun);
}
