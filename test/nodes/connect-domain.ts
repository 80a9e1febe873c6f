import type { TestDns } from "#test/harness/dns.ts";
import { type Caddy, TARGET } from "./caddy.ts";
import { expectOk, publish, signUp } from "./creator.ts";
import type { NodeProcess } from "./node-process.ts";
import { waitUntil } from "./wait-until.ts";

/** How soon a domain with correct records has to work. */
export const HTTPS_MS_PROMISED = 60_000;
/** When to give up waiting for it, on the busiest machine. */
const HTTPS_MS_MAX = 300_000;

/** What a node needs to know about the DNS. */
export function domainSettings({ address }: TestDns): Record<string, string> {
  return {
    PUBLIC_URL: `https://${TARGET}`,
    PLANS: "off",
    DNS_SERVERS: address,
    DOMAINS_ADDRESSES: "93.184.215.14",
    OUTBOUND_ALLOW: "loopback",
  };
}

/** Checks are limited to 20 a minute. */
const CHECK_AGAIN_MS = 4_000;

interface Connecting {
  node: NodeProcess;
  dns: TestDns;
  caddy: Caddy;
  host: string;
  confirm(person: string): Promise<unknown>;
}

/**
 * Connects a domain to a new page. Returns how long it took from its DNS record to its page over HTTPS, and, as a
 * measure of the machine, how long it had taken to make the page.
 */
export async function connectDomain({ node, dns, caddy, host, confirm }: Connecting) {
  const made = performance.now();
  const owner = await signUp(node.url);
  await confirm(owner.id);
  const { id: profile_id } = await publish(owner, "Mia Moreno");
  const { id } = await expectOk(owner.api("POST", "/domains", { host, profile_id }));
  dns.names.set(host, { CNAME: [TARGET] });
  const begun = performance.now();
  // A check that isn't answered in time says nothing, so it's repeated.
  await waitUntil("the record is found", HTTPS_MS_MAX, async () => {
    const { state } = await expectOk(owner.api("POST", `/domains/${id}/check`));
    const isFound = state !== "added" && state !== "dns_pending";
    if (!isFound) await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS));
    return isFound;
  });
  const page = await waitUntil(`https://${host}`, HTTPS_MS_MAX, () =>
    caddy.open(host).catch(() => undefined),
  );
  const ms = performance.now() - begun;
  const stateOf = async () => (await expectOk(owner.api("GET", "/domains"))).items[0].state;
  await waitUntil("the domain is live", HTTPS_MS_MAX, async () => (await stateOf()) === "active");
  return { page, ms, making_ms: begun - made };
}
