/* One delivery attempt: the e-mail is rendered for its recipient and sent to the sending account's server. */
import { setTimeout as wait } from "node:timers/promises";
import { unsubscribePath } from "#src/features/audience/consent/consent.ts";
import { toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { type LoadedFile, loadFiles } from "#src/features/email/templates/files/files.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import type { Ctx } from "#src/platform/context.ts";
import { withTimeout } from "#src/platform/with-timeout.ts";
import type { BatchRow } from "../batch-store.ts";
import { pauseBatch } from "../circuit-breaker.ts";
import { ATTEMPT_TIMEOUT_MS, SLOW_RENDER_MS, SLOW_RENDERS_MAX } from "../rules.ts";
import type { Claimed, LeasedRow } from "./ledger-store.ts";
import { bulkHeaders } from "./list-headers.ts";
import { type AttemptResult, toOutcome } from "./outcome.ts";
import { type RenderedMail, renderFor } from "./personalization.ts";
import type { SendWorker } from "./send-worker-state.ts";
import type { Snapshot } from "./snapshot.ts";

interface Beginning {
  batch: BatchRow;
  begun: Claimed;
}

/** Returns undefined if there was nothing to send. */
export async function attemptDelivery(
  loop: SendWorker,
  row: LeasedRow,
  { batch, begun }: Beginning,
): Promise<AttemptResult | undefined> {
  const { ctx, sender, mailbox } = loop;
  const contact = toMergeContact(begun.contact);
  const { id: contact_id, email } = contact;
  const about = { account: ctx.account, contact_id, email, campaign_id: batch.id };
  const unsubscribe_url = ctx.instance.publicUrl + unsubscribePath(ctx, about);
  const { snapshot, tracking } = batch;
  const name = snapshot.from_name || mailbox.from_name;
  let written: Omit<RenderedMail, "ms"> & { attachments: Awaited<ReturnType<typeof loadAttachments>> };
  try {
    const sentBy = { name, postal_address: snapshot.postal_address };
    const recipient = { account: ctx.account, batch_id: batch.id, contact, unsubscribe_url };
    const { ms, ...own } = await renderFor(ctx, snapshot, { ...recipient, sender: sentBy, tracking });
    await throttleRendering(loop, batch, ms);
    written = { ...own, attachments: await loadAttachments(ctx, snapshot) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    await loop.finish(toOutcome(row, { state: "failed", reason: "content", outcome: error.message }));
    return undefined;
  }
  const sent = sender.send({
    id: messageId(row),
    from_name: name,
    to: contact.email,
    ...written,
    headers: bulkHeaders(ctx, { batch, mailbox, unsubscribe_url, name }),
  });
  const answer = await withTimeout(ATTEMPT_TIMEOUT_MS, sent, TOO_SLOW);
  // Its connection is still busy, so the next messages need other ones.
  if (answer === TOO_SLOW) loop.until = 0;
  return { row, batch, email: contact.email, answer };
}

/** A server may send a line every minute and never finish. */
const TOO_SLOW: AttemptResult["answer"] = {
  accepted: false,
  is_uncertain: true,
  failure: { kind: "connection", words: "The mail server took too long" },
};

/** The same for every attempt, so that the recipient's server can recognize it. */
function messageId({ batch_id, contact_id }: LeasedRow): string {
  return `${batch_id}.${contact_id}`;
}

/** Rendering blocks the process, so after a slow one, others get the same amount of time. */
async function throttleRendering(
  { ctx, slow }: SendWorker,
  { id, user_id }: { id: string; user_id: string },
  ms: number,
): Promise<void> {
  if (ms <= SLOW_RENDER_MS) return void slow.delete(id);
  slow.set(id, (slow.get(id) ?? 0) + 1);
  await wait(ms);
  if (slow.get(id) === SLOW_RENDERS_MAX)
    await pauseBatch(ctx, { user_id, id }, "It takes too long to write. Use fewer loops and conditions.");
}

/** Loaded once for all recipients, for as long as the batch is being sent. */
const loadedAttachments = new WeakMap<Snapshot, Promise<LoadedFile[]>>();

/** Returns a batch's attachments. Pass the same snapshot for all recipients. Throws if one is gone. */
function loadAttachments(ctx: Ctx, snapshot: Snapshot): Promise<LoadedFile[]> {
  const known = loadedAttachments.get(snapshot);
  if (known) return known;
  const loading = findFiles(ctx, snapshot);
  loadedAttachments.set(snapshot, loading);
  // Failed queries are retried.
  loading.catch(() => loadedAttachments.delete(snapshot));
  return loading;
}

async function findFiles(ctx: Ctx, { attachments }: Snapshot): Promise<LoadedFile[]> {
  const files = await loadFiles(ctx, ctx.account, attachments);
  if (files) return files;
  throw new ContentError({ severity: "stop", where: "html", message: "An attachment is gone" });
}
