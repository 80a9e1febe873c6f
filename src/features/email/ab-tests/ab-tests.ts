/*
 * A/B tests of e-mail: which version of it people respond to more. This file has what people do with tests; `course.ts`
 * looks at running ones and decides, by the statistics in `statistics-rules.ts`. `campaigns` writes the versions and gives
 * each recipient one, and `delivery` sends them. Split links belong to `links`; their figures are only shown here.
 */
import type * as z from "zod";
import { requireCampaign, sendCampaign } from "#src/features/email/campaigns/campaigns.ts";
import { CAMPAIGN_ERRORS } from "#src/features/email/campaigns/contract.ts";
import { type CampaignMode, EDITABLE_STATES } from "#src/features/email/campaigns/rules.ts";
import { withFooter } from "#src/features/email/templates/templates.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { getVariants } from "#src/features/insights/analytics/analytics.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import {
  AB_TEST_ERRORS,
  type AbTest,
  type Curve,
  type createTestSchema,
  type LinkTest,
  type updateTestSchema,
  type VersionInput,
} from "./contract.ts";
import { startTest } from "./course.ts";
import { abTestCreated, abTestDeleted, abTestUpdated } from "./events.ts";
import { loadCurve, loadFigures } from "./figures.ts";
import { DRAFT_TESTS_MAX, USUAL_EFFECTS, USUAL_TEST } from "./rules.ts";
import { splitProbability } from "./statistics-rules.ts";
import {
  countDraftTests,
  deleteTestRow,
  findTest,
  insertTest,
  listLinkTests,
  listTestRows,
  listVariants,
  lockTest,
  type TestRow,
  updateTestRow,
  upsertVariants,
  type VariantRow,
} from "./store.ts";
import { withAddresses } from "./version-senders.ts";

const PAGE_ROWS = 50;
const NAME_CHARS_MAX = 120;

export async function listTests(
  ctx: Ctx,
  asked: { campaign_id?: string | undefined; cursor?: string | undefined },
) {
  requireWholeAccount(ctx);
  if (asked.campaign_id !== undefined && !isId(asked.campaign_id)) return { items: [] };
  const { rows, next } = await listTestRows(ctx.db, { account: ctx.account, ...asked, rows: PAGE_ROWS });
  const items = await Promise.all(rows.map(({ test }) => toTest(ctx, test)));
  return { items, ...(next !== undefined && { next }) };
}

export async function requireTest(ctx: Ctx, id: string): Promise<TestRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findTest(ctx.db, { user_id: ctx.account, id }) : undefined;
  if (!row) throw failure(AB_TEST_ERRORS, "TEST_NOT_FOUND");
  return row;
}

export async function getTest(ctx: Ctx, { id }: { id: string }): Promise<AbTest> {
  return toTest(ctx, await requireTest(ctx, id));
}

export async function getCurve(ctx: Ctx, { id }: { id: string }): Promise<Curve> {
  const row = await requireTest(ctx, id);
  if (row.started_at === null) return { points: [] };
  return loadCurve(ctx, { row, versions: await listVariants(ctx.db, ctx.account, [id]) });
}

/** What was known when it was decided stays; what the e-mail itself changes goes on. */
async function toTest(ctx: Ctx, row: TestRow): Promise<AbTest> {
  const versions = await listVariants(ctx.db, ctx.account, [row.id]);
  const live = row.started_at === null ? null : await loadFigures(ctx, { row, versions });
  const { user_id: _user, result, created_by: _by, ...shown } = row;
  // A test from another account's export has no e-mail here.
  const effect = live?.effect?.mailed ? live.effect : (result?.effect ?? live?.effect ?? null);
  const figures = result === null || live === null ? live : { ...result, effect };
  return { ...shown, versions: versions.map(toVersion), figures };
}

function toVersion({ user_id: _user, test_id: _test, position: _position, ...version }: VariantRow) {
  return version;
}

/** A campaign gets one test, before its start. Without a campaign, it's a step's. */
export async function createTest(
  ctx: Ctx,
  { id = ctx.newId(), campaign_id, versions, name = "", ...form }: z.output<typeof createTestSchema>,
): Promise<AbTest> {
  requireWholeAccount(ctx);
  const cleaned = cleanVersions(versions);
  return ctx.write(async (ctx) => {
    const campaign = campaign_id === undefined ? undefined : await requireEditable(ctx, campaign_id);
    const settings = { ...USUAL_TEST, ...definedIn(form) };
    requireRolloutTime(settings);
    const now = ctx.now().toISOString();
    const isNew = await insertTest(ctx.db, {
      user_id: ctx.account,
      id,
      campaign_id: campaign?.id ?? null,
      name: nameOf(name) || (campaign?.name ?? ""),
      min_effect: USUAL_EFFECTS[settings.metric],
      ...settings,
      created_by: actorId(ctx),
      created_at: now,
      updated_at: now,
    });
    const key = { user_id: ctx.account, id };
    const known = await findTest(ctx.db, key);
    if (!isNew && known?.campaign_id !== (campaign?.id ?? null)) throw failure(AB_TEST_ERRORS, "TEST_EXISTS");
    if (!isNew) return getTest(ctx, { id });
    if ((await countDraftTests(ctx.db, ctx.account)) > DRAFT_TESTS_MAX)
      throw failure(AB_TEST_ERRORS, "TEST_LIMIT");
    await upsertVariants(ctx.db, key, await withAddresses(ctx, cleaned));
    await ctx.announce(abTestCreated, { subject: id, payload: {} });
    return getTest(ctx, { id });
  });
}

