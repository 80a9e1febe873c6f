/*
 * Who has which part of the product. Every node decides by what it keeps in memory (`platform/features.ts`); this slice
 * shows it to staff and changes it. A single account beats its plan, which beats the share of accounts.
 */
import type { InferContractRouterInputs } from "@orpc/contract";
import { requireBelow } from "#src/features/identity/accounts/accounts.ts";
import { hasPremium } from "#src/features/money/entitlements/entitlements.ts";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { DEFAULT_RULES, FEATURES, type Feature } from "#src/lib/feature-switches.ts";
import { isBlank } from "#src/lib/text.ts";
import { explainFeature, registerPlanLookUp } from "#src/platform/account-features.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { featuresChanged } from "#src/platform/features.ts";
import {
  type AccountFeature,
  type ChosenAccount,
  FEATURE_ERRORS,
  type FeatureChange,
  type FeatureState,
  type featuresContract,
} from "./contract.ts";
import { accountFeatureChanged, featureChanged } from "./events.ts";
import { ACCOUNTS_LISTED, ACCOUNTS_MAX, CHANGES_LISTED, isSameRules, withParents } from "./rules.ts";
import {
  type CountedRules,
  countChosen,
  countHaving,
  deleteChoice,
  findAccount,
  findChoice,
  findSwitch,
  listChanges,
  listChosen,
  listChosenCounts,
  listReasons,
  listSwitches,
  lockFeature,
  upsertChoice,
  upsertSwitch,
} from "./store.ts";

registerPlanLookUp(hasPremium);

type Inputs = InferContractRouterInputs<typeof featuresContract>;
type OfFeature = { feature: Feature };

export async function listFeatures({ db }: StaffCtx): Promise<{ items: FeatureState[] }> {
  const [switches, counts] = [await listSwitches(db), await listChosenCounts(db)];
  const items = FEATURES.map((feature): FeatureState => {
    const row = switches.find((one) => one.feature === feature);
    const { on = 0, off = 0 } = counts.find((one) => one.feature === feature) ?? {};
    const { share, free, premium } = row ?? DEFAULT_RULES;
    const changed = row ? { at: row.changed_at, by: row.by, reason: row.reason } : null;
    const chosen = { accounts_on: on, accounts_off: off };
    return { feature, share, free, premium, version: row?.version ?? 0, ...chosen, changed };
  });
  return { items };
}

async function getFeature(ctx: StaffCtx, feature: Feature): Promise<FeatureState> {
  const { items } = await listFeatures(ctx);
  return items.find((one) => one.feature === feature) as FeatureState;
}

/** Every node follows within two seconds. Saving what’s there already changes nothing. */
export async function changeFeature(
  ctx: StaffCtx,
  { feature, version, reason, ...after }: Inputs["change"],
): Promise<FeatureState> {
  requireReason(reason);
  await ctx.write(async (ctx) => {
    await lockFeature(ctx.db, feature);
    const row = await findSwitch(ctx.db, feature);
    if ((row?.version ?? 0) !== version)
      throw failure(FEATURE_ERRORS, "CHANGED_MEANWHILE", { data: await getFeature(ctx, feature) });
    const { share, free, premium } = row ?? DEFAULT_RULES;
    const before = { share, free, premium };
    if (isSameRules(before, after)) return;
    await upsertSwitch(ctx.db, { feature, ...after, ...signatureOf(ctx, { version, reason }) });
    const payload = { feature, before, after, reason };
    await ctx.announce(featureChanged, { account: INSTANCE, subject: feature, payload });
    await ctx.invalidate(featuresChanged, {});
  });
  return getFeature(ctx, feature);
}

