/* The steps that people in one version of a sequence take in one transaction. */
import { createHash } from "node:crypto";
import { listMatching } from "#src/features/audience/segments/condition-matches.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { addHours } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import {
  type EnrollmentRow,
  insertSteps,
  type StepRow,
  updateEnrollments,
  type Walking,
} from "./enrollment-store.ts";
import { announceLeft, endThese } from "./exits.ts";
import type { ExitReason, StepOutcome } from "./rules.ts";
import type { WalkedVersion } from "./store.ts";

/** Somebody on their way, and where they are by now. */
export interface Walker {
  row: EnrollmentRow;
  person: Walking;
  zone: string;
  /** True if their step was due so long ago that its e-mail is left out. */
  isLate: boolean;
}

/** What happens meanwhile, to be saved all at once at the end. */
export class Walk {
  readonly ctx: Ctx;
  readonly version: WalkedVersion;
  readonly now: Date;
  /** What was due before is late. Empty if nothing is. */
  readonly #lateBefore: string;
  readonly #moved: EnrollmentRow[] = [];
  readonly #taken: StepRow[] = [];
  readonly #ended = new Map<ExitReason, EnrollmentRow[]>();

  constructor(ctx: Ctx, version: WalkedVersion, { now, active_since }: { now: Date; active_since: string }) {
    this.ctx = ctx;
    this.version = version;
    this.now = now;
    const { late_hours = null } = version.definition;
    this.#lateBefore = late_hours === null ? "" : addHours(now, -late_hours);
    // What piled up in a pause was decided on as it ended.
    if (active_since >= this.#lateBefore) this.#lateBefore = "";
  }

  add(row: EnrollmentRow, person: Walking, zone: string): Walker {
    const walker = { row: { ...row }, person, zone, isLate: row.due_at < this.#lateBefore };
    this.#moved.push(walker.row);
    return walker;
  }

  async matching(condition: Condition, walkers: readonly Walker[]): Promise<ReadonlySet<string>> {
    const ids = walkers.map(({ person }) => person.id);
    const [found] = await listMatching(this.ctx, [condition], ids);
    return found ?? new Set();
  }

  leave(row: EnrollmentRow, reason: ExitReason): void {
    row.ended_at = this.now.toISOString();
    this.#ended.set(reason, [...(this.#ended.get(reason) ?? []), row]);
  }

  /** Records what happened at a step, and goes on to another one, or to the end. */
  pass({ row }: Walker, next: string | null, what: StepOutcome | { part: number }): void {
    const at = this.now.toISOString();
    row.steps += 1;
    const { user_id, id: enrollment_id, sequence_id, version, contact_id, steps: number } = row;
    const happened =
      typeof what === "string"
        ? { outcome: what, part: null }
        : { outcome: "part" as const, part: what.part };
    const step = { user_id, enrollment_id, number, sequence_id, version, contact_id, at };
    this.#taken.push({ ...step, ...happened, step_id: row.step_id ?? "" });
    Object.assign(row, { step_id: next, state: "active", reason: null, step_at: at, due_at: at });
    if (next === null) Object.assign(row, { state: "completed", ended_at: at });
  }

  /** Looks at somebody again later, at the same step. */
  hold({ row }: Walker, until: Date, change: Partial<Pick<EnrollmentRow, "state" | "reason">>): void {
    Object.assign(row, { due_at: until.toISOString(), ...change });
  }

  async save(): Promise<void> {
    await updateEnrollments(this.ctx.db, this.#moved);
    await insertSteps(this.ctx.db, this.#taken);
    for (const [reason, rows] of this.#ended) await endThese(this.ctx, rows, reason);
    const contact_ids = this.#moved
      .filter(({ state }) => state === "completed")
      .map(({ contact_id }) => contact_id);
    const { sequence_id } = this.version;
    await announceLeft(this.ctx, { sequence_id, contact_ids, reason: "completed" });
  }
}

/** A number from 0 up to 1 that's always the same for a text. */
export function chanceOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}
