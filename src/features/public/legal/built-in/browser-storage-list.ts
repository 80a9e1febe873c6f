import { SECOND_STEP_SECONDS, TRUSTED_DAYS } from "#src/features/identity/accounts/rules.ts";
import { ATTRIBUTION_DAYS, REFERRAL_COOKIE } from "#src/features/money/entitlements/rules.ts";

/** An item in a browser's storage. A name that ends with “…” stands for all that begin like it. */
export interface StorageEntry {
  name: string;
  what: string;
  howLong: string;
}

const TAB = "Until you close the tab";
const REMOVED = "Until you remove it";

/** Every cookie we set. Tests reject others. */
export const COOKIES: readonly StorageEntry[] = [
  {
    name: "fanfare.session_token",
    what: "Keeps you signed in. Set when you sign in.",
    howLong: "30 days after your last visit",
  },
  {
    name: "fanfare.device-…",
    what: "Recognizes a device you have signed in on, so that other people’s wrong guesses can’t lock you out. Set when you sign in, once for each account.",
    howLong: "400 days",
  },
  {
    name: "fanfare.second-step",
    what: "Remembers that you’re halfway in, while you look up your code. Set if your account asks for one.",
    howLong: `${SECOND_STEP_SECONDS / 60} minutes`,
  },
  {
    name: "fanfare.trusted-…",
    what: "Lets you in without a code. Set if you choose to trust a device, once for each account.",
    howLong: `${TRUSTED_DAYS} days`,
  },
  {
    name: "fanfare.state",
    what: "Proves that whoever comes back from Google is you. Set when you go there to sign in.",
    howLong: "5 minutes",
  },
  {
    name: REFERRAL_COOKIE,
    what: "The code of the referral link that brought you here. Set only if you follow one.",
    howLong: `${ATTRIBUTION_DAYS} days`,
  },
];

/** Every key in local, session, and cache storage, our libraries' too. Tests reject others. */
export const STORAGE: readonly StorageEntry[] = [
  { name: "session_id", what: "A random number for this visit, so that a click counts once.", howLong: TAB },
  {
    name: "place …",
    what: "The city or country a page showed as yours, so that it doesn’t have to ask again.",
    howLong: "24 hours, or until you close the tab",
  },
  { name: "theme", what: "Light or dark on pages, if you chose one.", howLong: REMOVED },
  {
    name: "fanfare.color-scheme",
    what: "Light or dark in the dashboard, if you chose one.",
    howLong: REMOVED,
  },
  { name: "consent …", what: "Your answer about pixels.", howLong: REMOVED },
  { name: "countdown …", what: "When a page’s countdown started for you.", howLong: REMOVED },
  { name: "ended …", what: "That a page’s countdown has run out.", howLong: REMOVED },
  { name: "stays in app", what: "That you chose to stay in an app’s browser.", howLong: TAB },
  {
    name: "counted by notice",
    what: "Which page has offered you a way out of an app’s browser, so that your view counts once.",
    howLong: TAB,
  },
  {
    name: "fanfare.referral",
    what: "Whose referral link you followed: code, time, URL, browser, and the site before.",
    howLong: `${ATTRIBUTION_DAYS} days`,
  },
  {
    name: "fanfare.referral-popup",
    what: "That you closed the dashboard’s referral popup, and when.",
    howLong: REMOVED,
  },
  { name: "fanfare.premium-declined", what: "When you last said no to premium.", howLong: REMOVED },
  { name: "claimed name", what: "The username you found free.", howLong: "Until your first profile has it" },
  { name: "fanfare.profile", what: "The profile you worked on last, in the dashboard.", howLong: REMOVED },
  {
    name: "fanfare.unsaved",
    what: "Changes to a profile that couldn’t be saved yet.",
    howLong: "Until they’re saved, or you sign out",
  },
  {
    name: "fanfare.tab",
    what: "Which tab this is, so that each keeps its own changes that couldn’t be saved.",
    howLong: TAB,
  },
  {
    name: "fanfare.account",
    what: "The name of someone else’s account that you worked in last, in the dashboard.",
    howLong: "Until you’re back in your own",
  },
  {
    name: "fanfare.table.…",
    what: "A copy of the columns, order, and saved views of a table, in the dashboard.",
    howLong: REMOVED,
  },
  {
    name: "tsr-scroll-restoration-…",
    what: "How far down you were on the dashboard’s screens, so that going back gets you there.",
    howLong: TAB,
  },
  {
    name: "tanstack_router_reload:…",
    what: "That the dashboard has reloaded itself for a new version, so that it does so once.",
    howLong: TAB,
  },
  {
    name: "kept-…",
    what: "Pages and files you’ve seen, so that they open offline (the browser’s cache storage).",
    howLong: "Until you remove it or a newer version replaces it",
  },
];

/** True if an entry has this name. Over https, the browser sees some cookies under a stricter name. */
export function isListed(entries: readonly StorageEntry[], name: string): boolean {
  const plain = name.replace(/^__Host-/, "");
  return entries.some((entry) =>
    entry.name.endsWith("…") ? plain.startsWith(entry.name.slice(0, -1)) : plain === entry.name,
  );
}
