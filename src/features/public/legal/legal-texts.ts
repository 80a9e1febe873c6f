/* What staff do with the legal texts: write a draft, look at it, and publish it as a version. */
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { SETTINGS_ERRORS } from "#src/features/instance/settings/contract.ts";
import { instanceFacts } from "#src/features/public/frame/frame.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays, nextVersion } from "#src/lib/time.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { enqueueTelling } from "./announcement.ts";
import { builtInSource, listsHtml } from "./built-in/built-in.tsx";
import { type EditedText, LEGAL_ERRORS, type LegalText, type LegalVersion } from "./contract.ts";
import { legalDraftDiscarded, legalDraftSaved, legalPublished } from "./events.ts";
import { ownHtml } from "./own-text.ts";
import {
  AHEAD_DAYS_MAX,
  BUILT_IN,
  currentOf,
  isReplaced,
  LEGAL_NAMES,
  type LegalName,
  type Notice,
  type Texts,
} from "./rules.ts";
import { legalChanged } from "./signals.ts";
import {
  countAgreed,
  deleteDraft,
  findDraft,
  findVersion,
  insertVersion,
  listDrafts,
  listVersions,
  lockTexts,
  upsertDraft,
  type VersionFacts,
} from "./store.ts";

interface OfText {
  name: LegalName;
}

export async function listLegalTexts(ctx: StaffCtx): Promise<{ items: LegalText[] }> {
  const [versions, drafts] = [await listVersions(ctx.db), await listDrafts(ctx.db)];
  const items: LegalText[] = [];
  for (const name of LEGAL_NAMES) {
    const own = versions.filter((version) => version.name === name);
    const draft = drafts.find((one) => one.name === name);
    const shown: LegalVersion[] = [];
    for (const version of own) shown.push(await toVersion(ctx, version, own));
    items.push({
      name,
      current: currentOf(own, ctx.now())?.number ?? BUILT_IN,
      draft: draft ? { updated_at: draft.updated_at } : null,
      versions: shown,
    });
  }
  return { items };
}

async function toVersion(ctx: StaffCtx, version: VersionFacts, all: VersionFacts[]): Promise<LegalVersion> {
  const { number, summary, notice, effective_at, published_at, by, told_at } = version;
  const counted = notice === "agree" ? await countAgreed(ctx.db, version) : undefined;
  return {
    number,
    summary,
    notice,
    effective_at,
    published_at,
    by,
    state: stateOf(version, all, ctx.now()),
    is_told: told_at !== null,
    agreed: counted ? { people: counted.agreed, of: counted.asked } : null,
  };
}

function stateOf(version: VersionFacts, all: VersionFacts[], now: Date): LegalVersion["state"] {
  if (isReplaced(version, all)) return "replaced";
  if (Date.parse(version.effective_at) > now.getTime()) return "upcoming";
  return currentOf(all, now)?.number === version.number ? "current" : "past";
}

export async function findLegalText(ctx: StaffCtx, { name }: OfText): Promise<EditedText> {
  const draft = await findDraft(ctx.db, name);
  const versions = (await listVersions(ctx.db)).filter((version) => version.name === name);
  const number = currentOf(versions, ctx.now())?.number ?? BUILT_IN;
  return {
    draft: draft ? { texts: draft.texts, summary: draft.summary, updated_at: draft.updated_at } : null,
    current: { number, texts: await requireTexts(ctx, { name, number }) },
    built_in: builtInTexts(ctx, name),
  };
}

/** It's in English only. */
const builtInTexts = (platform: Platform, name: LegalName): Texts => ({
  en: builtInSource(name, instanceFacts(platform)),
  es: "",
});

async function requireTexts(ctx: StaffCtx, { name, number }: OfText & { number: number }): Promise<Texts> {
  if (number === BUILT_IN) return builtInTexts(ctx, name);
  const row = Number.isSafeInteger(number) && number < 1e6 && (await findVersion(ctx.db, { name, number }));
  if (!row) throw failure(LEGAL_ERRORS, "LEGAL_VERSION_NOT_FOUND");
  return row.texts;
}

export async function findLegalVersion(ctx: StaffCtx, { name, number }: OfText & { number: string }) {
  const known = /^\d{1,6}$/.test(number) ? Number(number) : Number.NaN;
  return { texts: await requireTexts(ctx, { name, number: known }) };
}

