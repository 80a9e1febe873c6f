/* What people agreed to: by signing up, and when they're asked again. */
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { BUILT_IN_DATE } from "./built-in/built-in.tsx";
import { LEGAL_ERRORS, type OwedText } from "./contract.ts";
import { legalAgreed } from "./events.ts";
import { BUILT_IN, currentOf, LEGAL_NAMES, type LegalName, owedBy } from "./rules.ts";
import { findSignUpTime, insertConsent, listConsents, listVersions, type VersionFacts } from "./store.ts";

/** What people agree to by signing up. The Cookie Policy only tells. */
const SIGNED: readonly LegalName[] = ["terms", "privacy"];

/** The texts that were in force at the time. An event that comes twice changes nothing. */
export async function recordSignUp(
  platform: Platform,
  { account, time }: { account: string; time: string },
): Promise<void> {
  await platform.write(async (ctx) => {
    // They may be gone by now.
    if (!(await findSignUpTime(ctx.db, account))) return;
    const versions = await listVersions(ctx.db);
    for (const name of SIGNED) {
      const known = currentOf(of(versions, name), new Date(time));
      await record(ctx, { person: account, name, known, how: "sign_up", at: time });
    }
  });
}

const of = (versions: readonly VersionFacts[], name: LegalName) =>
  versions.filter((version) => version.name === name);

interface Consent {
  person: string;
  name: LegalName;
  /** Undefined for the built-in text. */
  known: Pick<VersionFacts, "number" | "effective_at"> | undefined;
  how: "sign_up" | "asked";
  at: string;
}

async function record(ctx: Platform, { person, name, known, how, at }: Consent): Promise<void> {
  const version = known?.number ?? BUILT_IN;
  const dated = known?.effective_at.slice(0, 10) ?? BUILT_IN_DATE;
  const isNew = await insertConsent(ctx.db, { user_id: person, name, version, dated, how, agreed_at: at });
  // Of signing up, “Created the account” says it already.
  if (isNew && how === "asked")
    await ctx.announce(legalAgreed, { account: person, subject: person, payload: { name, version } });
}

export async function listOwed(ctx: Ctx): Promise<{ items: OwedText[] }> {
  const { id } = requirePerson(ctx);
  const versions = await listVersions(ctx.db);
  // Most instances never ask anybody.
  if (!versions.some(({ notice }) => notice === "agree")) return { items: [] };
  const since = (await findSignUpTime(ctx.db, id)) ?? ctx.now();
  const agreed = await listConsents(ctx.db, id);
  const items = LEGAL_NAMES.flatMap((name) => {
    const numbers = agreed.filter((one) => one.name === name).map(({ version }) => version);
    const owed = owedBy(of(versions, name), { since, versions: numbers }, ctx.now());
    return owed
      ? [{ name, version: owed.number, summary: owed.summary, effective_at: owed.effective_at }]
      : [];
  });
  return { items };
}

/** All or nothing. Agreed twice, as in two tabs, it's recorded once. */
export async function agree(
  ctx: Ctx,
  { items }: { items: readonly Pick<OwedText, "name" | "version">[] },
): Promise<{ items: OwedText[] }> {
  const { id: person } = requirePerson(ctx);
  await ctx.write(async (ctx) => {
    const versions = await listVersions(ctx.db);
    const at = ctx.now().toISOString();
    for (const { name, version } of items) {
      const known = currentOf(of(versions, name), ctx.now());
      // Nobody agrees to what they haven't been shown.
      if ((known?.number ?? BUILT_IN) !== version) throw failure(LEGAL_ERRORS, "LEGAL_VERSION_REPLACED");
      await record(ctx, { person, name, known, how: "asked", at });
    }
  });
  return listOwed(ctx);
}
