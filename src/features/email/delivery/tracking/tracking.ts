/*
 * What comes of e-mail: opens and clicks, people's and machines' apart. A link
 * leads only where the e-mail's own content did, so nobody can lead others elsewhere with it.
 */
import { unsubscribePath } from "#src/features/audience/consent/consent.ts";
import { toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { fillLink, isPersonal } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import type { Content } from "#src/features/email/templates/rules.ts";
import { lruSet } from "#src/lib/lru.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { type BatchRow, findBatch } from "../batch-store.ts";
import { ANONYMOUS, HONEYPOT_LINK, mailUrl, OPENED, parseMailToken, VIEWED } from "../mail-tokens.ts";
import { renderWebVersion, snapshotFor } from "../snapshot.ts";
import { followAggregateToken } from "./aggregate-tracking.ts";
import { BURST_MS, isMachineClick, isMachineOpen, isPictureProxy, isScannerName } from "./machine-rules.ts";
import {
  hasClickRoom,
  insertClick,
  listLinksAround,
  listMessages,
  lockMessage,
  type TrackedMessage,
  updateMachineClicks,
  updateMessageTimes,
  upsertClick,
  upsertOpen,
} from "./tracking-store.ts";

export interface LinkRequest {
  userAgent: string;
  isBot: boolean;
  /** A `HEAD` request doesn't fetch the page; people's programs don't send it. */
  isHead: boolean;
  /** Its location and device. */
  country: string;
  device: string;
  address: string;
}

/** Each takes a while to render. Programs that look for dangerous links open many from one IP address. */
const VIEWS: Limit = { name: "delivery.views", attempts: 60, seconds: 60 };

/**
 * A token's target: a URL, the picture, the e-mail as a page, nothing for the hidden link, or undefined if we
 * didn't make it.
 */
export type Destination = { url: string } | { html: string } | "picture" | "nothing" | undefined;

/** Follows a token from an e-mail, and counts it. */
export async function followToken(
  platform: Platform,
  text: string,
  asked: LinkRequest,
): Promise<Destination> {
  const token = parseMailToken(platform, text);
  if (!token) return undefined;
  const isProxy = isPictureProxy(asked.userAgent);
  const isScanner = asked.isHead || (asked.isBot && !isProxy) || isScannerName(asked.userAgent);
  const opening = { ...asked, isProxy, ...(isProxy && NOWHERE) };
  if (token.contact_id === ANONYMOUS) return followAggregateToken(platform, token, { ...opening, isScanner });
  const message = (await listMessages(platform.db, token)).find(({ user_id }) => token.isOf(user_id));
  if (!message) return undefined;
  const at = platform.now().toISOString();
  if (token.link === OPENED) {
    if (message.handed_over_at !== null)
      await recordOpen(platform, message, {
        ...opening,
        at,
        isScanner,
        handedOverAt: message.handed_over_at,
      });
    return "picture";
  }
  if (token.link === VIEWED) return viewPage(platform, message, { ...opening, at, isScanner });
  if (token.link === HONEYPOT_LINK) {
    await recordClick(platform, message, { ...opening, at, isScanner, link: HONEYPOT_LINK });
    return "nothing";
  }
  const link = message.links[token.link] ?? "";
  const url = isPersonal(link) ? fillLink(link, toMergeContact(message.contact)) : link;
  if (!url) return undefined;
  await recordClick(platform, message, { ...opening, at, isScanner, link: token.link });
  return { url };
}

type VisitorLocation = Pick<LinkRequest, "country" | "device">;
/** A proxy's own location means nothing. */
const NOWHERE: VisitorLocation = { country: "UNKNOWN", device: "unknown" };
type OpenSigns = VisitorLocation & { at: string; isScanner: boolean; isProxy: boolean; handedOverAt: string };

/** Shows the e-mail as a page, which counts as an open. */
async function viewPage(
  platform: Platform,
  message: TrackedMessage,
  { address, ...signs }: Omit<OpenSigns, "handedOverAt"> & Pick<LinkRequest, "address">,
): Promise<Destination> {
  await platform.limits.count(VIEWS, address);
  const { user_id: account, batch_id, contact_id, handed_over_at: handedOverAt, variant } = message;
  const batch = await findBatch(platform.db, { user_id: account, id: batch_id });
  if (!batch) return undefined;
  if (handedOverAt !== null) await recordView(platform, message, { ...signs, handedOverAt });
  const snapshot = snapshotFor(batch, variant);
  const about = { account, contact_id, batch_id, email: message.email };
  const html = await renderWebVersion(snapshot, pageOf(platform, batch, variant), {
    account,
    // The owner of the old address mustn't decide about the new one.
    unsubscribe_url: message.has_moved ? "" : platform.instance.publicUrl + unsubscribePath(platform, about),
    view_url: mailUrl(platform, account, { batch_id, contact_id, link: VIEWED }),
    sender: { name: snapshot.from_name, postal_address: snapshot.postal_address },
  });
  return { html };
}

/** Counts a view of the page the way the batch counts opens. */
async function recordView(platform: Platform, message: TrackedMessage, signs: OpenSigns): Promise<void> {
  const { tracking } = message;
  if (tracking === "each") return recordOpen(platform, message, signs);
  if (tracking === "none") return;
  const { handedOverAt: sent_at, isScanner: is_machine, country, device } = signs;
  await upsertOpen(platform.db, message, { sent_at, is_machine, country, device });
}

const PAGES_MAX = 20;

/** Recently shown pages, latest last. Parsed content is cached by its identity. */
const pagesOf = processLocal(() => new Map<string, Content>());

/** What a batch's page is made of. */
function pageOf(platform: Platform, batch: BatchRow, variant: number | null): Content {
  const pages = pagesOf(platform);
  const snapshot = snapshotFor(batch, variant);
  const key = `${batch.user_id} ${batch.id} ${variant ?? ""}`;
  // Only the page is shown, so nothing else is parsed and rendered.
  const page = pages.get(key) ?? {
    subject: "",
    preheader: snapshot.preheader,
    html: snapshot.html,
    text: "-",
  };
  lruSet(pages, [key, page], PAGES_MAX);
  return page;
}

async function recordOpen(
  { db }: Platform,
  message: TrackedMessage,
  { country, device, ...signs }: OpenSigns,
): Promise<void> {
  const is_machine = isMachineOpen(signs);
  await updateMessageTimes(db, message, { [is_machine ? "machine_opened_at" : "opened_at"]: signs.at });
  await upsertOpen(db, message, { sent_at: signs.handedOverAt, is_machine, country, device });
}

const EVER = new Date(0).toISOString();

async function recordClick(
  platform: Platform,
  message: TrackedMessage,
  {
    at,
    isScanner,
    link,
    country,
    device,
  }: VisitorLocation & { at: string; isScanner: boolean; link: number },
): Promise<void> {
  if (!(await hasClickRoom(platform.db, message))) {
    const times = { sent_at: message.handed_over_at ?? at, is_machine: isScanner, country, device };
    if (link !== HONEYPOT_LINK) await upsertClick(platform.db, message, { ...times, link });
    return;
  }
  await platform.write(async (ctx) => {
    const id = ctx.newId();
    await lockMessage(ctx.db, message);
    const since = new Date(Date.parse(at) - BURST_MS).toISOString();
    const around = (await listLinksAround(ctx.db, message, since)).add(link);
    const signs = { handedOverAt: message.handed_over_at ?? at, at, isScanner };
    const isTrapped = around.has(HONEYPOT_LINK);
    const is_machine = isMachineClick({ ...signs, linksAround: around.size, isTrapped });
    const { handed_over_at: sent_at, sender_index } = message;
    await insertClick(ctx.db, message, {
      id,
      link,
      is_scanner: isScanner,
      is_machine,
      country,
      device,
      sent_at,
      sender_index,
      created_at: at,
    });
    // The first of many links at once was opened by the same machine, and so was any link before the hidden
    // one.
    if (is_machine) await updateMachineClicks(ctx.db, message, isTrapped ? EVER : since);
    await updateMessageTimes(ctx.db, message, { [is_machine ? "machine_clicked_at" : "clicked_at"]: at });
  });
}