export async function previewLegalText(
  _ctx: StaffCtx,
  { text }: { text: string },
): Promise<{ html: string }> {
  return { html: ownHtml(text, listsHtml()) };
}

interface DraftInput extends OfText {
  texts: Texts;
  summary: Texts;
  seen: string | null;
}

export async function saveLegalDraft(ctx: StaffCtx, { name, texts, summary, seen }: DraftInput) {
  const { person } = requireStaff(ctx);
  return ctx.write(async (ctx) => {
    await lockTexts(ctx.db, name);
    const before = await findDraft(ctx.db, name);
    if ((before?.updated_at ?? null) !== seen) throw failure(SETTINGS_ERRORS, "CHANGED_MEANWHILE");
    const updated_at = before ? nextVersion(before.updated_at, ctx.now()) : ctx.now().toISOString();
    await upsertDraft(ctx.db, { name, texts, summary, updated_at, updated_by: person.id });
    await ctx.announce(legalDraftSaved, { account: INSTANCE, subject: name, payload: { name } });
    return { texts, summary, updated_at };
  });
}

/** Of one that a colleague changed since it was read, whoever throws it away hears first. */
export async function discardLegalDraft(
  ctx: StaffCtx,
  { name, seen }: OfText & { seen?: string | null | undefined },
): Promise<OfText> {
  return ctx.write(async (ctx) => {
    await lockTexts(ctx.db, name);
    const draft = await findDraft(ctx.db, name);
    if (!draft) throw failure(LEGAL_ERRORS, "LEGAL_DRAFT_MISSING");
    if (seen !== undefined && draft.updated_at !== seen) throw failure(SETTINGS_ERRORS, "CHANGED_MEANWHILE");
    await deleteDraft(ctx.db, name);
    await ctx.announce(legalDraftDiscarded, { account: INSTANCE, subject: name, payload: { name } });
    return { name };
  });
}

interface Publishing extends OfText {
  notice: Notice;
  /** Null for at once. */
  effective_at: string | null;
  seen: string | null;
}

/** Takes a fresh proof of who asks. Published twice, it's one version: the draft is gone by then. */
export async function publishLegalText(ctx: StaffCtx, input: Publishing): Promise<LegalVersion> {
  const staff = requireStaff(ctx);
  await requireRecentProof(ctx, staff);
  const { name, notice, seen } = input;
  return ctx.write(async (ctx) => {
    await lockTexts(ctx.db, name);
    const draft = await findDraft(ctx.db, name);
    if (!draft) throw failure(LEGAL_ERRORS, "LEGAL_DRAFT_MISSING");
    if (draft.updated_at !== seen) throw failure(SETTINGS_ERRORS, "CHANGED_MEANWHILE");
    const { texts, summary } = draft;
    if (texts.en === "") throw failure(LEGAL_ERRORS, "LEGAL_TEXT_EMPTY");
    if (summary.en === "" && notice !== "quiet") throw failure(LEGAL_ERRORS, "LEGAL_SUMMARY_MISSING");
    const now = ctx.now();
    const effective_at = requireDate(input.effective_at, now);
    const before = (await listVersions(ctx.db)).filter((version) => version.name === name);
    const number = (before[0]?.number ?? BUILT_IN) + 1;
    const published_at = now.toISOString();
    const told_at = notice === "quiet" ? published_at : null;
    const facts = { name, number, summary, notice, effective_at, published_at, told_at };
    await insertVersion(ctx.db, { ...facts, texts, published_by: staff.person.id });
    await deleteDraft(ctx.db, name);
    const payload = { name, version: number, notice, effective_at };
    await ctx.announce(legalPublished, { account: INSTANCE, subject: name, payload });
    await ctx.invalidate(legalChanged, {});
    if (notice !== "quiet") await enqueueTelling(ctx, { name, number });
    const version = { ...facts, by: staff.person.name };
    return toVersion(ctx, version, [version, ...before]);
  });
}

function requireDate(effectiveAt: string | null, now: Date): string {
  if (effectiveAt === null) return now.toISOString();
  if (effectiveAt <= now.toISOString() || effectiveAt > addDays(now, AHEAD_DAYS_MAX))
    throw failure(LEGAL_ERRORS, "LEGAL_DATE_WRONG");
  return effectiveAt;
}
