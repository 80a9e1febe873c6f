import { DAY_MS } from "#src/lib/time.ts";
import type { Creator } from "./creators.ts";
import { type Random, seededRandom, weighted } from "./random.ts";

const FIRST_NAMES =
  "Abby Amara Ben Camila Caleb Dana Diego Elena Ethan Farah Grace Hannah Isaac Jada Jonah Kayla Leo Luca Maya Miles Nadia Nora Omar Paige Quinn Rosa Sam Tessa Victor Zoe".split(
    " ",
  );
const LAST_NAMES =
  "Abbott Alvarez Bennett Brooks Carter Chen Coleman Diaz Ellis Foster Garcia Hayes Hughes Jensen Kaplan Kim Larsen Lopez Meyer Morgan Nguyen Ortiz Patel Reed Rossi Sanders Shaw Turner Walsh Young".split(
    " ",
  );

/** The number of sign-ups on each creator's page, in the order that creators are listed. */
const SIGN_UPS = [112, 72, 110];
const SIGNED_UP_DAYS = 84;
const CONSENT_TEXT = "By signing up, you agree to get e-mail. You can unsubscribe at any time.";

const countryOf = weighted([
  ["US", 46],
  ["GB", 14],
  ["CA", 10],
  ["DE", 12],
  ["NO", 6],
  ["PT", 6],
  ["AU", 6],
]);
const referrerOf = weighted([
  ["instagram.com", 44],
  ["", 24],
  ["tiktok.com", 14],
  ["youtube.com", 12],
  ["google.com", 6],
]);

const TAGS: readonly (readonly string[])[] = [
  ["vinyl", "tour", "newsletter"],
  ["workshops", "wholesale", "drop list"],
  ["first 5K", "half marathon", "coaching"],
];

export interface Fan {
  /** Derived from the e-mail address, so that it's the same person on every start. */
  id: string;
  name: string;
  email: string;
  tag: string;
  country: string;
  referrer_host: string;
  signedUp: number;
}

/** Everyone who signed up on a creator's page. They're invented, and so are their addresses (RFC 2606). */
export function makeFans(creators: readonly Creator[], creator: Creator, now: Date): Fan[] {
  const place = creators.indexOf(creator);
  const first = SIGN_UPS.slice(0, place).reduce((sum, count) => sum + count, 0);
  const chance = seededRandom(1000 + place);
  return Array.from({ length: SIGN_UPS[place] ?? 0 }, (_, index) =>
    makeFan(first + index, { chance, tags: TAGS[place] ?? [], now }),
  );
}

function makeFan(
  index: number,
  { chance, tags, now }: { chance: Random; tags: readonly string[]; now: Date },
): Fan {
  const round = Math.floor(index / FIRST_NAMES.length);
  const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? "";
  const last = LAST_NAMES[((index % FIRST_NAMES.length) * 7 + round) % LAST_NAMES.length] ?? "";
  const host = chance.next() < 0.6 ? "example.com" : "example.org";
  return {
    id: `0d3a0000-0000-7000-8001-${String(index).padStart(12, "0")}`,
    name: `${first} ${last}`,
    email: `${first}.${last}@${host}`.toLowerCase(),
    tag: tags[Math.floor(chance.next() * tags.length)] ?? "",
    country: countryOf(chance),
    referrer_host: referrerOf(chance),
    signedUp: now.getTime() - Math.floor((0.5 + chance.next() * SIGNED_UP_DAYS) * DAY_MS),
  };
}

/** Returns a fan in the format of an account's export. */
export function leadOf({ id, name, email, country, referrer_host, signedUp }: Fan) {
  const at = new Date(signedUp).toISOString();
  return {
    id,
    name,
    email,
    phone: null,
    country,
    referrer_host,
    consent_text: CONSENT_TEXT,
    consent_version: "demo",
    consented_at: at,
    created_at: at,
  };
}
