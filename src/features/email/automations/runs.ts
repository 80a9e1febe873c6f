/*
 * Going on with runs: those that are at the same action of a rule's version do it together, up to `GROUP_ROWS` in one
 * transaction, in which they also move on, so that a kill undoes or keeps both. What a rule refuses to do ends the run
 * there, for a person to read. Whatever else goes wrong is tried again, one run at a time.
 */
import { zoneAt } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import { Portion } from "#src/platform/db/portion.ts";
import { actOn } from "./actions.ts";
import { RETRY_SECONDS, TRIES_MAX } from "./call-rules.ts";
import { haltIfFailing } from "./failures.ts";
import {
  claimDueRuns,
  claimRun,
  type Group,
  listDueGroups,
  listDueIds,
  listPeople,
  type Person,
  type RunRow,
  updateRuns,
  upsertActing,
} from "./run-store.ts";
import { listVersions, lockState, type RunVersion } from "./store.ts";
import { takeWait } from "./waits.ts";
import { type Going, hasFailed, pass, startGoing } from "./walk.ts";

/** Runs of a group that go on in one transaction: at first, and at most. */
const FIRST_ROWS = 10;
const GROUP_ROWS = 200;
/** Groups in one transaction. */
const GROUPS_AT_ONCE = 8;
/** Runs that one account goes on with before others have their turn. */
const TURN_ROWS = 1000;

/** What `goOn` takes on, for as many calls as follow each other. */
export const newPortion = () => new Portion({ first: FIRST_ROWS, most: GROUP_ROWS });

/** Goes on with some of an account's due runs, and returns how many it found. */
export async function goOn(ctx: Ctx, portion = newPortion()): Promise<number> {
  const now = ctx.now().toISOString();
  const groups = await listDueGroups(ctx.db, { account: ctx.account, now, most: TURN_ROWS });
  let count = 0;
  for (let at = 0; at < groups.length && count < TURN_ROWS && !ctx.abortSignal.aborted; at += GROUPS_AT_ONCE)
    count += await goOnTogether(ctx, groups.slice(at, at + GROUPS_AT_ONCE), portion);
  return count;
}

const claimOf = (ctx: Ctx, group: Group, { rows }: Portion) => ({
  ...group,
  user_id: ctx.account,
  now: ctx.now().toISOString(),
  rows,
});

/** In one transaction, because each costs a wait for the disk. */
async function goOnTogether(ctx: Ctx, groups: readonly Group[], portion: Portion): Promise<number> {
  const begun = performance.now();
  try {
    const found = await ctx.write(async (ctx) => {
      let count = 0;
      for (const group of groups)
        count += await goOnWith(ctx, group, (ctx) => claimDueRuns(ctx.db, claimOf(ctx, group, portion)));
      return count;
    });
    portion.took(performance.now() - begun, found);
    return found;
  } catch (error) {
    ctx.log.warn({ err: error, account: ctx.account }, "runs of rules are tried one by one");
  }
  let count = 0;
  for (const group of groups) count += await goOnAlone(ctx, group, portion);
  return count;
}

async function goOnAlone(ctx: Ctx, group: Group, portion: Portion): Promise<number> {
  const claim = claimOf(ctx, group, portion);
  const ids = await listDueIds(ctx.db, claim);
  for (const id of ids) {
    const one = async (ctx: Ctx) => {
      const run = await claimRun(ctx.db, claim, id);
      return run ? [run] : [];
    };
    try {
      await ctx.write((ctx) => goOnWith(ctx, group, one));
    } catch (error) {
      ctx.log.error({ err: error, account: ctx.account, run: id }, "a run of a rule went wrong");
      await ctx.write(async (ctx) => tryLater(ctx, await one(ctx)));
    }
  }
  return ids.length;
}

async function tryLater(ctx: Ctx, runs: readonly RunRow[]): Promise<void> {
  const now = ctx.now();
  for (const run of runs) {
    const tries = run.tries + 1;
    const wait = RETRY_SECONDS[run.tries] ?? 0;
    const later = { ...run, tries, due_at: new Date(now.getTime() + wait * 1000).toISOString() };
    if (tries < TRIES_MAX) await updateRuns(ctx.db, [later]);
    else {
      const [version] = await listVersions(ctx.db, { user_id: run.user_id, id: run.automation_id }, [
        run.version,
      ]);
      const action_id = version?.definition.actions[run.step]?.id ?? "";
      const at = now.toISOString();
      const failed = {
        action_id,
        outcome: "failed" as const,
        reason: "Something went wrong on our side.",
        at,
      };
      const results = [...run.results, failed];
      await updateRuns(ctx.db, [{ ...run, tries, state: "failed", results, ended_at: at }]);
      await haltIfFailing(ctx, run.automation_id);
    }
  }
}

type ClaimRuns = (ctx: Ctx) => Promise<RunRow[]>;

/** A pause waits for those on the way, and whoever is due waits for its end. Returns how many were due. */
async function goOnWith(ctx: Ctx, { automation_id, version }: Group, claim: ClaimRuns): Promise<number> {
  const key = { user_id: ctx.account, id: automation_id };
  const automation = await lockState(ctx.db, key);
  if (automation !== "active") return 0;
  const rows = onePerContact(await claim(ctx));
  if (rows.length === 0) return 0;
  const [running] = await listVersions(ctx.db, key, [version]);
  if (!running) return 0;
  const ids = [...new Set(rows.flatMap((row) => row.contact_id ?? []))];
  const people = await listPeople(ctx.db, ctx.account, ids);
  await upsertActing(ctx.db, rows);
  const isFailing = await walk(ctx, { running, rows, people: new Map(people.map((one) => [one.id, one])) });
  if (isFailing) await haltIfFailing(ctx, automation_id);
  return rows.length;
}

/** What a contact's changes are caused by has to be clear. The others follow in the next transaction. */
function onePerContact(rows: readonly RunRow[]): RunRow[] {
  const seen = new Set<string>();
  return rows.filter(({ contact_id }) => {
    const key = contact_id ?? "";
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

interface Walking {
  running: RunVersion;
  rows: readonly RunRow[];
  people: ReadonlyMap<string, Person>;
}

/** Goes from action to action until all wait or are over. True if one failed. */
async function walk(ctx: Ctx, { running, rows, people }: Walking): Promise<boolean> {
  const { actions, time_zone } = running.definition;
  const now = ctx.now();
  const all = rows.map((row): Going => {
    const person = people.get(row.contact_id ?? "");
    return startGoing(row, { person, zone: zoneAt(person ?? NOBODY, { rest: time_zone, now }), now });
  });
  for (const action of actions) {
    const at = actions.indexOf(action);
    const going = all.filter(({ run, isHeld }) => !isHeld && run.ended_at === null && run.step === at);
    if (going.length === 0) continue;
    if (action.type === "wait") await takeWait(ctx, action, going);
    else {
      const done = await actOn(ctx, action, { running, going });
      for (const one of going) pass(one, action, done(one));
    }
  }
  for (const { run, isHeld } of all)
    if (!isHeld && run.ended_at === null && run.step >= actions.length)
      Object.assign(run, { state: hasFailed(run) ? "failed" : "done", ended_at: now.toISOString() });
  await updateRuns(
    ctx.db,
    all.map(({ run }) => run),
  );
  return all.some(({ run }) => run.state === "failed");
}

const NOBODY = { time_zone: null, country: "" };
