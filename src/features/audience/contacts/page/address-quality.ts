/* Detects suspicious addresses: role addresses, disposable ones, and probable typos. */

/** Names of inboxes that belong to a role rather than to a person (RFC 2142, and common use). */
export const ROLE_NAMES = [
  ...[
    "abuse",
    "accounts",
    "admin",
    "administrator",
    "billing",
    "bookings",
    "careers",
    "contact",
    "enquiries",
  ],
  ...["feedback", "finance", "hello", "help", "helpdesk", "hostmaster", "hr", "info", "inquiries", "it"],
  ...["jobs", "legal", "mail", "marketing", "media", "news", "newsletter", "no-reply", "noreply", "office"],
  ...["orders", "postmaster", "press", "privacy", "root", "sales", "security", "service", "services", "shop"],
  ...["staff", "support", "team", "webmaster"],
] as const;

/** The best known services for disposable addresses. */
export const DISPOSABLE_DOMAINS = [
  ...["10minutemail.com", "10minutemail.net", "20minutemail.com", "33mail.com", "anonbox.net"],
  ...["burnermail.io", "byom.de", "discard.email", "discardmail.com", "dispostable.com", "dropmail.me"],
  ...[
    "emailfake.com",
    "emailondeck.com",
    "emailtemp.org",
    "fakeinbox.com",
    "fakemail.net",
    "fakemailgenerator.com",
  ],
  ...[
    "getairmail.com",
    "getnada.com",
    "grr.la",
    "guerrillamail.biz",
    "guerrillamail.com",
    "guerrillamail.de",
  ],
  ...[
    "guerrillamail.info",
    "guerrillamail.net",
    "guerrillamail.org",
    "guerrillamailblock.com",
    "harakirimail.com",
  ],
  ...[
    "inboxbear.com",
    "inboxkitten.com",
    "incognitomail.org",
    "jetable.org",
    "luxusmail.org",
    "mail-temp.com",
  ],
  ...["mailcatch.com", "maildrop.cc", "mailexpire.com", "mailinator.com", "mailinator.net", "mailnesia.com"],
  ...[
    "mailnull.com",
    "mailpoof.com",
    "mailsac.com",
    "mintemail.com",
    "minuteinbox.com",
    "moakt.com",
    "mohmal.com",
  ],
  ...["mytemp.email", "mytrashmail.com", "nada.email", "onewaymail.com", "owlymail.com", "sharklasers.com"],
  ...[
    "spam4.me",
    "spambog.com",
    "spambox.us",
    "spamex.com",
    "spamgourmet.com",
    "spamspot.com",
    "temp-mail.io",
  ],
  ...["temp-mail.org", "tempail.com", "tempinbox.com", "tempmail.com", "tempmail.dev", "tempmail.net"],
  ...["tempmailo.com", "tempr.email", "throwawaymail.com", "trash-mail.com", "trashmail.com", "trashmail.de"],
  ...["trashmail.net", "trashmail.ws", "trbvm.com", "wegwerfemail.de", "wegwerfmail.de", "yopmail.com"],
  ...["yopmail.fr", "yopmail.net", "zetmail.com"],
] as const;

export const ADDRESS_RISKS = ["role", "disposable"] as const;
export type AddressRisk = (typeof ADDRESS_RISKS)[number];

const NAMES: ReadonlySet<string> = new Set(ROLE_NAMES);
const DOMAINS: ReadonlySet<string> = new Set(DISPOSABLE_DOMAINS);

/** Returns the problem with a normalized address, if any. */
export function addressRisk(email: string): AddressRisk | undefined {
  const [name = "", domain = ""] = email.split("@");
  if (DOMAINS.has(domain)) return "disposable";
  return NAMES.has(name) ? "role" : undefined;
}
