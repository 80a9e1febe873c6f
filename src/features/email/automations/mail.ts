/* The e-mail of rules: the batch of a version's action that it goes out in. */
import { type BatchHome, sendInBatch } from "#src/features/email/sequences/mail-batches.ts";
import type { Ctx } from "#src/platform/context.ts";
import { listVisits } from "./run-store.ts";
import { type BatchOf, findActionBatch, findSnapshot, insertActionBatch, type RunVersion } from "./store.ts";
import type { Done, Going } from "./walk.ts";

const MAILABLE = ["new", "confirmed", "unconfirmed"];

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
  const ids = going.flatMap(({ person }) => (person && MAILABLE.includes(person.status) ? person.id : []));
  const visits = await listVisits(ctx.db, of, ids);
  const visitOf = (id: string) => visits.get(id) ?? 0;
  for (const visit of new Set(ids.map(visitOf))) {
    const getting = ids.filter((id) => visitOf(id) === visit);
    await sendInBatch(ctx, homeOf(ctx, running, { ...of, visit }), getting);
  }
  const sent = new Set(ids);
  return ({ run }) =>
    sent.has(run.contact_id ?? "")
      ? { outcome: "sent", reason: "" }
      : { outcome: "done", reason: "They get no e-mail." };
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
