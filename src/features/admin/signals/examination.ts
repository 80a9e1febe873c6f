/*
 * Examines pages after they changed, apart from whoever changes them: triggers on pages and links remember which did, and
 * a job looks at them once a minute.
 */
import { fileTargets, urlKey } from "#src/features/pages/links/targets/targets.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  countSharing,
  deleteChecks,
  type ExaminedLink,
  type ExaminedPage,
  insertChecksOfAddresses,
  listExaminedLinks,
  listExaminedPages,
} from "./examined-store.ts";
import { recordFinding } from "./findings.ts";
import { enqueueFollowing } from "./followed-links.ts";
import { loadLists } from "./lists/lists.ts";
import {
  addressesOf,
  badHost,
  type FindList,
  type Found,
  hostsIn,
  isSharedWorthy,
  lookalike,
  ownHosts,
  sharedLink,
  spamWords,
} from "./page-findings.ts";
import { brandsOf, loadSwitches } from "./switches.ts";
import type { Switch } from "./usual-switches.ts";

const CHECKS = 200;
/** Accounts with one link are found one after another, and so are those before the threshold was reached. */
const SHARING_PAGES = 200;

type Switches = Awaited<ReturnType<typeof loadSwitches>>;

/** Examines all pages that changed. One node at a time. */
export async function examineChanges(platform: Platform): Promise<void> {
  await fileTargets(platform);
  let taken = 0;
  do {
    platform.abortSignal.throwIfAborted();
    taken = await examineSome(platform);
  } while (taken > 0);
}

async function examineSome(platform: Platform): Promise<number> {
  const switches = await loadSwitches(platform);
  const lists = await loadLists(platform);
  return platform.write(async (ctx) => {
    const checks = await deleteChecks(ctx.db, CHECKS);
    if (checks.length === 0) return 0;
    const ids = [...new Set(checks.map(({ profile_id }) => profile_id))];
    const pages = await listExaminedPages(ctx.db, ids);
    const links = Map.groupBy(await listExaminedLinks(ctx.db, ids), ({ profile_id }) => profile_id);
    const shared = await findShared(ctx, [...links.values()].flat(), switches.shared_link);
    const own = ownHosts(ctx);
    for (const page of pages) {
      const parts = { page, links: links.get(page.id) ?? [], findList: lists.find, shared, own };
      for (const found of findingsOf(parts, switches))
        await recordFinding(ctx, { ...found, page, account: page.owner_id }, switches[found.signal].mode);
    }
    const changed = new Set(checks.flatMap(({ link_id }) => link_id ?? []));
    if (switches.redirect.mode !== "off" && lists.size > 0)
      await enqueueFollowing(ctx, { pages, links, changed, brands: brandsOf(switches.lookalike) });
    return checks.length;
  });
}

interface Parts {
  page: ExaminedPage;
  links: readonly ExaminedLink[];
  findList: FindList;
  /** How many accounts have an address, by its key. */
  shared: ReadonlyMap<string, number>;
  own: ReadonlySet<string>;
}

const isOn = ({ mode }: Switch) => mode !== "off";

function findingsOf({ page, links, findList, shared, own }: Parts, switches: Switches): Found[] {
  const addresses = addressesOf(links);
  const hosts = hostsIn(addresses, own);
  const { bad_host, spam_words, shared_link } = switches;
  const text = [page.text, ...links.map((link) => link.text)].join("\n");
  const least = spam_words.threshold ?? 1;
  const sharing = addresses.flatMap((address) => {
    const accounts = shared.get(urlKey(address) ?? "");
    return accounts === undefined ? [] : [{ address, accounts }];
  });
  return [
    isOn(bad_host) ? badHost(hosts, findList) : undefined,
    isOn(switches.lookalike) ? lookalike(page, hosts, brandsOf(switches.lookalike)) : undefined,
    isOn(spam_words) ? spamWords(text, spam_words.entries ?? [], { least, isCampaign: false }) : undefined,
    isOn(shared_link) ? sharedLink(sharing) : undefined,
  ].filter((found) => found !== undefined);
}

async function findShared(ctx: Platform, links: readonly ExaminedLink[], shared: Switch) {
  if (!isOn(shared)) return new Map<string, number>();
  const worthy = addressesOf(links).filter(isSharedWorthy);
  const keys = [...new Set(worthy.map(urlKey).filter((key) => key !== undefined))];
  const found = await countSharing(ctx.db, { keys, least: shared.threshold ?? 1 });
  await insertChecksOfAddresses(ctx.db, { keys: [...found.keys()], most: SHARING_PAGES });
  return found;
}
