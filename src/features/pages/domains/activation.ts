import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { publishHosts } from "./domains.ts";
import { domainActivated } from "./events.ts";
import { probeHttps } from "./https-probe.ts";
import { domainActiveMail } from "./mails.ts";
import { type DomainRow, findDomain, lockDomain, updateDomain } from "./store.ts";

const domainSchema = z.object({ account: z.string(), id: z.string() });
type Key = z.output<typeof domainSchema>;

export const probeJob: JobType<Key> = {
  name: "domains.open",
  class: "calls",
  data: domainSchema,
  retries: 2,
};

/** Opens a verified domain over HTTPS soon, which also makes the proxy get its certificate. */
export async function enqueueProbe(ctx: Platform, { account, id }: DomainRow): Promise<void> {
  await ctx.enqueue(probeJob, { account, id }, { key: `domains.open ${id}` });
}

/** Checks whether a domain already works, which means that our own response arrives there. */
export async function probeDomain(platform: Platform, { account, id }: Key): Promise<void> {
  const row = await findDomain(platform.db, { account, id });
  if (!row || !isWaiting(row)) return;
  const answer = await probeHttps(platform, row.host);
  if (answer === id) return activate(platform, { account, id });
  const reason =
    answer === undefined
      ? `Your DNS records are right. We’re waiting for https://${row.host} to answer, which takes about a minute.`
      : `Something else answers at https://${row.host}. Its records are right, so look at what’s in front of it.`;
  await systemCtx(platform, { job: probeJob.name, account }).write(async (ctx) => {
    const current = await lockDomain(ctx.db, { account, id });
    if (!current || !isWaiting(current)) return;
    await updateDomain(ctx.db, { account, id, state: "issuing", reason });
    if (current.state !== "issuing") await publishHosts(ctx, current.profile_id);
  });
}

const isWaiting = ({ state }: DomainRow) => state === "verified" || state === "issuing";

/** Shows the page there, now that our response has arrived over HTTPS. */
export function activate(platform: Platform, { account, id }: Key): Promise<void> {
  return systemCtx(platform, { job: "domains.activate", account }).write(async (ctx) => {
    const row = await lockDomain(ctx.db, { account, id });
    if (!row || !isWaiting(row)) return;
    const active_at = row.active_at ?? ctx.now().toISOString();
    await updateDomain(ctx.db, { account, id, state: "active", reason: "", active_at });
    await ctx.announce(domainActivated, { subject: id, payload: { profile_id: row.profile_id } });
    await publishHosts(ctx, row.profile_id);
    if (row.active_at === null) await notifyOwner(ctx, id);
  });
}

async function notifyOwner(ctx: Ctx, id: string): Promise<void> {
  const { account } = ctx;
  const to = (await findPerson(ctx.db, account))?.email ?? "";
  await enqueueMail(ctx, { mail: domainActiveMail, to, account, about: id, data: { account, id } });
}
