/* The e-mail of rules: the batch of a version's action that it goes out in. */
import { type BatchHome, sendInBatch } from "#src/features/email/sequences/mail-batches.ts";
import type { Ctx } from "#src/platform/context.ts";
import { MAIL_TIMES_MAX } from "./rules.ts";
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
  const able = going.flatMap(({ person }) => (person && MAILABLE.includes(person.status) ? person.id : []));
  const visits = await listVisits(ctx.db, of, able);
  const visitOf = (id: string) => visits.get(id) ?? 0;
  const ids = able.filter((id) => visitOf(id) < MAIL_TIMES_MAX);
  for (const visit of new Set(ids.map(visitOf))) {
    const people = ids.filter((id) => visitOf(id) === visit).map((id) => ({ id, variant: null }));
    await sendInBatch(ctx, homeOf(ctx, running, { ...of, visit }), () => people);
  }
  const [sent, asked] = [new Set(ids), new Set(able)];
  return ({ run: { contact_id } }) => {
    if (sent.has(contact_id ?? "")) return { outcome: "sent", reason: "" };
    const reason = asked.has(contact_id ?? "")
      ? `They’ve got this e-mail ${MAIL_TIMES_MAX} times.`
      : "They get no e-mail.";
    return { outcome: "done", reason };
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