/** Switches it on or off for one account, whatever else is said, or ends that. */
export async function chooseForAccount(
  ctx: StaffCtx,
  { feature, who, is_on, reason }: Inputs["choose"],
): Promise<FeatureState> {
  requireReason(reason);
  await ctx.write(async (ctx) => {
    await lockFeature(ctx.db, feature);
    const found = isBlank(who) ? undefined : await findAccount(ctx.db, who);
    if (!found) throw failure(FEATURE_ERRORS, "ACCOUNT_NOT_FOUND");
    const { id: account, role } = found;
    if (account !== staffId(ctx)) requireBelow(ctx, role);
    const was = await findChoice(ctx.db, { feature, account });
    if ((was ?? null) === is_on) return;
    if (was === undefined && (await countChosen(ctx.db, feature)) >= ACCOUNTS_MAX)
      throw failure(FEATURE_ERRORS, "FEATURE_ACCOUNTS_LIMIT");
    const row = await findSwitch(ctx.db, feature);
    const { share, free, premium, version } = row ?? { ...DEFAULT_RULES, version: 0 };
    const signature = signatureOf(ctx, { version, reason });
    const { changed_by, changed_at } = signature;
    if (is_on === null) await deleteChoice(ctx.db, { feature, account });
    else await upsertChoice(ctx.db, { feature, account, is_on, reason, changed_by, changed_at });
    await upsertSwitch(ctx.db, { feature, share, free, premium, ...signature });
    const payload = { feature, is_on, reason };
    await ctx.announce(accountFeatureChanged, { account, subject: feature, payload });
    await ctx.invalidate(featuresChanged, {});
  });
  return getFeature(ctx, feature);
}

function requireReason(reason: string): void {
  if (isBlank(reason)) throw failure(FEATURE_ERRORS, "REASON_MISSING");
}

const staffId = ({ actor }: StaffCtx): string | null => (actor.type === "staff" ? actor.person.id : null);

function signatureOf(ctx: StaffCtx, { version, reason }: { version: number; reason: string }) {
  return {
    version: version + 1,
    changed_by: staffId(ctx),
    changed_at: ctx.now().toISOString(),
    reason,
  };
}

/** Counts who would have it, by what’s saved about single accounts and about what it’s a part of. */
export async function previewFeature(ctx: StaffCtx, { feature, ...rules }: Inputs["preview"]) {
  const saved = await listSwitches(ctx.db);
  const all = withParents(feature).map((each): CountedRules => {
    const own = each === feature ? rules : saved.find((row) => row.feature === each);
    const { share, free, premium } = own ?? DEFAULT_RULES;
    return { feature: each, share, free, premium };
  });
  const hasPlans = ctx.settings.get(PLANS_SETTING) !== "off";
  return countHaving(ctx.db, { all, now: ctx.now(), hasPlans });
}

export async function listFeatureAccounts(
  { db }: StaffCtx,
  { feature, cursor }: Inputs["accounts"],
): Promise<{ items: ChosenAccount[]; next?: string }> {
  const { rows, ...page } = await listChosen(db, { feature, cursor, rows: ACCOUNTS_LISTED });
  return { items: rows.map(({ key: _, ...item }) => item), ...page };
}

export async function listFeatureChanges(
  { db }: StaffCtx,
  { feature }: OfFeature,
): Promise<{ items: FeatureChange[] }> {
  const rows = await listChanges(db, { feature, rows: CHANGES_LISTED });
  const items = rows.map(({ id, name, at, by, account, whose, payload }): FeatureChange => {
    const own = { id, at, by };
    if (name === featureChanged.name) {
      const { before, after, reason } = featureChanged.payload.parse(payload);
      return { ...own, reason, rules: { before, after }, account: null };
    }
    const { is_on, reason } = accountFeatureChanged.payload.parse(payload);
    return { ...own, reason, rules: null, account: { id: account, name: whose, is_on } };
  });
  return { items };
}

export async function listAccountFeatures(
  ctx: StaffCtx,
  { id }: Inputs["ofAccount"],
): Promise<{ items: AccountFeature[] }> {
  const found = isPersonId(id) ? await findAccount(ctx.db, id) : undefined;
  if (found?.id !== id) throw failure(FEATURE_ERRORS, "ACCOUNT_NOT_FOUND");
  const reasons = await listReasons(ctx.db, id);
  const items: AccountFeature[] = [];
  for (const feature of FEATURES) {
    const { isOn: is_on, rule, feature: decided_by } = await explainFeature(ctx, feature, id);
    const reason = rule === "account" ? (reasons.get(decided_by) ?? null) : null;
    items.push({ feature, is_on, rule, decided_by, reason });
  }
  return { items };
}
