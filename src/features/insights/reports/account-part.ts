import * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { storedMoment, storedText } from "#src/lib/endpoint.ts";
import { isCalendarDay, isTimeZone } from "#src/lib/time.ts";
import { wallTime } from "#src/lib/time-zones.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { upsertAlertSwitch } from "./alerts/alerts-store.ts";
import { GOAL_METRICS, GOAL_TARGET_MAX, GOALS_MAX } from "./goals/goal-rules.ts";
import { countGoals, insertGoal } from "./goals/goals-store.ts";
import { NOTE_CHARS_MAX, NOTES_MAX } from "./notes/note-rules.ts";
import { countNotes, insertNote } from "./notes/notes-store.ts";
import { CADENCES, lastDueDay } from "./report-rules.ts";
import { findSubscription, SUBSCRIPTION_IS_OWNERS, upsertSubscription } from "./report-store.ts";
import { updateShareAccounts } from "./shares/shares-store.ts";
import {
  alertSettings,
  analyticsGoals,
  analyticsNotes,
  reportSubscriptions,
  statShares,
  trafficAlerts,
} from "./tables.ts";

export const reportsPart: AccountPart = {
  tables: [
    {
      table: reportSubscriptions,
      by: { account: reportSubscriptions.account },
      exported: {
        as: "report-settings",
        id: reportSubscriptions.user_id,
        without: ["account", "user_id", "last_day"],
        computed: { is_own: SUBSCRIPTION_IS_OWNERS },
      },
    },
    {
      table: analyticsNotes,
      by: { account: analyticsNotes.user_id },
      label: "Notes beside the figures",
      exported: { as: "analytics-notes", id: analyticsNotes.id, without: ["user_id", "made_by"] },
    },
    {
      table: alertSettings,
      by: { account: alertSettings.user_id },
      exported: { as: "alert-settings", id: alertSettings.user_id, without: ["user_id"] },
    },
    {
      table: trafficAlerts,
      by: { account: trafficAlerts.user_id },
      exported: {
        as: "traffic-alerts",
        id: trafficAlerts.id,
        without: ["user_id"],
        unrestored: "Alerts about visits: they tell of the other account’s figures.",
      },
    },
    {
      table: analyticsGoals,
      by: { account: analyticsGoals.user_id },
      label: "Goals",
      exported: { as: "analytics-goals", id: analyticsGoals.id, without: ["user_id", "made_by"] },
    },
    {
      table: statShares,
      by: { account: statShares.user_id },
      label: "Links to figures",
      exported: {
        as: "stat-shares",
        id: statShares.id,
        without: ["user_id", "made_by", "made_in"],
        unrestored: "Links to figures: the old ones can’t work here. Share new ones.",
      },
    },
  ],
  followsPage: [analyticsNotes, trafficAlerts, analyticsGoals].map(
    ({ profile_id: profile, user_id: account }) => ({ profile, account }),
  ),
  movePage: ({ db }, move) => updateShareAccounts(db, move),
  people: [reportSubscriptions.user_id, analyticsNotes.made_by, analyticsGoals.made_by, statShares.made_by],
  restore: restoreReports,
};

const day = z.string().refine(isCalendarDay);
const exportedSettings = z.object({
  is_own: z.boolean(),
  cadence: z.enum(CADENCES),
  zone: z.string().max(60).refine(isTimeZone),
});
const exportedSwitch = z.object({ is_on: z.boolean() });
const exportedNote = z.object({
  id: z.uuid(),
  profile_id: z.uuid().nullable(),
  day: day.nullable(),
  at: storedMoment.nullable(),
  text: storedText(NOTE_CHARS_MAX),
  created_at: storedMoment,
});
const exportedGoal = z.object({
  id: z.uuid(),
  profile_id: z.uuid().nullable(),
  metric: z.enum(GOAL_METRICS),
  target: z.int().min(1).max(GOAL_TARGET_MAX),
  first_day: day,
  last_day: day,
  zone: z.string().max(60).refine(isTimeZone),
  reached_at: storedMoment.nullable(),
  created_at: storedMoment,
});

/** Settings that somebody has here already stay. Notes and goals of pages that weren't added are left out. */
async function restoreReports(ctx: Ctx, from: ExportReader): Promise<undefined> {
  await ctx.write(async (ctx) => {
    await restoreSettings(ctx, from);
    await takeAdvisoryLock(ctx.db, "reports", ctx.account);
    let notesLeft = NOTES_MAX - (await countNotes(ctx.db, ctx.account));
    for (const note of await from.rows("analytics-notes", exportedNote)) {
      const profile_id = pageHere(from, note.profile_id);
      if (profile_id === undefined || notesLeft <= 0) continue;
      if (await insertNote(ctx.db, { ...note, ...own(ctx, note.id), profile_id })) notesLeft--;
    }
    let goalsLeft = GOALS_MAX - (await countGoals(ctx.db, ctx.account));
    for (const goal of await from.rows("analytics-goals", exportedGoal)) {
      const profile_id = pageHere(from, goal.profile_id);
      if (profile_id === undefined || goalsLeft <= 0) continue;
      if (await insertGoal(ctx.db, { ...goal, ...own(ctx, goal.id), profile_id })) goalsLeft--;
    }
  });
}

const own = (ctx: Ctx, id: string) => ({
  user_id: ctx.account,
  id: derivedId(ctx.account, id),
  made_by: requirePerson(ctx).id,
});

const pageHere = (from: ExportReader, id: string | null) => (id === null ? null : from.profiles.get(id));

async function restoreSettings(ctx: Ctx, from: ExportReader): Promise<void> {
  const key = { person: requirePerson(ctx).id, account: ctx.account };
  const settings = (await from.rows("report-settings", exportedSettings)).find(({ is_own }) => is_own);
  if (settings && !(await findSubscription(ctx.db, key))) {
    const { cadence, zone } = settings;
    const last_day = lastDueDay(cadence === "off" ? "weekly" : cadence, wallTime(zone, ctx.now()));
    await upsertSubscription(ctx.db, { ...key, cadence, zone, last_day });
  }
  const [alerts] = await from.rows("alert-settings", exportedSwitch);
  if (alerts) await upsertAlertSwitch(ctx.db, ctx.account, alerts.is_on);
}
