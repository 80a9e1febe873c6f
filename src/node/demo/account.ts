/* The rest of a real account around its pages: leads in a pipeline, sent e-mail, a team, and domains. */

import { type ContactDraft, importContacts } from "#src/features/audience/contacts/import/import.ts";
import { assignStage, savePipeline } from "#src/features/audience/contacts/pipeline/pipeline.ts";
import { FIRST_STAGES } from "#src/features/audience/contacts/rules.ts";
import { addTask } from "#src/features/audience/contacts/tasks/tasks.ts";
import { importLeads } from "#src/features/audience/leads/restoration.ts";
import { createSegment } from "#src/features/audience/segments/segments.ts";
import { importTest, versionAmong } from "#src/features/email/ab-tests/import.ts";
import { importCampaign } from "#src/features/email/campaigns/import.ts";
import { createMailbox, updateMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { transitionMailbox } from "#src/features/email/sending-accounts/states.ts";
import { DEFAULT_THEME } from "#src/features/email/templates/rules.ts";
import { createTemplate } from "#src/features/email/templates/templates.ts";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import { invite } from "#src/features/identity/members/invitations.ts";
import { addMember } from "#src/features/identity/members/members.ts";
import { getBilling, performSandboxAction, startCheckout } from "#src/features/money/billing/billing.ts";
import { reactToEvents } from "#src/features/money/billing/sync.ts";
import { hasPremium } from "#src/features/money/entitlements/entitlements.ts";
import { addDomain, listDomains } from "#src/features/pages/domains/domains.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { CREATORS } from "./creators.ts";
import { blocksOf, CAMPAIGNS, TEMPLATES, TEST } from "./emails.ts";
import { clickedByVersion, makeOutcomes } from "./outcomes.ts";
import { type Fan, leadOf, makeFans } from "./people.ts";
import { addRules } from "./rules.ts";
import { addSequences, WELCOME_ID } from "./sequences.ts";
import { SINK_HOST } from "./sink.ts";

const HOUR_MS = 3_600_000;
const MAILBOX = {
  id: "0d3a0000-0000-7000-8004-000000000001",
  from_name: "Robin Demo",
  from_address: "hello@example.com",
  postal_address: "Robin Demo Management, 24 Market Street, Portland, ME 04101",
};
const PREMIUM_UNITS = 2;
const STAGES = FIRST_STAGES.map((stage, place) => ({
  ...stage,
  id: `0d3a0000-0000-7000-8005-00000000000${place}`,
}));
const MEMBERS = [
  { name: "Maya Brooks", email: "maya.brooks@example.com", role: "marketer" },
  { name: "Theo Sullivan", email: "theo.sullivan@example.com", role: "editor" },
] as const;
const INVITED = { email: "priscilla.wong@example.org", role: "analyst" } as const;
const SEGMENTS = [
  {
    id: "0d3a0000-0000-7000-8006-000000000001",
    name: "Engaged",
    text: "opened in 30 days or clicked e-mail in 30 days or replied in 30 days",
  },
  {
    id: "0d3a0000-0000-7000-8006-000000000002",
    name: "Never opened",
    text: "received >= 3 times and not (opened or clicked e-mail)",
  },
  {
    id: "0d3a0000-0000-7000-8006-000000000003",
    name: "Wholesale in the US",
    text: 'tag "wholesale" and country = US and not in segment "Never opened"',
  },
] as const;
const TASKS = [
  "Send the wholesale price list",
  "Call back about coaching",
  "Ask for a photo of the planter at home",
  "Confirm the spot in Saturday’s workshop",
  "Follow up on the vinyl order",
  "Check in after week two",
];

interface Filling {
  ctx: Ctx;
  auth: Auth;
  /** The day before the first visits. */
  daysAgo: number;
  sinkPort: number;
}

/** Adds all of it. After an interruption, it continues, because everything has its own id or address. */
export async function seedAccount({ ctx, auth, daysAgo, sinkPort }: Filling): Promise<void> {
  await buyPremium(ctx);
  const team = await addTeam(ctx, auth);
  const fans = CREATORS.map((creator) => makeFans(CREATORS, creator, ctx.now()));
  const ids = await addFans(ctx, fans);
  await fillPipeline(ctx, { fans: fans.flat(), ids, team });
  const past = { ...ctx, now: () => new Date(ctx.now().getTime() - daysAgo * DAY_MS) };
  await addSendingAccount(past, sinkPort);
  for (const template of TEMPLATES) {
    const { id, name, folder, subject, preheader } = template;
    await createTemplate(past, {
      id,
      name,
      folder,
      subject,
      preheader,
      blocks: blocksOf(template),
      theme: DEFAULT_THEME,
    });
  }
  await sendCampaigns(ctx, fans);
  for (const segment of SEGMENTS) await createSegment(ctx, segment);
  await addSequences(ctx, { fans, ids, mailbox_id: MAILBOX.id });
  await addRules(ctx, { fans, ids, team, sequence_id: WELCOME_ID });
  await addDomains(ctx);
}

/** Where plans are on, people who try the demo mustn't run into the limits of the free one. */
async function buyPremium(ctx: Ctx): Promise<void> {
  const { plans, provider } = await getBilling(ctx);
  if (plans === "off" || provider !== "sandbox" || (await hasPremium(ctx, ctx.account))) return;
  const url = await startCheckout(ctx, { units: PREMIUM_UNITS });
  const checkout = new URLSearchParams(url.url.split("?")[1]).get("checkout") ?? "";
  await performSandboxAction(ctx, { act: "pay", checkout });
  await reactToEvents(ctx, { account: ctx.account });
}

/** Returns the people responsible for leads. */
async function addTeam(ctx: Ctx, auth: Auth): Promise<string[]> {
  const ids: string[] = [];
  for (const { role, ...person } of MEMBERS) {
    const id = await auth.ensureAccount({ ...person, password: `${ctx.newId()}` });
    await auth.links.confirm({ id, emailVerified: false });
    await addMember(ctx, { account: ctx.account, id, role });
    // Other roles don't see leads.
    if (role === "marketer") ids.push(id);
  }
  await invite(ctx, INVITED);
  return ids;
}

/** Returns contacts' ids by address. */
async function addFans(ctx: Ctx, fans: readonly Fan[][]): Promise<Map<string, string>> {
  for (const [place, { id }] of CREATORS.entries())
    await importLeads(ctx, { profile_id: id, leads: (fans[place] ?? []).map(leadOf) });
  const { changed } = await importContacts(ctx, {
    account: ctx.account,
    mode: "append",
    drafts: fans.flat().map(draftOf),
    source: "demo",
    consent: { text: "", version: "demo" },
  });
  return new Map(changed.map(({ id, email }) => [email, id]));
}

function draftOf({ name, email, country, tag, signedUp }: Fan): ContactDraft {
  const signed_up_at = new Date(signedUp).toISOString();
  return { name, email, country, phone: null, tags: [tag], fields: {}, signed_up_at };
}

interface Pipeline {
  fans: readonly Fan[];
  ids: ReadonlyMap<string, string>;
  team: readonly string[];
}

/** About every fourth lead is in it, fewer at each stage. */
async function fillPipeline(ctx: Ctx, { fans, ids, team }: Pipeline): Promise<void> {
  await savePipeline(ctx, { stages: STAGES });
  const owners = [ctx.account, ...team];
  const placed = fans.filter((_, index) => index % 4 === 1);
  for (const [index, { email }] of placed.entries()) {
    const id = ids.get(email);
    const stage = STAGES[[0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4][index % 12] ?? 0];
    if (!id || !stage) continue;
    const owner_id = owners[index % owners.length] ?? null;
    const value_cents = (1 + ((index * 7) % 19)) * 4500;
    const then = { ...ctx, now: () => new Date(ctx.now().getTime() - (index % 40) * 9 * HOUR_MS) };
    await assignStage(then, { id, stage_id: stage.id, owner_id, value_cents });
    const title = index % 6 === 0 && TASKS[(index / 6) % TASKS.length];
    if (title) await addTask(then, taskOf(ctx, { id, title, index, owner_id }));
  }
}

interface DemoTask {
  id: string;
  title: string;
  index: number;
  owner_id: string | null;
}

/** All tasks are due in the next days, so that nobody is reminded at the first start. */
function taskOf({ now }: Ctx, { id, title, index, owner_id }: DemoTask) {
  const task_id = `0d3a0000-0000-7000-8006-${String(index).padStart(12, "0")}`;
  const due_at = new Date(now().getTime() + (index + 5) * 5 * HOUR_MS).toISOString();
  return { id, task_id, title, due_at, assignee_id: owner_id };
}

async function addSendingAccount(ctx: Ctx, port: number): Promise<void> {
  await createMailbox(ctx, {
    kind: "smtp",
    ...MAILBOX,
    reply_to: "",
    warms_up: false,
    host: SINK_HOST,
    port,
    security: "none",
    auth: "none",
    username: "",
    password: "",
    token_url: "",
    client_id: "",
    client_secret: "",
  });
  await openSendingAccount(ctx, port);
}

/** The mail server has another port after each start. Other changes to the account stay. */
export async function openSendingAccount(ctx: Ctx, port: number): Promise<void> {
  await updateMailbox(ctx, { id: MAILBOX.id, port });
  const at = ctx.now().toISOString();
  await transitionMailbox(
    ctx,
    { user_id: ctx.account, id: MAILBOX.id },
    { to: "active", proven_at: at, tested_at: at },
  );
}

async function sendCampaigns(ctx: Ctx, fans: readonly Fan[][]): Promise<void> {
  for (const [place, { id, name, template, daysAgo }] of CAMPAIGNS.entries()) {
    const now = ctx.now();
    const sent_at = new Date(now.getTime() - daysAgo * DAY_MS);
    const recipients = (fans[place] ?? []).filter(({ signedUp }) => signedUp < sent_at.getTime());
    const profile_id = template.creator.id;
    const test = id === TEST.campaign_id ? testOf(template.subject) : undefined;
    await importCampaign(
      ctx,
      { id, name, template_id: template.id, mailbox: MAILBOX, profile_id, sent_at, test },
      makeOutcomes(recipients, { sent_at, now }),
    );
    if (test)
      await importTest(ctx, {
        ...TEST,
        name,
        subjects: [TEST.subject],
        started_at: sent_at,
        decided_at: new Date(sent_at.getTime() + 3 * DAY_MS),
      });
  }
}

/** More people clicked the other version of the campaign. */
const testOf = (subject: string) => ({
  subjects: [subject, TEST.subject],
  versionOf: (contact_id: string) => versionAmong(TEST.id, contact_id, 2),
  outcomeOf: clickedByVersion,
});

/** Both wait for DNS records that never come. */
async function addDomains(ctx: Ctx): Promise<void> {
  const { items, is_available, needs_premium } = await listDomains(ctx);
  if (!is_available || needs_premium) return;
  for (const [host, place] of [
    ["links.ilse-maren.example.com", 0],
    ["hello.clay-and-fern.example.org", 1],
  ] as const) {
    const profile = CREATORS[place];
    if (profile && !items.some((domain) => domain.host === host))
      await addDomain(ctx, { host, profile_id: profile.id });
  }
}
