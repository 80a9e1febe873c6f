/* The e-mail of what goes on by itself: what’s in its way, and freezing what it says. */
import {
  contentOfCampaign,
  contentProblems,
  findPostalAddress,
} from "#src/features/email/campaigns/preflight/preflight.ts";
import { canSend, loadSenders } from "#src/features/email/delivery/delivery.ts";
import { type Snapshot, takeSnapshot } from "#src/features/email/delivery/snapshot.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { StepMail } from "./definition-rules.ts";

/** Who e-mail is from. */
export interface From {
  mailbox_id: string | null;
  from_name: string;
}

/** An e-mail, with the step or the action that sends it. */
interface Part {
  id: string;
  mail: StepMail;
}

export interface MailProblem {
  severity: "stop" | "warning";
  where: string;
  message: string;
}

const stop = (where: string, message: string): MailProblem => ({ severity: "stop", where, message });

/** The sentence of a refusal, or undefined. A refusal is a person’s to read; anything else is thrown. */
export async function refusalOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/** What’s in the way of e-mail: `where` is `sender`, or a part’s id. */
export async function mailProblems(ctx: Ctx, from: From, mails: readonly Part[]): Promise<MailProblem[]> {
  if (mails.length === 0) return [];
  const problems: MailProblem[] = [];
  if (from.mailbox_id === null) problems.push(stop("sender", "Choose a sending account."));
  else problems.push(...(await senderProblems(ctx, from.mailbox_id, "Choose a sending account.")));
  for (const { id, mail } of mails) {
    const { content, problems: ofParts } = await contentOfCampaign(ctx, { ...mail, scheduled_at: null });
    const found = [...(await contentProblems(ctx, content)), ...ofParts];
    const words = found.map(({ message }) => message);
    problems.push(
      ...found
        .filter(({ message }, at) => words.indexOf(message) === at)
        .map(({ severity, message }) => ({ severity, message, where: id })),
    );
  }
  return problems;
}

/** What’s in the way of sending through an account. */
export async function senderProblems(
  ctx: Ctx,
  mailbox_id: string,
  gone = "Its sending account was deleted. Choose another one.",
): Promise<MailProblem[]> {
  const { sender, postal_address } = await senderOf(ctx, { mailbox_id });
  if (!sender) return [stop("sender", gone)];
  const problems: MailProblem[] = [];
  if (!canSend(sender)) problems.push(stop("sender", "This sending account can’t send right now."));
  if (postal_address === "")
    problems.push(
      stop("sender", "Add your postal address to the sending account. Laws ask for it in every e-mail."),
    );
  return problems;
}

async function senderOf(ctx: Ctx, { mailbox_id }: Pick<From, "mailbox_id">) {
  const shares = mailbox_id === null ? [] : [{ mailbox_id, sender_index: 0, share: 1 }];
  const [sender] = await loadSenders(ctx, shares);
  const postal_address =
    sender?.mailbox.postal_address.trim() || (await findPostalAddress(ctx.db, ctx.account)).trim();
  return { sender, postal_address };
}

/** What’s frozen along with e-mail. */
export async function sentBy(ctx: Ctx, from: From) {
  const { sender, postal_address } = await senderOf(ctx, from);
  return {
    tracking: "each" as const,
    from_name: from.from_name || (sender?.mailbox.from_name ?? ""),
    postal_address,
  };
}

/** Freezes e-mail, by the parts’ ids. */
export async function snapshotsOf(
  ctx: Ctx,
  from: From,
  mails: readonly Part[],
): Promise<Record<string, Snapshot>> {
  const snapshots: Record<string, Snapshot> = {};
  if (mails.length === 0) return snapshots;
  const by = await sentBy(ctx, from);
  for (const { id, mail } of mails) {
    const { content } = await contentOfCampaign(ctx, { ...mail, scheduled_at: null });
    const taken = await takeSnapshot(ctx.account, content, by);
    snapshots[id] = taken.snapshot;
  }
  return snapshots;
}
