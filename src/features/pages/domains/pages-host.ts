/*
 * The host of all pages, if it isn't the dashboard's. Before the founder's choice takes effect, the host has
 * to point here and open over HTTPS, like an owner's domain.
 */
import { registerSettingCheck } from "#src/features/instance/settings/settings.ts";
import { addSeconds } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { plainName } from "#src/platform/dns/dns.ts";
import { findInstanceValue, upsertInstanceValue } from "#src/platform/key-value-store.ts";
import { DOMAIN_ERRORS } from "./contract.ts";
import { lookUpDns } from "./dns-lookup.ts";
import { checkHost, HOST_ERROR_CODES } from "./hosts.ts";
import { probeHttps } from "./https-probe.ts";
import { evaluateRouting } from "./rules.ts";
import { servedHosts } from "./served-hosts.ts";
import { PAGES_URL } from "./settings.ts";
import { findTarget } from "./target.ts";

/** Stores the host that's being tried, for which the proxy may get a certificate for a while. */
const TRIED = "pages host tried";
const TRIED_SECONDS = 10 * 60;

registerSettingCheck(PAGES_URL, refusePagesUrl);

async function refusePagesUrl(platform: Platform, text: string): Promise<string | undefined> {
  const typed = text.trim().replace(/(?<!\/)\/+$/, "");
  if (typed === "") return undefined;
  const url = new URL(typed);
  const host = plainName(url.hostname);
  if (url.protocol !== "https:" || url.origin !== typed.toLowerCase() || url.hostname !== host)
    return "Enter only https:// and a host, such as https://links.example.net.";
  if (host === hostnameOf(platform.instance.publicUrl))
    return "Pages are there already. Enter another host, or leave this empty.";
  const checked = checkHost(host, []);
  if (!checked.ok) return DOMAIN_ERRORS[HOST_ERROR_CODES[checked.reason]].message;
  if (servedHosts(platform).find(host)) return "That’s an owner’s domain. Choose another one.";
  return (await findWrongRecords(platform, checked)) ?? tryOpening(platform, url);
}

async function findWrongRecords(
  platform: Platform,
  place: { host: string; zone: string },
): Promise<string | undefined> {
  const target = await findTarget(platform);
  if (!target) return "This instance has no public URL yet. Set PUBLIC_URL first.";
  const seen = await lookUpDns(platform, place);
  if (!seen) return `The name servers of ${place.zone} didn’t answer in time. Try again.`;
  const wanted = { ...place, target: target.host, addresses: target.addresses, proof: "", needs_txt: false };
  return evaluateRouting(seen, wanted).reason || undefined;
}

async function tryOpening(platform: Platform, { origin, host: place, hostname: host }: URL) {
  await upsertInstanceValue(platform.db, { name: TRIED, value: host, now: platform.now() });
  const answer = await probeHttps(platform, place);
  if (answer === identityOf(platform, host)) return undefined;
  return answer === undefined
    ? `${host} leads here, but ${origin} doesn’t answer. See what your proxy says about its certificate.`
    : `${host} leads here, but something else answers at ${origin}.`;
}

/** Returns this instance's identity at a host that isn't an owner's. No other server can produce it. */
export function identityOf({ vault }: Platform, host: string): string {
  return vault.digest("domains.pages-host", host);
}

export async function isPagesHost({ db, instance, now }: Platform, host: string): Promise<boolean> {
  const { publicUrl, pagesUrl } = instance;
  if (pagesUrl !== publicUrl && host === hostnameOf(pagesUrl)) return true;
  return (await findInstanceValue(db, TRIED, addSeconds(now(), -TRIED_SECONDS))) === host;
}

function hostnameOf(url: string): string {
  return plainName(new URL(url).hostname);
}
