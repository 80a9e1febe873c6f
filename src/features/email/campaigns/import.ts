/*
 * Past campaigns, made up for the demo. The database adds up deliveries from any source, so the figures are
 * the same as after real sending.
 */

import { suppress } from "#src/features/audience/consent/consent.ts";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { conditionOf } from "#src/features/audience/segments/audience-rules.ts";
import {
  insertBatch,
  insertPast,
  listContactIds,
  type PastClickRow,
  type PastDeliveryRow,
  type PastReturnRow,
  upsertOpen,
} from "#src/features/email/delivery/delivery.ts";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { takeSnapshot } from "#src/features/email/delivery/snapshot.ts";
import { contentOf, requireTemplate, templatePartsOf } from "#src/features/email/templates/templates.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { LATE_MINUTES } from "./rules.ts";
import { insertCampaign } from "./store.ts";

interface PastCampaign {
  id: string;
  name: string;
  template_id: string;
  mailbox: { id: string; from_name: string; postal_address: string };
  profile_id: string;
  sent_at: Date;
  test?: PastTest | undefined;
}

/** A test of a campaign's subject. */
interface PastTest {
  subjects: readonly string[];
  /** The version that a contact got. */
  versionOf(contact_id: string): number;
  outcomeOf(message: PastMessage, version: number): PastMessage;
}

/** One message's outcome. Times are in milliseconds. */
export interface PastMessage {
  email: string;
  sent: number;
  bounced?: { at: number; kind: "bounced_hard" | "bounced_soft"; words: string } | undefined;
  opened?: number | undefined;
  machine_opened?: number | undefined;
  /** `link` is taken modulo the number of links. */
  clicks?: { at: number; link: number }[] | undefined;
  replied?: number | undefined;
  unsubscribed?: number | undefined;
  country: string;
  device: string;
}

/**
 * Stores a finished campaign with all its outcomes, once. People who unsubscribed or bounced get no more
 * e-mail.
 */
export async function importCampaign(
  ctx: Ctx,
  campaign: PastCampaign,
  messages: readonly PastMessage[],
): Promise<void> {
  const template = await requireTemplate(ctx, campaign.template_id);
  const content = await contentOf(ctx, templatePartsOf(template));
  const { from_name, postal_address } = campaign.mailbox;
  const sender = { from_name, postal_address };
  const taken = await takeSnapshot(ctx.account, content, { tracking: "each", ...sender });
  const { snapshot, content_hash } = taken;
  const { test } = campaign;
  const variants = test?.subjects.map((subject) => ({ ...snapshot, subject })) ?? [];
  await ctx.write(async (ctx) => {
    const ids = await listContactIds(
      ctx.db,
      ctx.account,
      messages.map(({ email }) => email),
    );
    const variantOf = ({ email }: PastMessage) => test?.versionOf(ids.get(email) ?? "") ?? null;
    const known = messages
      .filter(({ email }) => ids.has(email))
      .map((message) => test?.outcomeOf(message, variantOf(message) ?? 0) ?? message);
    const key = { user_id: ctx.account, batch_id: campaign.id };
    const of = ({ email }: PastMessage) => ({ ...key, contact_id: ids.get(email) as string });
    const row = rowOf(ctx, campaign, known);
    if (!(await insertCampaign(ctx.db, { ...row, content_hash }))) return;
    await insertBatch(ctx.db, { ...batchOf(row, snapshot), variants });
    await insertPast(ctx.db, {
      deliveries: known.map((message) => ({
        ...of(message),
        ...deliveryOf(message),
        variant: variantOf(message),
      })),
      clicks: known.flatMap((message) =>
        clicksOf(message, snapshot.links.length).map((click) => ({
          ...of(message),
          id: ctx.newId(),
          ...click,
        })),
      ),
      returns: known.flatMap((message) =>
        returnsOf(message).map((back) => ({ ...of(message), id: ctx.newId(), ...back })),
      ),
    });
    for (const message of known) {
      await countOpens(ctx.db, key, message);
      await suppressReturned(ctx, campaign.id, message);
    }
  });
}

