/* Follows new links to where they lead, through the guarded door, and looks for hosts on lists on the way. */
import * as z from "zod";
import { followRedirects } from "#src/features/public/moderation/redirects.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import {
  type ExaminedLink,
  type ExaminedPage,
  listExaminedLinks,
  listExaminedPages,
} from "./examined-store.ts";
import { recordFinding } from "./findings.ts";
import { loadLists } from "./lists/lists.ts";
import type { Brand } from "./lookalike-rules.ts";
import { addressesOf, badRedirect, hostsIn, ownHosts } from "./page-findings.ts";
import { loadSwitches } from "./switches.ts";

const followed = z.object({ account: z.string(), profile_id: z.string(), link_ids: z.array(z.string()) });

export const followJob: JobType<z.output<typeof followed>> = {
  name: "signals.follow",
  class: "calls",
  retries: 2,
  data: followed,
};

/** Followed at the same time, so that a job is done before it takes too long. */
const LINKS_AT_ONCE = 4;
/** An import of thousands of links isn't followed as a whole. */
const LINKS_OF_PAGE_MAX = 200;

interface Changed {
  pages: readonly ExaminedPage[];
  links: ReadonlyMap<string, readonly ExaminedLink[]>;
  /** The links with new addresses. */
  changed: ReadonlySet<string>;
  brands: readonly Brand[];
}

/** Known brands' hosts don't pass visitors on to bad ones, and most links lead there. */
export async function enqueueFollowing(
  ctx: Platform,
  { pages, links, changed, brands }: Changed,
): Promise<void> {
  const known = brands.flatMap(({ hosts }) => hosts);
  const own = ownHosts(ctx);
  const isKnown = (host: string) => known.some((one) => host === one || host.endsWith(`.${one}`));
  for (const { id: profile_id, owner_id: account } of pages) {
    const ids = (links.get(profile_id) ?? [])
      .filter(
        (link) => changed.has(link.id) && hostsIn(addressesOf([link]), own).some((host) => !isKnown(host)),
      )
      .slice(0, LINKS_OF_PAGE_MAX)
      .map(({ id }) => id);
    for (let at = 0; at < ids.length; at += LINKS_AT_ONCE)
      await ctx.enqueue(followJob, { account, profile_id, link_ids: ids.slice(at, at + LINKS_AT_ONCE) });
  }
}

export async function followLinks(
  platform: Platform,
  { profile_id, link_ids }: z.output<typeof followed>,
): Promise<void> {
  const { redirect } = await loadSwitches(platform);
  const lists = await loadLists(platform);
  const [page] = await listExaminedPages(platform.db, [profile_id]);
  if (redirect.mode === "off" || lists.size === 0 || !page) return;
  const links = (await listExaminedLinks(platform.db, [profile_id])).filter(({ id }) =>
    link_ids.includes(id),
  );
  const web = addressesOf(links).filter((address) => /^https?:/i.test(address));
  const chains = await Promise.all(web.map((address) => followRedirects(platform, address)));
  for (const { steps } of chains) {
    const urls = steps.map(({ url }) => url);
    const found = badRedirect(urls, lists.find, ownHosts(platform));
    if (found) return recordFinding(platform, { ...found, page, account: page.owner_id }, redirect.mode);
  }
}
