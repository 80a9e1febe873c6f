/* Four rules: three that are on and have run for three weeks, one of which failed once, and one that's off. */
import { tagContacts } from "#src/features/audience/contacts/bulk/bulk.ts";
import { PIPELINE_ERRORS } from "#src/features/audience/contacts/pipeline/pipeline-contract.ts";
import { addTask } from "#src/features/audience/contacts/tasks/tasks.ts";
import {
  type Action,
  type Definition,
  EMPTY_DEFINITION,
} from "#src/features/email/automations/definition-rules.ts";
import { importAutomation, type PastRun } from "#src/features/email/automations/import.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { CREATORS } from "./creators.ts";
import { CAMPAIGNS } from "./emails.ts";
import { makeOutcomes } from "./outcomes.ts";
import type { Fan } from "./people.ts";

const DAYS = 21;
const TASK_DAYS = 30;
const id = (n: number) => `0d3a0000-0000-7000-8009-00000000000${n}`;

interface Filling {
  fans: readonly Fan[][];
  ids: ReadonlyMap<string, string>;
  /** Who looks after leads. */
  team: readonly string[];
  sequence_id: string;
}

/** What rules did is done, too: their tags and tasks are there. */
export async function addRules(ctx: Ctx, filling: Filling): Promise<void> {
  await addTikTok(ctx, filling);
  await addWholesale(ctx, filling);
  await addRunners(ctx, filling);
  await importAutomation(ctx, {
    id: id(4),
    name: "Win back after 60 quiet days",
    draft: draftOf({
      triggers: [{ type: "inactive", days: 60 }],
      actions: [{ id: "start", type: "start_sequence", sequence_id: filling.sequence_id }],
    }),
    state: "draft",
    daysAgo: 2,
    runs: [],
  });
}

const draftOf = (said: Partial<Definition>): Definition => ({ ...EMPTY_DEFINITION, ...said });
const done = (action_id: string) => ({ action_id, outcome: "done" as const, reason: "" });

const since = (ctx: Ctx) => ctx.now().getTime() - DAYS * DAY_MS;

function tagAll(ctx: Ctx, tag: string, ids: readonly string[]) {
  const selection = { ids: [...ids] };
  return ids.length === 0
    ? undefined
    : tagContacts(ctx, { tag, action: "add", selection, dry_run: false, undo_id: ctx.newId() });
}

async function addTikTok(ctx: Ctx, { fans, ids }: Filling): Promise<void> {
  const newest = fans.flatMap((some, place) =>
    some.filter(({ signedUp }) => signedUp > since(ctx)).map((fan) => ({ fan, place })),
  );
  const runs = newest.flatMap(({ fan, place }): PastRun[] => {
    const contact_id = ids.get(fan.email);
    if (contact_id === undefined) return [];
    const isFor = fan.referrer_host === "tiktok.com";
    return [
      {
        contact_id,
        type: "lead",
        facts: {
          profile_id: CREATORS[place]?.id ?? "",
          country: fan.country,
          referrer_host: fan.referrer_host,
        },
        at: new Date(fan.signedUp),
        ...(isFor
          ? { state: "done", step: 1, results: [done("tag")] }
          : { state: "skipped", skip_reason: "event" }),
      },
    ];
  });
  const tag = "from TikTok";
  const tagged = runs.filter(({ state }) => state === "done").map(({ contact_id }) => contact_id);
  await tagAll(ctx, tag, tagged);
  await importAutomation(ctx, {
    id: id(1),
    name: "Mark fans from TikTok",
    draft: draftOf({
      triggers: [{ type: "lead", profile_ids: [] }],
      event_tests: [{ fact: "referrer_host", operator: "contains", value: "tiktok" }],
      actions: [{ id: "tag", type: "tag", action: "add", tag }],
    }),
    state: "active",
    daysAgo: DAYS,
    runs,
  });
}