function rowOf(
  { account }: Ctx,
  { id, name, template_id, mailbox, profile_id, sent_at }: PastCampaign,
  messages: readonly PastMessage[],
) {
  const started_at = sent_at.toISOString();
  const ended_at = time(Math.max(sent_at.getTime(), ...messages.map(({ sent }) => sent)));
  return {
    user_id: account,
    id,
    name,
    mode: "template" as const,
    template_id,
    mailbox_id: mailbox.id,
    from_name: mailbox.from_name,
    audience: { condition: conditionOf({ profile_ids: [profile_id] }) },
    recipients: messages.length,
    state: "sent" as const,
    state_at: ended_at,
    created_by: account,
    created_at: started_at,
    updated_at: started_at,
    started_at,
    ended_at,
  };
}

/** It went out through one sending account. */
function batchOf(
  { user_id, id, mailbox_id, recipients, started_at, ended_at }: ReturnType<typeof rowOf>,
  snapshot: Snapshot,
) {
  return {
    user_id,
    id,
    state: "done" as const,
    topic: NEWS_TOPIC,
    tracking: "each" as const,
    mailbox_ids: [mailbox_id],
    shares: [1],
    snapshot,
    sender_recipients: [recipients],
    late_minutes: LATE_MINUTES,
    started_at,
    ended_at,
    looked_at: ended_at,
  };
}

const time = (at: number) => new Date(at).toISOString();
const timeOrNull = (at: number | undefined) => (at === undefined ? null : time(at));

type Own<Row> = Omit<Row, "user_id" | "batch_id" | "contact_id" | "id">;

function deliveryOf(message: PastMessage): Own<PastDeliveryRow> {
  const { email, sent, bounced, opened, machine_opened, clicks, replied, unsubscribed } = message;
  const at = time(sent);
  return {
    state: bounced?.kind ?? "handed_over",
    host: email.slice(email.lastIndexOf("@") + 1),
    outcome: bounced?.words ?? "250 2.0.0 OK: queued",
    due_at: at,
    tried_at: at,
    handed_over_at: at,
    bounced_at: timeOrNull(bounced?.at),
    opened_at: timeOrNull(opened),
    machine_opened_at: timeOrNull(machine_opened),
    clicked_at: timeOrNull(clicks?.[0]?.at),
    replied_at: timeOrNull(replied),
    unsubscribed_at: timeOrNull(unsubscribed),
  };
}

function clicksOf({ sent, clicks = [], country, device }: PastMessage, links: number): Own<PastClickRow>[] {
  if (links === 0) return [];
  return clicks.map(({ at, link }) => ({
    link: link % links,
    is_scanner: false,
    is_machine: false,
    country,
    device,
    sent_at: time(sent),
    created_at: time(at),
  }));
}

function returnsOf({ bounced, replied }: PastMessage): Own<PastReturnRow>[] {
  return [
    ...(bounced ? [{ kind: bounced.kind, at: time(bounced.at) }] : []),
    ...(replied === undefined ? [] : [{ kind: "replied" as const, at: time(replied) }]),
  ];
}

async function countOpens(
  db: Db,
  key: { user_id: string; batch_id: string },
  { sent, opened, machine_opened, country, device }: PastMessage,
): Promise<void> {
  const of = { sent_at: time(sent), country, device };
  if (opened !== undefined) await upsertOpen(db, key, { ...of, is_machine: false });
  if (machine_opened !== undefined) await upsertOpen(db, key, { ...of, is_machine: true });
}

async function suppressReturned(
  ctx: Ctx,
  campaign_id: string,
  { email, bounced, unsubscribed }: PastMessage,
): Promise<void> {
  const about = { account: ctx.account, email, batch_id: campaign_id };
  if (bounced?.kind === "bounced_hard")
    await suppress(
      { ...ctx, now: () => new Date(bounced.at) },
      { ...about, reason: "hard_bounce", note: bounced.words },
    );
  if (unsubscribed !== undefined)
    await suppress({ ...ctx, now: () => new Date(unsubscribed) }, { ...about, reason: "unsubscribe" });
}
