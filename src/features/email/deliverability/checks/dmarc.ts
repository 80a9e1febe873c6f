import { evaluateDmarc } from "#src/features/email/sending-accounts/dns/dkim-rules.ts";
import { baseCheck, newCheck, readAddress, type Sender } from "./check.ts";
import type { Check } from "./checks-contract.ts";
import { type DmarcPolicy, isAligned, isWeaker, nextDmarc, parseDmarc, withTags } from "./dmarc-rules.ts";
import { type Lookup, zoneOf } from "./lookup.ts";

const isDmarc = (text: string) => /^v=DMARC1\s*(?:;|$)/.test(text);

/** The record that counts for a domain, and where it is (RFC 7489 §6.6.3). */
async function findDmarc(domain: string, lookup: Lookup) {
  const name = `_dmarc.${domain}`;
  const own = await lookup.findOrUndefined(name, "TXT");
  if (own === undefined || own.some(isDmarc) || zoneOf(domain) === domain) return { name, texts: own };
  const above = `_dmarc.${zoneOf(domain)}`;
  return { name: above, texts: await lookup.findOrUndefined(above, "TXT") };
}

/** What receivers do with e-mail that fails, and what to ask of them next. */
export async function checkDmarc(sender: Sender, lookup: Lookup): Promise<Check> {
  const { domain } = sender;
  const { name, texts } = await findDmarc(domain, lookup);
  const read = readAddress(sender, zoneOf);
  const base = evaluateDmarc(texts);
  const check = baseCheck("dmarc", base);
  check.expected = "One TXT record that begins with v=DMARC1 and has a policy, in the end p=reject.";
  const [record = ""] = base.records;
  const found = parseDmarc(record);
  if (base.state === "missing")
    check.record = {
      type: "TXT",
      name,
      value: `v=DMARC1; p=none; rua=mailto:${read ?? `dmarc@${zoneOf(domain)}`}`,
    };
  if (base.state !== "good" || !found) return check;
  const next = nextDmarc(record);
  const said = next ?? record;
  const value =
    read !== undefined && found.reports.length === 0 ? withTags(said, { rua: `mailto:${read}` }) : next;
  if (value !== undefined) check.record = { type: "TXT", name, value };
  check.notes = [
    ...policyNotes(found),
    ...alignmentNotes(sender, found),
    ...(await reportNotes(found, domain, lookup)),
    ...readNotes(found, read),
  ];
  return { ...check, ...stateOf(found) };
}

function stateOf({ policy, percent }: DmarcPolicy): Pick<Check, "state" | "words"> {
  if (policy === "none")
    return {
      state: "advice",
      words:
        "E-mail in your name that fails the checks still arrives. Once the reports show that yours passes, ask for quarantine.",
    };
  if (percent < 100)
    return {
      state: "advice",
      words: `The policy is for ${percent}% of the e-mail that fails. Once nothing of yours is affected, raise it to all.`,
    };
  return policy === "quarantine"
    ? {
        state: "good",
        words: "E-mail in your name that fails the checks goes to spam. The last step is reject.",
      }
    : { state: "good", words: "E-mail in your name that fails the checks is refused." };
}

function policyNotes({ policy, subdomains }: DmarcPolicy): string[] {
  return isWeaker(subdomains, policy) ? ["Its policy for subdomains is weaker (sp)."] : [];
}

/** Explains with the domains of the account's own e-mail whether SPF and DKIM count for DMARC. */
function alignmentNotes({ domain, accounts, senders }: Sender, found: DmarcPolicy): string[] {
  const away = [
    ...new Set(senders.flatMap(({ provider }) => (provider?.hasOwnReturnPath ? [provider.name] : []))),
  ];
  const signed = accounts.filter((row) => row.dkim_domain !== "" && row.dkim_selector !== "");
  const notes = away.map(
    (name) =>
      `Your e-mail says it’s from ${domain}, but bounces go to a domain of ${name}. So SPF doesn’t count for DMARC, and the signature has to be for ${domain}.`,
  );
  if (away.length < senders.length || away.length === 0)
    notes.push(
      `Your e-mail says it’s from ${domain}, and bounces go back to ${domain}: they match, so SPF counts for DMARC.`,
    );
  for (const other of new Set(signed.map((row) => row.dkim_domain))) {
    const isSame = isAligned({ from: domain, other, isStrict: found.isStrictDkim }, zoneOf);
    notes.push(
      isSame
        ? `It’s signed for ${other}: that matches, so DKIM counts for DMARC.`
        : `It’s signed for ${other}, which isn’t ${domain}, so DKIM doesn’t count for DMARC.`,
    );
  }
  return notes;
}

/** Reports that come to an inbox of a sending account needn't be uploaded. */
function readNotes({ reports }: DmarcPolicy, read: string | undefined): string[] {
  if (read === undefined) return [];
  return reports.some((address) => address.toLowerCase() === read.toLowerCase())
    ? [`Reports go to ${read}, where we read them.`]
    : [`We read the inbox of ${read}: reports that go there show up here by themselves.`];
}

/** Reports go to other domains only if those agree (RFC 7489 §7.1). */
async function reportNotes({ reports }: DmarcPolicy, domain: string, lookup: Lookup): Promise<string[]> {
  if (reports.length === 0)
    return ["Nobody gets reports about who sends in your name. Add rua=mailto: with an address of yours."];
  const notes: string[] = [];
  for (const address of reports) {
    const target = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
    if (zoneOf(target) === zoneOf(domain)) continue;
    const agreed = await lookup.findOrUndefined(`${domain}._report._dmarc.${target}`, "TXT");
    if (agreed !== undefined && !agreed.some((text) => /^v=DMARC1/i.test(text)))
      notes.push(`${target} doesn’t agree to get reports about ${domain}, so it gets none.`);
  }
  return notes;
}

const SVG = /^https:\/\/\S+\.svgz?$/i;

/** A picture beside the sender's name, which takes a strict policy (draft-brand-indicators-for-message-identification). */
export async function checkBimi({ domain }: Sender, dmarc: Check, lookup: Lookup): Promise<Check> {
  const name = `default._bimi.${domain}`;
  const texts = await lookup.findOrUndefined(name, "TXT");
  const expected =
    "Optional: a TXT record with the HTTPS address of your logo as SVG, and for Gmail a certificate.";
  if (texts === undefined)
    return {
      ...newCheck("bimi", "unknown", "The domain’s name servers didn’t answer. Check again in a minute."),
      expected,
    };
  const record = texts.find((text) => /^v=BIMI1/i.test(text));
  if (record === undefined)
    return {
      ...newCheck(
        "bimi",
        "off",
        "There’s no logo beside your e-mail. That’s optional, and changes nothing else.",
      ),
      expected,
    };
  const tags = new Map(record.split(";").map((part) => part.trim().split(/=(.*)/s) as [string, string]));
  const check = {
    ...newCheck("bimi", "good", "Inboxes that show logos can show yours."),
    found: [record],
    expected,
  };
  if (!SVG.test(tags.get("l")?.trim() ?? ""))
    return { ...check, state: "wrong", words: "Its address (l) isn’t that of an SVG picture with https://." };
  const policy = parseDmarc(dmarc.found[0] ?? "");
  if (!policy || policy.policy === "none" || policy.percent < 100)
    return {
      ...check,
      state: "wrong",
      words: "Inboxes show the logo only with the DMARC policy quarantine or reject for all e-mail.",
    };
  if ((tags.get("a")?.trim() ?? "") === "")
    return { ...check, state: "advice", words: "Gmail and Apple show the logo only with a certificate (a)." };
  return check;
}
