/* The state of one worker, and how it commits its messages' outcomes. */
import { randomUUID } from "node:crypto";
import type { findOwnMailbox, openSender } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { SENDING } from "#src/features/email/sending-accounts/settings.ts";
import type { Ctx } from "#src/platform/context.ts";
import { retryOnConflict } from "#src/platform/db/retry.ts";
import type { BatchRow } from "../batch-store.ts";
import {
  hasFrequencyLimit,
  lockContacts,
  type MailCap,
  updateCappedAsDeferred,
} from "../frequency-cap-store.ts";
import type { LeasedRow } from "./ledger-store.ts";
import { type Claimed, type Outcome, updateOutcomesAndClaim } from "./ledger-store.ts";
import { microBatch } from "./micro-batch.ts";
import type { OutcomeContext } from "./outcome.ts";

interface SendWorkerOptions {
  mailbox: NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;
  sender: Awaited<ReturnType<typeof openSender>>;
  /** The time to yield to others, by the process's own clock. */
  until: number;
}

export interface SendWorker extends OutcomeContext, SendWorkerOptions {
  mailbox: SendWorkerOptions["mailbox"];
  worker: string;
  batches: Map<string, BatchRow>;
  cap: MailCap;
  /** The number of consecutive slow renderings, by batch. */
  slow: Map<string, number>;
  /** Undefined if it mustn't go out, or not now. */
  begin(row: LeasedRow): Promise<Claimed | undefined>;
}

/** A commit about a message: its start, or its outcome. */
type Step = { row: LeasedRow } | { ending: Outcome };

export function createSendWorker(ctx: Ctx, way: SendWorkerOptions): SendWorker {
  const step = microBatch(async (steps: Step[]) => {
    const begun = await commitSteps(loop, steps);
    const byMessage = new Map(begun.map((one) => [nameOf(one), one]));
    return steps.map((one) => ("row" in one ? byMessage.get(nameOf(one.row)) : undefined));
  });
  const loop: SendWorker = {
    ...way,
    ctx,
    worker: randomUUID(),
    batches: new Map(),
    cap: { per_day: null, per_week: null },
    slow: new Map(),
    refusals: new Map(),
    begin: (row) => step({ row }),
    async finish(ending, also) {
      if (!also) return void (await step({ ending }));
      await ctx.write(async (ctx) => {
        await updateOutcomesAndClaim(ctx.db, ownOf(loop), { endings: [ending], messages: [] });
        await also(ctx);
      });
    },
  };
  return loop;
}

const nameOf = ({ batch_id, contact_id }: Pick<LeasedRow, "batch_id" | "contact_id">) =>
  `${batch_id} ${contact_id}`;

const ownOf = ({ ctx, worker }: SendWorker) => ({
  account: ctx.account,
  worker,
  now: ctx.now(),
  isStopped: !ctx.settings.get(SENDING),
});

/** Messages beyond someone's cap wait or are skipped, which takes a transaction with locked contacts. */
async function commitSteps(loop: SendWorker, steps: Step[]): Promise<Claimed[]> {
  const { ctx, cap, batches } = loop;
  const own = ownOf(loop);
  const messages = steps.flatMap((one) => ("row" in one ? one.row : []));
  const all = { messages, endings: steps.flatMap((one) => ("ending" in one ? one.ending : [])) };
  const isCapped = cap.per_day !== null || cap.per_week !== null;
  const mayWait = isCapped || messages.some(({ batch_id }) => batches.get(batch_id)?.rest_hours != null);
  if (messages.length === 0 || !(mayWait || (await hasFrequencyLimit(ctx.db, ctx.account, messages))))
    // The consequences of an outcome may be committing in a transaction at the same moment.
    return retryOnConflict(() => updateOutcomesAndClaim(ctx.db, own, all));
  return ctx.write(async (ctx) => {
    await lockContacts(ctx.db, own.account, messages);
    if (mayWait) await updateCappedAsDeferred(ctx.db, { ...own, cap }, messages);
    return updateOutcomesAndClaim(ctx.db, own, all);
  });
}
