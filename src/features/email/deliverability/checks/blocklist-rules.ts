/* Blocklists that answer over DNS (RFC 5782), and what their answers mean. */

export interface Blocklist {
  name: string;
  zone: string;
  kind: "address" | "domain";
  /** Always listed, so that a list that doesn't answer us isn't taken for one that has nothing against anyone. */
  test: string;
  takesIpv6?: true;
}

/** Well-known ones whose terms allow to ask about one's own servers. */
export const BLOCKLISTS: readonly Blocklist[] = [
  { name: "Spamhaus ZEN", zone: "zen.spamhaus.org", kind: "address", test: "2.0.0.127", takesIpv6: true },
  { name: "SpamCop", zone: "bl.spamcop.net", kind: "address", test: "2.0.0.127" },
  { name: "Barracuda", zone: "b.barracudacentral.org", kind: "address", test: "2.0.0.127" },
  { name: "PSBL", zone: "psbl.surriel.com", kind: "address", test: "2.0.0.127" },
  { name: "Spamhaus DBL", zone: "dbl.spamhaus.org", kind: "domain", test: "dbltest.com" },
];

const LISTED = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
/** Refused or mistaken questions at Spamhaus, and what resolvers answer that keep names from people. */
const REFUSALS = /^127\.255\.255\.\d+$|^127\.0\.1\.255$|^127\.0\.0\.1$/;

/** What the addresses mean that a list has answered with: only a real list has such codes. */
export function verdictOf(answers: readonly string[]): "listed" | "clean" | "refused" {
  if (answers.length === 0) return "clean";
  return answers.every((answer) => LISTED.test(answer) && !REFUSALS.test(answer)) ? "listed" : "refused";
}
