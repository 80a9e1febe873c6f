import { isIP } from "node:net";
import { evaluateSpf } from "#src/features/email/sending-accounts/dns/dkim-rules.ts";
import { baseCheck, type Sender } from "./check.ts";
import type { Check, RecordToCopy } from "./checks-contract.ts";
import type { Lookup } from "./lookup.ts";
import {
  countSpfLookups,
  effectiveTerms,
  flattenSpf,
  parseSpf,
  SPF_COUNTED_MAX,
  SPF_LOOKUPS_MAX,
  SPF_VOID_LOOKUPS_MAX,
  type SpfCount,
  type SpfFault,
  withSpfTerms,
} from "./spf-rules.ts";

/** Close to the limit, the next service that's added breaks it. */
const LOOKUPS_ADVISED_MAX = 8;

const FAULTS: Readonly<Record<SpfFault, (at: string) => string>> = {
  loop: (at) => `It includes ${at} in a circle, so receivers ignore the record.`,
  "no record": (at) => `It includes ${at}, which has no SPF record, so receivers ignore yours. Remove it.`,
  "several records": (at) =>
    `It includes ${at}, which has several SPF records, so receivers ignore yours. Tell the people there.`,
  invalid: (at) => `Receivers don’t understand “${at}” and ignore the whole record. Correct or remove it.`,
  "too many mx": (at) => `${at} has more than 10 mail servers, so receivers ignore the record.`,
};

/** Which servers may send for the domain (RFC 7208). */
export async function checkSpf({ domain, senders }: Sender, lookup: Lookup): Promise<Check> {
  const texts = await lookup.findOrUndefined(domain, "TXT");
  const base = evaluateSpf(texts);
  const wanted = wantedTerms(senders);
  const check = baseCheck("spf", base);
  const expected = spfRecord(domain, ["v=spf1", ...wanted, "~all"].join(" "));
  const known = wanted.length === 0 ? null : expected;
  check.expected =
    wanted.length > 0
      ? `One TXT record that begins with v=spf1 and has ${wanted.join(" ")}, with 10 lookups at most.`
      : "One TXT record that begins with v=spf1 and names your servers, with 10 lookups at most.";
  const record = base.records[0];
  if (base.state !== "good" || record === undefined)
    return { ...check, record: base.state === "missing" ? known : null };
  const count = await countSpfLookups(domain, record, lookup.find);
  return judge(check, { domain, record, count, wanted });
}

/** The terms for the servers that the account sends through. */
function wantedTerms(senders: Sender["senders"]): string[] {
  const terms = senders.flatMap(({ provider, host }) => {
    if (provider) return provider.spf === "" ? [] : [`include:${provider.spf}`];
    if (host === "") return [];
    const version = isIP(host);
    return version === 0 ? [`a:${host}`] : [`ip${version}:${host}`];
  });
  return [...new Set(terms)];
}

const spfRecord = (name: string, value: string): RecordToCopy => ({ type: "TXT", name, value });

interface Judged {
  domain: string;
  record: string;
  count: SpfCount;
  wanted: readonly string[];
}

function judge(check: Check, { domain, record, count, wanted }: Judged): Check {
  const notes = costNotes(count);
  const flat = flattenSpf(record, count);
  const flatRecord = flat === undefined ? null : spfRecord(domain, flat);
  const [fault] = count.faults;
  if (fault) return { ...check, state: "wrong", words: FAULTS[fault.fault](fault.at), notes };
  const { lookups, voids } = count;
  if (lookups > SPF_LOOKUPS_MAX) {
    const shown = lookups >= SPF_COUNTED_MAX ? `more than ${SPF_COUNTED_MAX}` : `${lookups}`;
    const words = `It takes ${shown} lookups. Receivers stop at 10 and ignore the record. Remove services that you no longer use.`;
    return { ...check, state: "wrong", words, notes, record: flatRecord };
  }
  if (voids > SPF_VOID_LOOKUPS_MAX) {
    const words = `${voids} of its lookups find nothing. Receivers stop at 2 and ignore the record. Remove those names.`;
    return { ...check, state: "wrong", words, notes };
  }
  const missing = wanted.filter((term) => term.startsWith("include:") && !isCovered(term, count));
  if (missing.length > 0) {
    const words = `It doesn’t have ${missing.join(" ")}, so e-mail that you send from here fails SPF.`;
    return {
      ...check,
      state: "wrong",
      words,
      notes,
      record: spfRecord(domain, withSpfTerms(record, missing)),
    };
  }
  if (count.isUnsure) notes.push("Some of the names in it didn’t answer, so there may be more lookups.");
  const advice = adviceOf(record, lookups);
  if (advice !== undefined) return { ...check, state: "advice", words: advice, notes, record: flatRecord };
  return { ...check, words: `It says which servers may send for you, with ${lookups} of 10 lookups.`, notes };
}

const isCovered = (term: string, { domains }: SpfCount) => domains.includes(term.slice("include:".length));

function costNotes({ costs }: SpfCount): string[] {
  return costs
    .filter(({ lookups }) => lookups > 0)
    .map(({ term, lookups }) => `${term} costs ${lookups === 1 ? "1 lookup" : `${lookups} lookups`}.`);
}

function adviceOf(record: string, lookups: number): string | undefined {
  const terms = effectiveTerms(parseSpf(record).terms);
  const all = terms.find(({ kind }) => kind === "all");
  if (terms.some(({ kind }) => kind === "ptr"))
    return "It has ptr, which is slow, and which some receivers ignore. Remove it.";
  if (all === undefined && !terms.some(({ kind }) => kind === "redirect"))
    return "It doesn’t say what about everyone else. End it with ~all.";
  if (all?.qualifier === "?")
    return "It ends with ?all, which lets everyone else send, too. End it with ~all.";
  if (lookups > LOOKUPS_ADVISED_MAX)
    return `It takes ${lookups} of 10 lookups. One more service may be too many.`;
  return undefined;
}
