import { isBlank } from "#src/lib/text.ts";

export interface Card {
  name: string;
  username: string;
  url: string;
  note: string;
  socials: readonly { platform: string; url: string }[];
  /** A full https URL, or null. */
  photoUrl: string | null;
  changedAt: Date;
}

/** Octets in a line without its end (RFC 2426 §2.6). */
const LINE_OCTETS_MAX = 75;

/**
 * Formats a profile as a vCard 3.0 (RFC 2426): both phone systems read it, and many programs still refuse
 * 4.0. Social profiles go into the field that Apple introduced and Android keeps.
 */
export function vCard(card: Card): string {
  const name = isBlank(card.name) ? card.username : card.name.trim();
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "PRODID:-//Link page//vCard//EN",
    // A page doesn't say which part is the family name, so the whole name goes into the given name.
    `N:;${escapeText(name)};;;`,
    `FN:${escapeText(name)}`,
    `NICKNAME:${escapeText(card.username)}`,
    `URL:${address(card.url)}`,
    ...(isBlank(card.note) ? [] : [`NOTE:${escapeText(card.note.trim())}`]),
    ...card.socials.map(({ platform, url }) => `X-SOCIALPROFILE;TYPE=${token(platform)}:${address(url)}`),
    ...(card.photoUrl ? [`PHOTO;VALUE=uri:${address(card.photoUrl)}`] : []),
    `REV:${card.changedAt.toISOString()}`,
    "END:VCARD",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** What a contact card on a page says about someone. Empty fields are left out. */
export interface ContactDetails {
  name: string;
  role: string;
  company: string;
  email: string;
  phone: string;
  website: string;
  address: string;
}

/** Formats a contact card on a page, for address books. */
export function contactVCard(contact: ContactDetails): string {
  const lines = [
    ["N", `;${escapeText(contact.name)};;;`],
    ["FN", escapeText(contact.name)],
    ["TITLE", escapeText(contact.role)],
    ["ORG", escapeText(contact.company)],
    ["EMAIL;TYPE=INTERNET", escapeText(contact.email)],
    ["TEL", escapeText(contact.phone)],
    ["URL", address(contact.website)],
    // The whole address goes into the street, since nobody said which part is the town.
    ["ADR", contact.address === "" ? "" : `;;${escapeText(contact.address)};;;;`],
  ].filter(([, value]) => value !== "");
  const all = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "PRODID:-//Link page//vCard//EN",
    ...lines.map((line) => line.join(":")),
    "END:VCARD",
  ];
  return all.map((line) => `${fold(line)}\r\n`).join("");
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\,;]/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** A URL isn't text and isn't escaped, but nothing in it may end its line. */
function address(url: string): string {
  return url.replace(/[\p{Cc}\s]/gu, (sign) => encodeURIComponent(sign));
}

function token(platform: string): string {
  return platform.toLowerCase().replace(/[^a-z0-9-]+/g, "") || "other";
}

/** Breaks a long line, but never inside a character. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const width = Buffer.byteLength(character);
    if (octets + width > LINE_OCTETS_MAX) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += width;
  }
  return folded;
}
