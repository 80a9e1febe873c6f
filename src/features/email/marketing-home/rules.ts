/* The dashboard shows these texts. */
import { needsPerson } from "#src/features/email/sending-accounts/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Overview } from "./contract.ts";

export interface NextStep {
  title: string;
  text: string;
  label: string;
  to: string;
}

const SENDING = ["active", "throttled"];
/** From this share of a day's limit on, it's worth a mention. */
export const NEAR_LIMIT = 0.8;

const WELCOME: NextStep = {
  title: "Welcome each new fan",
  text: "A sequence greets everyone who signs up, and writes again days later.",
  label: "Set up a welcome",
  to: PATHS.sequences,
};

const NEXT_CAMPAIGN: NextStep = {
  title: "Send something new",
  text: `See who got the last one, or write the next.`,
  label: "Go to campaigns",
  to: PATHS.campaigns,
};

const FANS: NextStep = {
  title: "See who your fans are",
  text: "Everyone who signed up, with what they did since.",
  label: "See your fans",
  to: PATHS.leads,
};

const FORM: NextStep = {
  title: "Bring your fans",
  text: "Turn on the lead form of a page.",
  label: "Go to profiles",
  to: PATHS.profiles,
};

/**
 * Returns the most helpful next step: first broken things, then missing ones, in the order in which people
 * need them. What the account doesn't have is left out.
 */
export function nextStep({ fans, mail, accounts }: Overview, off: readonly string[] = []): NextStep {
  const failing = accounts.find(({ state }) => needsPerson(state));
  if (failing)
    return {
      title: `${failing.address} isn’t sending`,
      text: failing.last_error || "Look at what its server says.",
      label: "See sending accounts",
      to: PATHS.mailboxes,
    };
  if (mail.stopped > 0 && !off.includes("campaigns"))
    return {
      title: mail.stopped === 1 ? "A campaign stopped" : `${mail.stopped} campaigns stopped`,
      text: "See why, and decide whether it goes on.",
      label: "See campaigns",
      to: PATHS.campaigns,
    };
  if (fans.total === 0 && off.includes("contact_imports")) return FORM;
  if (fans.total === 0)
    return {
      title: "Bring your fans",
      text: "Import a list you already have, or turn on the lead form of a page.",
      label: "Import leads",
      to: PATHS.leadImports,
    };
  if (accounts.length === 0)
    return {
      title: "Connect an account to send from",
      text: "Gmail or your own mail server: fans see your address, not ours.",
      label: "Add sending account",
      to: PATHS.mailboxes,
    };
  const untested = firstUntested(accounts);
  if (untested)
    return {
      title: `${untested.address || "Gmail"} can’t send yet`,
      text: untested.is_proven
        ? "A test shows whether its server takes your e-mail."
        : "Show that the address is yours: we’ll e-mail you a code.",
      label: "Test this account",
      to: PATHS.mailboxes,
    };
  if (mail.templates === 0)
    return {
      title: "Write your first e-mail",
      text: "Start from one of twelve templates, in your page’s colors.",
      label: "Choose a template",
      to: PATHS.templates,
    };
  if (mail.sequences === 0 && !off.includes("sequences")) return WELCOME;
  return off.includes("campaigns") ? FANS : NEXT_CAMPAIGN;
}

/** Returns the account that's closest to sending, unless one already can. Disabled ones are so on purpose. */
function firstUntested(accounts: Overview["accounts"]) {
  if (accounts.some(({ state, is_proven }) => is_proven && SENDING.includes(state))) return undefined;
  return accounts.find(({ state }) => state !== "disabled");
}
