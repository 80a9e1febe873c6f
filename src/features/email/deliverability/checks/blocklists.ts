/* Whether the domain or its mail servers are on lists that receivers ask. */
import { isIP, isIPv6 } from "node:net";
import { BLOCKLISTS, type Blocklist, verdictOf } from "./blocklist-rules.ts";
import { newCheck, type Sender } from "./check.ts";
import type { Check } from "./checks-contract.ts";
import type { Lookup } from "./lookup.ts";
import { findAddresses, reverseName } from "./mail-hosts.ts";

const ADDRESSES_MAX = 4;
const EXPECTED = "Neither your domain nor your mail server’s addresses are on a list.";

export function blocklistsOff(): Check {
  return {
    ...newCheck("blocklists", "off", "The people who run this instance don’t have it ask blocklists."),
    expected: EXPECTED,
  };
}

export async function checkBlocklists(sender: Sender, lookup: Lookup): Promise<Check> {
  const questions = await questionsAbout(sender, lookup);
  const results = await Promise.all(BLOCKLISTS.map((list) => askList(list, questions, lookup)));
  const asked = results.filter(({ isAsked }) => isAsked);
  const listed = results.flatMap((result) => result.listed.map((what) => ({ what, name: result.name })));
  const check = {
    ...newCheck("blocklists", "good", `None of the ${asked.length} lists that we could ask has you on it.`),
    expected: EXPECTED,
    found: [
      ...listed.map(({ what, name }) => `${what}: ${name}`),
      ...results.map(({ name, isAsked }) => `${name}: ${isAsked ? "✓" : "–"}`),
    ],
    notes: [
      "We look up your domain and the addresses of your server’s name. If it sends from other addresses, ask its provider about those.",
      ...(asked.length < results.length
        ? [
            "Lists marked with a dash didn’t answer this instance. Several refuse public DNS servers, which says nothing about you.",
          ]
        : []),
    ],
  };
  if (asked.length === 0)
    return { ...check, state: "unknown", words: "None of the lists answered, so we can’t say." };
  const [first] = listed;
  if (!first) return check;
  return {
    ...check,
    state: "wrong",
    words: `${first.what} is on ${first.name}. Find out why on the list’s site, and ask to be removed once that’s fixed.`,
  };
}

interface Question {
  /** What people know it by. */
  what: string;
  /** What comes before the list's zone. */
  name: string;
  kind: Blocklist["kind"];
  isIpv6: boolean;
}

/** Providers watch their own servers, which many share. */
async function questionsAbout({ domain, senders }: Sender, lookup: Lookup): Promise<Question[]> {
  const own = senders.filter(({ provider, host }) => !provider && host !== "").map(({ host }) => host);
  const found = await Promise.all(
    [...new Set(own)].map((host) => (isIP(host) ? [host] : findAddresses(host, lookup))),
  );
  const addresses = found.flatMap((some) => (some ?? []).slice(0, ADDRESSES_MAX));
  return [
    { what: domain, name: domain, kind: "domain", isIpv6: false },
    ...[...new Set(addresses)].map((what) => ({
      what,
      name: reverseName(what).replace(/\.(?:in-addr|ip6)\.arpa$/, ""),
      kind: "address" as const,
      isIpv6: isIPv6(what),
    })),
  ];
}

async function askList(list: Blocklist, questions: readonly Question[], lookup: Lookup) {
  const { name, zone, kind, test, takesIpv6 } = list;
  const ask = async (label: string) => {
    const answers = await lookup.findOrUndefined(`${label}.${zone}`, "A");
    return answers === undefined ? "refused" : verdictOf(answers);
  };
  const own = questions.filter((one) => one.kind === kind && (!one.isIpv6 || takesIpv6));
  if (own.length === 0 || (await ask(test)) !== "listed") return { name, isAsked: false, listed: [] };
  const verdicts = await Promise.all(own.map(async (one) => ({ what: one.what, is: await ask(one.name) })));
  return {
    name,
    isAsked: verdicts.some(({ is }) => is !== "refused"),
    listed: verdicts.flatMap(({ what, is }) => (is === "listed" ? [what] : [])),
  };
}
