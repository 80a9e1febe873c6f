/*
 * Security releases of what an instance runs on: Node.js, which comes with Fanfare, and PostgreSQL. Fanfare's own libraries
 * come with it, so their holes are closed by upgrading Fanfare. Add each release of the versions that Fanfare runs on, from
 * https://nodejs.org/en/blog/vulnerability and https://www.postgresql.org/support/security/.
 */

export type Product = "Node.js" | "PostgreSQL";

interface SecurityRelease {
  product: Product;
  date: string;
  /** The first version without the holes in each major version, in their order. */
  fixedIn: readonly string[];
}

const RELEASES: readonly SecurityRelease[] = [
  { product: "Node.js", date: "2026-01-13", fixedIn: ["24.13.0", "25.3.0"] },
  { product: "Node.js", date: "2026-03-24", fixedIn: ["24.14.1", "25.8.2"] },
  { product: "Node.js", date: "2026-06-18", fixedIn: ["24.17.0", "26.3.1"] },
  { product: "Node.js", date: "2026-10-21", fixedIn: ["24.22.1", "26.12.1"] },
  { product: "PostgreSQL", date: "2026-02-12", fixedIn: ["16.12", "17.8", "18.2"] },
  { product: "PostgreSQL", date: "2026-05-14", fixedIn: ["16.14", "17.10", "18.4"] },
];

/**
 * Returns the latest security release that a version lacks, and the version that has it. Major versions that a release
 * passed over aren't looked after anymore: the next one is what has it.
 */
export function findMissedRelease(
  product: Product,
  version: string,
): { date: string; upgradeTo: string } | undefined {
  const missed = RELEASES.filter((release) => release.product === product).flatMap(({ date, fixedIn }) => {
    const fixed = fixedIn.find((one) => majorOf(one) >= majorOf(version));
    return fixed !== undefined && compare(version, fixed) < 0 ? [{ date, upgradeTo: fixed }] : [];
  });
  return missed.at(-1);
}

const numbersOf = (version: string) => version.split(".").map((part) => Number.parseInt(part, 10) || 0);
const majorOf = (version: string) => numbersOf(version)[0] ?? 0;

function compare(a: string, b: string): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  const at = right.findIndex((number, index) => number !== (left[index] ?? 0));
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
