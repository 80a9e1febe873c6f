/* The e-mail of rules: the batch of a version's action that it goes out in. */
import { type BatchHome, sendInBatch } from "#src/features/email/sequences/mail-batches.ts";
import type { Ctx } from "#src/platform/context.ts";
import { listVisits } from "./run-store.ts";
import { type BatchOf, findActionBatch, findSnapshot, insertActionBatch, type RunVersion } from "./store.ts";
import type { Done, Going } from "./walk.ts";

const MAILABLE = ["new", "confirmed", "unconfirmed"];

/** Each time is a batch with a copy of the e-mail. A fan who opens a page again and again mustn't make thousands. */
const VISITS_MAX = 100;
const ENOUGH = `They’ve had this e-mail ${VISITS_MAX} times.`;

interface Sending {
  running: RunVersion;
  going: readonly Going[];
}

/** Gives everyone who may have e-mail a row in the ledger. Whoever had it before gets it from another batch. */
export async function sendMail(
  ctx: Ctx,
  action_id: string,
  { running, going }: Sending,
): Promise<(going: Going) => Done> {
  const { user_id, automation_id, version } = running;
  const of = { user_id, automation_id, version, action_id };
  const reachable = going.flatMap(({ person }) =>
    person && MAILABLE.includes(person.status) ? person.id : [],
  );
  const visits = await listVisits(ctx.db, of, reachable);
  const visitOf = (id: string) => visits.get(id) ?? 0;
  const ids = reachable.filter((id) => visitOf(id) < VISITS_MAX);
  for (const visit of new Set(ids.map(visitOf))) {
    const people = ids.filter((id) => visitOf(id) === visit).map((id) => ({ id, variant: null }));
    await sendInBatch(ctx, homeOf(ctx, running, { ...of, visit }), () => people);
  }
  const sent = new Set(ids);
  return ({ run }) => {
    if (sent.has(run.contact_id ?? "")) return { outcome: "sent", reason: "" };
    const isEnough = reachable.includes(run.contact_id ?? "");
    return { outcome: "done", reason: isEnough ? ENOUGH : "They get no e-mail." };
  };
}

function homeOf(ctx: Ctx, { definition }: RunVersion, of: BatchOf): BatchHome {
  return {
    mailbox_id: definition.mailbox_id,
    topic: definition.topic,
    find: () => findActionBatch(ctx.db, of),
    insert: (batch_id) => insertActionBatch(ctx.db, { ...of, batch_id }),
    findSnapshot: () => findSnapshot(ctx.db, of),
  };
}
