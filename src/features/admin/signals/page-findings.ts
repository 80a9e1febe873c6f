/* What signals find about one page. The sentences are for staff; the server translates them. */
import { hostOf, plainUrl } from "#src/features/pages/links/targets/targets.ts";
import type { SignalKind } from "#src/features/public/moderation/signal-rules.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import type { ExaminedLink } from "./examined-store.ts";
import { type Brand, brandOfHost, brandOfName, readable } from "./lookalike-rules.ts";
import { wordsIn } from "./word-rules.ts";

export interface Found {
  signal: SignalKind;
  /** A line for each thing. */
  found: string;
  why: string;
}

const SHOWN_CHARS_MAX = 100;
const SHOWN_WORDS_MAX = 10;
const SHOWN_HOSTS_MAX = 3;
const shown = (text: string) => cutChars(text, SHOWN_CHARS_MAX);
export const formatNumber = (value: number) => value.toLocaleString("en-US");

/** Returns the name of a list that a host is on. */
export type FindList = (host: string) => string | undefined;

export function addressesOf(links: readonly ExaminedLink[]): string[] {
  return links.flatMap(({ addresses }) => addresses.filter((address) => address !== null));
}

/** Links to the instance itself say nothing about a page. */
export function ownHosts({ instance }: Pick<Platform, "instance">): ReadonlySet<string> {
  return new Set(hostsIn([instance.publicUrl, instance.pagesUrl], new Set()));
}

export function hostsIn(addresses: readonly string[], own: ReadonlySet<string>): string[] {
  const hosts = addresses.map(hostOf).filter((host): host is string => host !== undefined && !own.has(host));
  return [...new Set(hosts)].sort();
}

/** Between several things that were found. */
const AND = "\n";

export function badHost(hosts: readonly string[], findList: FindList): Found | undefined {
  const bad = hosts.filter((host) => findList(host) !== undefined);
  const [first, ...more] = bad;
  if (first === undefined) return undefined;
  const why =
    more.length === 0
      ? `A link leads to ${shown(first)}, which is on the list “${findList(first)}”.`
      : `Links lead to ${namesOf(bad)}, which are on lists of bad hosts.`;
  return { signal: "bad_host", found: bad.join(AND), why };
}

const namesOf = (hosts: readonly string[]) => hosts.slice(0, SHOWN_HOSTS_MAX).map(shown).join(", ");

/** `steps` is where a link leads, one address after another. */
export function badRedirect(
  steps: readonly string[],
  findList: FindList,
  own: ReadonlySet<string>,
): Found | undefined {
  const [first, ...later] = steps.map((step) => hostOf(step) ?? "");
  const bad = later.find((host) => host !== "" && host !== first && !own.has(host) && findList(host));
  if (first === undefined || bad === undefined) return undefined;
  return {
    signal: "redirect",
    found: bad,
    why: `A link to ${shown(first)} leads on to ${shown(bad)}, which is on the list “${findList(bad)}”.`,
  };
}

interface Named {
  username: string;
  display_name: string;
}

export function lookalike(
  { username, display_name }: Named,
  hosts: readonly string[],
  brands: readonly Brand[],
): Found | undefined {
  for (const host of hosts) {
    const brand = brandOfHost(host, brands);
    if (brand)
      return {
        signal: "lookalike",
        found: host,
        why: `A link leads to ${shown(readable(host))}, which looks like ${brand.name} but isn’t one of its hosts.`,
      };
  }
  for (const name of [username, display_name]) {
    const brand = brandOfName(name, brands);
    if (brand)
      return {
        signal: "lookalike",
        found: name,
        why: `The page is called “${shown(name)}”, which looks like ${brand.name}.`,
      };
  }
  return undefined;
}

export function spamWords(
  text: string,
  words: readonly string[],
  { least, isCampaign }: { least: number; isCampaign: boolean },
): Found | undefined {
  const found = wordsIn(text, words);
  if (found.length < least) return undefined;
  const list = found.slice(0, SHOWN_WORDS_MAX).join(", ");
  return {
    signal: "spam_words",
    found: found.sort().join(AND),
    why: isCampaign ? `A campaign says: ${list}.` : `The page says: ${list}.`,
  };
}

/** Front pages have too many links for a reason, such as `instagram.com`. */
export function isSharedWorthy(address: string): boolean {
  return /[/?]/.test(plainUrl(address) ?? "");
}

export function sharedLink(shared: readonly { address: string; accounts: number }[]): Found | undefined {
  const [most] = [...shared].sort((a, b) => b.accounts - a.accounts);
  if (!most) return undefined;
  const address = plainUrl(most.address) ?? "";
  return {
    signal: "shared_link",
    found: address,
    why: `${formatNumber(most.accounts)} accounts have a link to ${shown(address)}.`,
  };
}
