/* Where e-mail to a domain arrives, where bounces go, and the servers that it's sent through. */
import { isIP } from "node:net";
import type { Platform } from "#src/platform/context.ts";
import { NO_ANSWER, newCheck, type Sender } from "./check.ts";
import type { Check } from "./checks-contract.ts";
import type { Lookup } from "./lookup.ts";
import { probeTls, type TlsFindings } from "./tls-probe.ts";

/** Where replies and bounces arrive (RFC 5321 §5.1). */
export async function checkMx({ domain }: Sender, lookup: Lookup): Promise<Check> {
  const found = await lookup.findOrUndefined(domain, "MX");
  const expected = "MX records with servers that exist, so that replies arrive.";
  const check = (state: Check["state"], words: string): Check => ({
    ...newCheck("mx", state, words),
    found: (found ?? []).map((host) => host || "."),
    expected,
  });
  if (found === undefined) return check("unknown", NO_ANSWER);
  if (found.includes(""))
    return check("wrong", "The domain says that it takes no e-mail, so replies are lost.");
  if (found.length === 0) {
    const addresses = await lookup.findOrUndefined(domain, "A");
    return addresses === undefined || addresses.length === 0
      ? check(
          "missing",
          "The domain takes no e-mail: replies and bounces are lost, and receivers distrust it.",
        )
      : check("advice", "There are no MX records, so replies go to the web server. Add some.");
  }
  for (const host of found) {
    const four = await lookup.findOrUndefined(host, "A");
    const addresses = four?.length === 0 ? await lookup.findOrUndefined(host, "AAAA") : four;
    if (addresses?.length === 0) return check("wrong", `Its mail server ${host} doesn’t exist.`);
  }
  return check("good", "Replies and bounces arrive.");
}

/** Where bounces go: the address that e-mail is handed over with. */
export function checkReturnPath({ domain, accounts, senders }: Sender, mx: Check): Check {
  const check: Check = {
    ...newCheck("return_path", "good", `Bounces go back to ${domain}, where they arrive.`),
    found: [...new Set(accounts.map(({ from_address }) => from_address))],
    expected: "The sender’s domain or one below it, and it takes e-mail.",
  };
  const away = senders.find(({ provider }) => provider?.hasOwnReturnPath)?.provider;
  if (away)
    return {
      ...check,
      state: "advice",
      words: `${away.name} gets bounces at a domain of its own. Set up a return path below ${domain} there, so that SPF counts for DMARC, too.`,
    };
  if (mx.state === "missing" || mx.state === "wrong")
    return {
      ...check,
      state: "wrong",
      words: `Bounces go back to ${domain}, which takes no e-mail, so they’re lost.`,
    };
  if (mx.state === "unknown") return { ...check, state: "unknown", words: NO_ANSWER };
  return check;
}

const ADDRESSES_MAX = 4;

/** Whether servers' addresses have names that lead back to them, which receivers expect. */
export async function checkReverseDns({ senders }: Sender, lookup: Lookup): Promise<Check> {
  const expected = "Each address of the server has a name (PTR) that leads back to the address.";
  const own = senders.filter(({ provider, host }) => !provider && host !== "");
  const [first] = senders;
  if (own.length === 0) {
    const name = first?.provider?.name ?? "Google";
    return { ...newCheck("reverse_dns", "off", `${name} takes care of its servers’ names.`), expected };
  }
  const check = {
    ...newCheck("reverse_dns", "good", "The server’s name and address lead to each other."),
    expected,
  };
  for (const host of new Set(own.map((one) => one.host))) {
    const addresses = isIP(host) ? [host] : await findAddresses(host, lookup);
    if (addresses === undefined) return { ...check, state: "unknown", words: NO_ANSWER };
    if (addresses.length === 0) return { ...check, state: "missing", words: `${host} has no address.` };
    for (const address of addresses.slice(0, ADDRESSES_MAX)) {
      const names = await lookup.findOrUndefined(reverseName(address), "PTR");
      if (names === undefined) return { ...check, state: "unknown", words: NO_ANSWER };
      check.found.push(`${address}: ${names.join(", ") || "–"}`);
      if (names.length === 0)
        return {
          ...check,
          state: "missing",
          words: `${address} has no name. Whoever runs ${host} can set one.`,
        };
      const back = await Promise.all(
        names.slice(0, ADDRESSES_MAX).map((name) => findAddresses(name, lookup)),
      );
      if (!back.some((found) => found === undefined || found.includes(address)))
        return {
          ...check,
          state: "wrong",
          words: `${address} is called ${names[0] ?? ""}, which doesn’t lead back to it.`,
        };
    }
  }
  return check;
}

export async function findAddresses(host: string, lookup: Lookup): Promise<string[] | undefined> {
  const found = await Promise.all([lookup.findOrUndefined(host, "A"), lookup.findOrUndefined(host, "AAAA")]);
  return found[0] === undefined || found[1] === undefined ? undefined : found.flat().map((one) => one ?? "");
}

const GROUPS = 8;

/** The name that an address's names are at (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName(address: string): string {
  if (!address.includes(":")) return `${address.split(".").toReversed().join(".")}.in-addr.arpa`;
  const [start = "", end] = address.toLowerCase().split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const zeros = GROUPS - groups(start).length - groups(end).length;
  const all = [...groups(start), ...Array<string>(Math.max(0, zeros)).fill("0"), ...groups(end)];
  const digits = all.map((group) => group.padStart(4, "0")).join("");
  return `${[...digits].toReversed().join(".")}.ip6.arpa`;
}

const SERVERS_MAX = 5;

/** How the connection to the servers is encrypted, and whether their certificates are good. */
export async function checkTls({ senders }: Sender, platform: Platform): Promise<Check> {
  const servers = senders.filter(({ host }) => host !== "").slice(0, SERVERS_MAX);
  const expected = "TLS 1.2 or newer, with a certificate for the server’s name that’s valid.";
  if (servers.length === 0)
    return {
      ...newCheck("tls", "off", "We hand e-mail to Google by its API, which is always encrypted."),
      expected,
    };
  const findings = await Promise.all(servers.map((server) => probeTls(platform, server)));
  const found = findings.map(({ found }) => found).filter((text) => text !== "");
  const order: Check["state"][] = ["wrong", "missing", "unknown", "advice", "good"];
  const [worst] = findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const { state, words } = worst as TlsFindings;
  return { ...newCheck("tls", state, words), found, expected };
}

/** What bulk e-mail has to carry so that people unsubscribe with one click (RFC 8058). */
export function checkUnsubscribe(publicUrl: string): Check {
  const check: Check = {
    ...newCheck("unsubscribe", "good", "Every campaign carries a link to unsubscribe with one click."),
    found: ["List-Unsubscribe-Post: List-Unsubscribe=One-Click", `List-Unsubscribe: <${publicUrl}/…>`],
    expected: "Both headers, with an address that begins with https://.",
  };
  if (publicUrl.startsWith("https://")) return check;
  return {
    ...check,
    state: "wrong",
    words: "This instance’s own address doesn’t begin with https://, so inboxes don’t offer to unsubscribe.",
  };
}
