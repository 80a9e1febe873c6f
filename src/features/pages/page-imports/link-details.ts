/* Fills in what a new link's owner would otherwise copy from the page that it leads to. */

import type { DetailFields } from "#src/features/pages/links/address-contract.ts";
import { readAddress } from "#src/features/pages/links/address-rules.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { getLink, updateLink } from "#src/features/pages/links/links.ts";
import { isProfileUrl, serviceOf } from "#src/features/pages/links/services-rules.ts";
import { copyPicture } from "#src/features/pages/media/media.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { fetchPageStart } from "./page-fetch.ts";
import type { PageDetails } from "./parsers/parsers.ts";
import { parseDetailsInThread } from "./threaded-parser.ts";

const READS: Limit = {
  name: "link-details.read",
  attempts: 600,
  seconds: 3600,
  sentence: "You can fill in 600 links an hour.",
};

/**
 * Reads the page that a link leads to. Only what still is as it was when the page was asked for changes: whatever
 * somebody enters meanwhile stays. A page that can't be read changes nothing.
 */
export async function fillInLink(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ link: Link; before: DetailFields | null }> {
  const link = await getLink(ctx, { id });
  const nothing = { link, before: null };
  if (link.kind !== "link" || !/^https?:/.test(link.url)) return nothing;
  await ctx.limits.count(READS, ctx.account);
  const page = await fetchPageStart(ctx, link.url);
  const details = page && (await parseDetailsInThread(ctx.account, page));
  if (!details) return nothing;
  const wanted = { ...textsOf(link, details), ...(await pictureOf(ctx, link, details)) };
  return applyUnchanged(ctx, { link, wanted });
}

/** A service's own name says more of a profile than the page's title, and its mark more than a picture. */
function keepsOwnLook({ url }: Link): boolean {
  return serviceOf(url) !== undefined && isProfileUrl(url);
}

function textsOf(link: Link, { title, description }: PageDetails): DetailFields {
  const texts: DetailFields = {};
  const reading = readAddress(link.url);
  const isOurTitle = reading.ok && reading.read.title === link.title;
  if (title !== null && isOurTitle && !keepsOwnLook(link)) texts.title = title;
  if (description !== null && link.description === null && !keepsOwnLook(link))
    texts.description = description;
  return texts;
}

async function pictureOf(ctx: Ctx, link: Link, { picture, icon }: PageDetails): Promise<DetailFields> {
  if (link.picture_url !== null || (keepsOwnLook(link) && link.icon !== null)) return {};
  const own = picture === null ? undefined : await copied(ctx, picture, "picture");
  if (own !== undefined) return { picture_url: own };
  const sign = icon === null || link.icon !== null ? undefined : await copied(ctx, icon, "icon");
  return sign === undefined ? {} : { icon: sign, show_icon: true };
}

async function copied(ctx: Ctx, url: string, purpose: "picture" | "icon"): Promise<string | undefined> {
  const { account } = ctx;
  const kept = await copyPicture(ctx, url, { purpose, account, count: async () => undefined });
  return kept.ok ? kept.url : undefined;
}

interface Filling {
  link: Link;
  wanted: DetailFields;
}

async function applyUnchanged(
  ctx: Ctx,
  { link, wanted }: Filling,
): Promise<{ link: Link; before: DetailFields | null }> {
  const now = await getLink(ctx, link);
  const isSame = (field: keyof DetailFields) => now[field] === link[field] && now.url === link.url;
  const fields = Object.fromEntries(
    Object.entries(wanted).filter(([field]) => isSame(field as keyof DetailFields)),
  ) as DetailFields;
  if (Object.keys(fields).length === 0) return { link: now, before: null };
  const before = Object.fromEntries(
    Object.keys(fields).map((field) => [field, now[field as keyof DetailFields]]),
  ) as DetailFields;
  try {
    return { link: await updateLink(ctx, { id: now.id, updated_at: now.updated_at, ...fields }), before };
  } catch (error) {
    // Somebody saved it between the two, or removed it.
    if (error instanceof Failure) return { link: now, before: null };
    throw error;
  }
}
