/* Triggers by the clock: schedules, date fields, and inactivity. They fill the inbox, like everything else that happens. */
import { matchesNow } from "#src/features/audience/segments/condition-matches.ts";
import { listDueDays } from "#src/features/email/sequences/due-days.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { insertTimedEvent, insertTimedEvents, selectContacts, selectIds } from "./clock-store.ts";
import type { Trigger, TriggerType } from "./definition-rules.ts";
import { updateInactive } from "./inactivity-store.ts";
import { lastMoment } from "./schedule-rules.ts";
import { automationsStirred } from "./signals.ts";
import { findBudgetsUsed } from "./start-store.ts";
import { listWatching, type Runnable, updateAutomationRow } from "./store.ts";

/** People who become inactive in one transaction. */
const INACTIVE_ROWS = 1000;

type Watching = Runnable & { scheduled_until: string | null };
type Of<Type extends TriggerType> = Extract<Trigger, { type: Type }>;

/** Does something for each rule that's on and has such a trigger. What's wrong with one doesn't stop the others. */
async function forEachWith<Type extends TriggerType>(
  platform: Platform,
  type: Type,
  work: (ctx: Ctx, rule: Watching, triggers: Of<Type>[]) => Promise<void>,
): Promise<void> {
  for (const rule of await listWatching(platform.db, type)) {
    if (platform.abortSignal.aborted) return;
    const account = rule.user_id;
    const ctx = systemCtx(platform, { job: `automations.${type}`, account });
    const isIt = (trigger: Trigger): trigger is Of<Type> => trigger.type === type;
    try {
      await work(ctx, rule, rule.definition.triggers.filter(isIt));
    } catch (error) {
      platform.log.error(
        { err: error, account, rule: rule.automation_id },
        "a rule's time couldn't be looked at",
      );
    }
  }
  await platform.invalidate(automationsStirred, {});
}

const keyOf = ({ user_id, automation_id }: Runnable) => ({ user_id, id: automation_id });

/** Every minute. Of what was missed while nothing was running, only the last time counts. */
export function startBySchedule(platform: Platform): Promise<void> {
  return forEachWith(platform, "schedule", (ctx, rule, triggers) =>
    ctx.write(async (ctx) => {
      const now = ctx.now();
      const since = rule.scheduled_until ?? rule.state_at;
      const moments = triggers.map((trigger) => ({
        trigger,
        at: lastMoment(trigger, rule.definition.time_zone, now).toISOString(),
      }));
      const due = moments.filter(({ at }) => at > since);
      if (due.length === 0) return;
      await updateAutomationRow(ctx.db, { ...keyOf(rule), scheduled_until: now.toISOString() });
      for (const { trigger, at } of due) await startScheduled(ctx, rule, { trigger, at });
    }),
  );
}

async function startScheduled(
  ctx: Ctx,
  rule: Runnable,
  { trigger, at }: { trigger: Of<"schedule">; at: string },
): Promise<void> {
  const timed = { ...keyOf(rule), type: "schedule" as const, source: `schedule ${at}`, facts: {}, at };
  if (!trigger.is_for_each) return insertTimedEvent(ctx.db, timed);
  const { condition, budget } = rule.definition;
  const day = ctx.now().toISOString().slice(0, 10);
  const used = await findBudgetsUsed(ctx.db, { account: ctx.account, day, ids: [rule.automation_id] });
  const left = Math.max(0, budget - (used.get(rule.automation_id) ?? 0));
  const isMatching = condition === null ? undefined : await matchesNow(ctx, condition);
  // One more than may have it, so that the log says why there aren't more.
  await insertTimedEvents(ctx.db, timed, selectContacts(ctx.account, isMatching, left + 1));
}

/** Looks for people whose date has come, where they live. Every quarter of an hour. */
export function startByDate(platform: Platform): Promise<void> {
  return forEachWith(platform, "date", async (ctx, rule, triggers) => {
    for (const trigger of triggers)
      for (const { day, people } of await listDueDays(ctx, trigger, rule.definition.time_zone)) {
        const { field } = trigger;
        const source = `date ${field} ${trigger.days} ${day}`;
        const timed = {
          ...keyOf(rule),
          type: "date" as const,
          source,
          facts: { field },
          at: ctx.now().toISOString(),
        };
        await ctx.write((ctx) => insertTimedEvents(ctx.db, timed, people));
      }
  });
}

/** Looks for people who've become inactive. Every hour. */
export function startByInactivity(platform: Platform): Promise<void> {
  return forEachWith(platform, "inactive", async (ctx, rule, triggers) => {
    const days = triggers.map((trigger) => trigger.days);
    const now = ctx.now().toISOString();
    const key = keyOf(rule);
    for (;;) {
      const count = await ctx.write(async (ctx) => {
        const ids = await updateInactive(ctx.db, { ...key, days, now, most: INACTIVE_ROWS });
        const timed = { ...key, type: "inactive" as const, source: `inactive ${now}`, facts: {}, at: now };
        if (ids.length > 0) await insertTimedEvents(ctx.db, timed, selectIds(ids));
        return ids.length;
      });
      if (count < INACTIVE_ROWS) return;
      ctx.abortSignal.throwIfAborted();
    }
  });
}
