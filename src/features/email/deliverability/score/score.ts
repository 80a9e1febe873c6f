/* The score of each domain that an account sends from. `score-rules.ts` is all there is to it. */

import { countEach } from "#src/features/audience/segments/condition-matches.ts";
import { figuresOf } from "#src/features/email/delivery/metrics/metrics.ts";
import type { Counts } from "#src/features/email/delivery/metrics-contract.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type Sender, sendersOf } from "../checks/checks.ts";
import { isFreeDomain } from "../checks/provider-rules.ts";
import { hygieneCondition } from "../hygiene/hygiene-rules.ts";
import { listDeferrals, listReceivers, type ReceiverRow } from "../reputation/reputation-store.ts";
import { listSenderAccounts, listSenderDomains } from "../store.ts";
import type { Scores } from "./score-contract.ts";
import { judge, nextSteps, type ScoreFacts, scoreOf } from "./score-rules.ts";

const DAYS = 30;
/** More receiving domains than anyone's list has of any weight. */
const ROWS_MAX = 10_000;

export async function getScores(ctx: Ctx): Promise<Scores> {
  requireWholeAccount(ctx);
  const senders = sendersOf(await listSenderAccounts(ctx.db, ctx.account));
  if (senders.length === 0) return { domains: [] };
  const rows = await listSenderDomains(
    ctx.db,
    ctx.account,
    senders.map(({ domain }) => domain),
  );
  const [list, mailOf] = [await listFacts(ctx), await mailFacts(ctx)];
  return {
    domains: senders.map((sender) => {
      const { domain: host } = sender;
      const known = rows.find((row) => row.host === host)?.checks ?? [];
      const tests = judge({ checks: isFreeDomain(host) ? null : known, mail: mailOf(sender), list });
      return { host, score: scoreOf(tests), tests, steps: nextSteps(tests) };
    }),
  };
}

async function listFacts(ctx: Ctx): Promise<ScoreFacts["list"]> {
  const [people = 0, unengaged = 0, risky = 0] = await countEach(ctx, [
    { attribute: "suppressed", operator: "equals", value: false },
    hygieneCondition("unengaged_90"),
    { any: [hygieneCondition("role"), hygieneCondition("disposable"), hygieneCondition("typo")] },
  ]);
  return { people, unengaged, risky };
}

/** What became of the e-mail of each domain's sending accounts, at all receivers together. */
async function mailFacts(ctx: Ctx): Promise<(sender: Sender) => ScoreFacts["mail"]> {
  const { account } = ctx;
  const to = ctx.now().getTime();
  const from = to - DAYS * DAY_MS;
  const [receivers, deferrals] = await Promise.all([
    listReceivers(ctx.db, { account, period: { from, to } }, ROWS_MAX),
    listDeferrals(ctx.db, { account, from: new Date(from).toISOString() }),
  ]);
  return ({ accounts }) => {
    const ids = new Set<string | null>(accounts.map(({ id }) => id));
    const { sent, refused, rates } = figuresOf(sumOf(receivers.filter((row) => ids.has(row.mailbox_id))));
    const deferred = deferrals
      .filter((row) => ids.has(row.mailbox_id))
      .reduce((sum, row) => sum + row.deferred, 0);
    const { complaint, bounce_hard } = rates;
    return { attempted: sent + refused, complaint, bounce_hard, deferred };
  };
}

function sumOf(rows: readonly ReceiverRow[]): Counts | undefined {
  const [first, ...others] = rows;
  if (!first) return undefined;
  const { mailbox_id: _, address: __, host: ___, ...sum } = first;
  for (const row of others)
    for (const name of Object.keys(sum) as (keyof Counts)[])
      if (name !== "recipients") sum[name] += row[name];
  return sum;
}