async function addWholesale(ctx: Ctx, { fans, ids, team }: Filling): Promise<void> {
  const assignee_id = team[0] ?? null;
  const title = "Ask whether the price list helped";
  const asking = (fans[1] ?? []).filter(({ tag, signedUp }) => tag === "wholesale" && signedUp > since(ctx));
  const isNear = ({ country }: Fan) => country === "US" || country === "CA";
  // Somebody had just left the team.
  const unlucky = asking.filter(isNear).toSorted((a, b) => a.signedUp - b.signedUp)[0];
  const runs: PastRun[] = [];
  for (const [n, fan] of asking.entries()) {
    const contact_id = ids.get(fan.email);
    if (contact_id === undefined) continue;
    const run = {
      contact_id,
      type: "tag" as const,
      facts: { action: "added", tag: "wholesale" },
      at: new Date(fan.signedUp),
    };
    if (!isNear(fan)) runs.push({ ...run, state: "skipped", skip_reason: "condition", failed_test: [] });
    else if (fan === unlucky) {
      const reason = PIPELINE_ERRORS.TEAMMATE_NOT_FOUND.message;
      runs.push({ ...run, state: "failed", results: [{ action_id: "task", outcome: "failed", reason }] });
    } else {
      const task_id = `0d3a0000-0000-7000-8009-${String(100 + n).padStart(12, "0")}`;
      const due_at = new Date(fan.signedUp + TASK_DAYS * DAY_MS).toISOString();
      await addTask(ctx, { id: contact_id, task_id, title, due_at, assignee_id });
      runs.push({ ...run, state: "done", step: 1, results: [done("task")] });
    }
  }
  await importAutomation(ctx, {
    id: id(2),
    name: "Wholesale: follow up",
    draft: draftOf({
      triggers: [{ type: "tag", action: "added", tag: "wholesale" }],
      condition: { attribute: "country", operator: "in", value: ["US", "CA"] },
      actions: [{ id: "task", type: "task", title, days: TASK_DAYS, assignee_id }],
    }),
    state: "active",
    daysAgo: DAYS,
    runs,
  });
}

/** Whoever clicked the newest campaign. Their second tag comes days later. */
async function addRunners(ctx: Ctx, { fans, ids }: Filling): Promise<void> {
  const campaign = CAMPAIGNS[2];
  if (!campaign) return;
  const now = ctx.now();
  const sent_at = new Date(now.getTime() - campaign.daysAgo * DAY_MS);
  const recipients = (fans[2] ?? []).filter(({ signedUp }) => signedUp < sent_at.getTime());
  const facts = { campaign_id: campaign.id, subject: campaign.template.subject };
  const runs = makeOutcomes(recipients, { sent_at, now }).flatMap(({ email, clicks = [] }): PastRun[] => {
    const contact_id = ids.get(email);
    const [first] = clicks;
    if (contact_id === undefined || !first) return [];
    const due_at = new Date(first.at + WEEK_DAYS * DAY_MS);
    const at = new Date(first.at);
    return [
      {
        contact_id,
        type: "mail_clicked",
        facts,
        at,
        state: "waiting",
        step: 1,
        due_at,
        results: [done("active")],
      },
    ];
  });
  await tagAll(
    ctx,
    "active runner",
    runs.map(({ contact_id }) => contact_id),
  );
  await importAutomation(ctx, {
    id: id(3),
    name: "Clicked week one",
    draft: draftOf({
      triggers: [{ type: "mail_clicked", campaign_ids: [campaign.id] }],
      actions: RUNNER_ACTIONS,
    }),
    state: "active",
    daysAgo: campaign.daysAgo + 1,
    runs,
  });
}

const WEEK_DAYS = 7;
const RUNNER_ACTIONS: Action[] = [
  { id: "active", type: "tag", action: "add", tag: "active runner" },
  { id: "week", type: "wait", wait: { kind: "for", amount: WEEK_DAYS, unit: "days", time: null } },
  { id: "ready", type: "tag", action: "add", tag: "ready for week two" },
];