async function requireEditable(ctx: Ctx, campaignId: string) {
  const campaign = await requireCampaign(ctx, campaignId);
  if (!EDITABLE_STATES.includes(campaign.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STARTED");
  return campaign;
}

/** A test of a campaign can be changed as long as the campaign can. */
export async function updateTest(
  ctx: Ctx,
  { id, versions, name, ...form }: z.output<typeof updateTestSchema>,
): Promise<AbTest> {
  return ctx.write(async (ctx) => {
    await requireTest(ctx, id);
    const key = { user_id: ctx.account, id };
    const row = await lockTest(ctx.db, key);
    if (row?.state !== "draft" || (await hasStarted(ctx, row))) throw failure(AB_TEST_ERRORS, "TEST_STARTED");
    const changes = { ...definedIn(form), ...(name !== undefined && { name: nameOf(name) || row.name }) };
    requireRolloutTime({ ...row, ...changes });
    const fields = Object.keys(changes).filter(
      (field) => changes[field as keyof typeof changes] !== row[field as keyof TestRow],
    );
    if (versions) {
      await upsertVariants(ctx.db, key, await withAddresses(ctx, cleanVersions(versions)));
      fields.push("versions");
    }
    if (fields.length === 0) return getTest(ctx, { id });
    await updateTestRow(ctx.db, { ...key, ...changes, updated_at: ctx.now().toISOString() });
    await ctx.announce(abTestUpdated, { subject: id, payload: { fields } });
    return getTest(ctx, { id });
  });
}

async function hasStarted(ctx: Ctx, { campaign_id }: TestRow): Promise<boolean> {
  if (campaign_id === null) return false;
  return !EDITABLE_STATES.includes((await requireCampaign(ctx, campaign_id)).state);
}

export async function deleteTest(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    await requireTest(ctx, id);
    const row = await lockTest(ctx.db, { user_id: ctx.account, id });
    const isRunning = row?.state === "collecting" || (row?.state === "draft" && (await hasStarted(ctx, row)));
    if (isRunning) throw failure(AB_TEST_ERRORS, "TEST_ACTIVE");
    await deleteTestRow(ctx.db, { user_id: ctx.account, id });
    await ctx.announce(abTestDeleted, { subject: id, payload: {} });
    return { id };
  });
}

/** A campaign's test starts with it. */
export async function launchTest(ctx: Ctx, { id }: { id: string }): Promise<AbTest> {
  const row = await requireTest(ctx, id);
  if (row.state !== "draft") throw failure(AB_TEST_ERRORS, "TEST_STATE");
  if (row.campaign_id === null) await launchStepTest(ctx, { id, sender: null });
  else await sendCampaign(ctx, { id: row.campaign_id });
  return getTest(ctx, { id });
}

/** Starts a step's test. `sender` is the sending account of the versions that have none of their own. */
export function launchStepTest(
  ctx: Ctx,
  { id, sender }: { id: string; sender: string | null },
): Promise<void> {
  return ctx.write(async (ctx) => {
    const locked = await lockTest(ctx.db, { user_id: ctx.account, id });
    if (locked?.state !== "draft") throw failure(AB_TEST_ERRORS, "TEST_STATE");
    await startTest(ctx, locked, sender);
  });
}

/** Split links, with how many visitors were sent to each of their two targets. */
export async function listLinkResults(ctx: Ctx): Promise<{ items: LinkTest[] }> {
  requireWholeAccount(ctx);
  const rows = await listLinkTests(ctx.db, ctx.account);
  const items = await Promise.all(
    rows.map(async (row): Promise<LinkTest> => {
      const { a, b } = await getVariants(ctx, { id: row.id });
      return { ...row, a, b, split_probability: splitProbability([a, b], [row.ratio, 1 - row.ratio]) };
    }),
  );
  return { items };
}

/** A line break in a subject or a name would start another header. */
const oneLine = (text: string) => cleanText(text.replace(/\s+/g, " "), text.length);
const nameOf = (name: string) => cleanText(name.replace(/\s+/g, " "), NAME_CHARS_MAX);

/** The first version is the campaign's own, and each of the others says something else. */
function cleanVersions(versions: readonly VersionInput[]) {
  const cleaned = versions.map((version, index) => (index === 0 ? cleanVersion({}) : cleanVersion(version)));
  const said = cleaned.map((version) => JSON.stringify(Object.values(version)));
  if (new Set(said).size < said.length) throw failure(AB_TEST_ERRORS, "VERSIONS_ALIKE");
  return cleaned;
}

function cleanVersion({ subject = "", preheader = "", from_name = "", ...more }: VersionInput) {
  const mode = modeOf(more);
  const { mailbox_id } = more;
  const { template_id, html = "", blocks = [] } = mode === null ? {} : more;
  return {
    subject: oneLine(subject),
    preheader: oneLine(preheader),
    from_name: oneLine(from_name),
    mailbox_id: mailbox_id != null && isId(mailbox_id) ? mailbox_id.toLowerCase() : null,
    mode,
    template_id: template_id != null && isId(template_id) ? template_id : null,
    html: isBlank(html) ? "" : html,
    blocks: blocks.length === 0 ? [] : withFooter(blocks),
    theme: mode === "blocks" ? (more.theme ?? null) : null,
    delay_minutes: more.delay_minutes ?? 0,
  };
}

/** Programs may leave the mode out. */
function modeOf({ mode, template_id, html = "", blocks = [] }: VersionInput): CampaignMode | null {
  if (mode !== undefined) return mode;
  if (!isBlank(html)) return "html";
  if (template_id != null && isId(template_id)) return "template";
  return blocks.length > 0 ? "blocks" : null;
}

function requireRolloutTime({ rollout, rollout_at }: Pick<TestRow, "rollout" | "rollout_at">): void {
  if (rollout === "at" && rollout_at === null) throw failure(AB_TEST_ERRORS, "ROLLOUT_TIME");
}

function definedIn<T extends object>(form: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as never;
}
