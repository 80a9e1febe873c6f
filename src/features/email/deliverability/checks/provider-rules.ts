/* What's known of the services that people send through: what their customers' records need. */

export interface Provider {
  name: string;
  /** The endings of its servers' names. */
  hosts: readonly string[];
  /** What its customers' SPF records include. Empty if it says that none is needed. */
  spf: string;
  /** The selectors that it signs with by default. */
  selectors: readonly string[];
  /** Set if bounces go to a domain of its own, unless the customer sets up another. */
  hasOwnReturnPath?: true;
}

const PROVIDERS: readonly Provider[] = [
  {
    name: "Google",
    hosts: ["gmail.com", "googlemail.com", "google.com"],
    spf: "_spf.google.com",
    selectors: ["google"],
  },
  {
    name: "Microsoft",
    hosts: ["office365.com", "outlook.com"],
    spf: "spf.protection.outlook.com",
    selectors: ["selector1", "selector2"],
  },
  { name: "Yahoo", hosts: ["yahoo.com", "aol.com"], spf: "", selectors: [] },
  { name: "Apple", hosts: ["me.com", "icloud.com"], spf: "icloud.com", selectors: ["sig1"] },
  {
    name: "Fastmail",
    hosts: ["fastmail.com"],
    spf: "spf.messagingengine.com",
    selectors: ["fm1", "fm2", "fm3"],
  },
  { name: "Zoho", hosts: ["zoho.com", "zoho.eu"], spf: "zohomail.com", selectors: ["zmail", "zoho"] },
  {
    name: "Proton",
    hosts: ["protonmail.ch", "proton.me"],
    spf: "_spf.protonmail.ch",
    selectors: ["protonmail", "protonmail2", "protonmail3"],
  },
  { name: "mailbox.org", hosts: ["mailbox.org"], spf: "mailbox.org", selectors: ["MBO0001", "MBO0002"] },
  { name: "Yandex", hosts: ["yandex.com", "yandex.ru"], spf: "_spf.yandex.net", selectors: ["mail"] },
  {
    name: "IONOS",
    hosts: ["ionos.com", "ionos.de", "1and1.com"],
    spf: "_spf-us.ionos.com",
    selectors: ["s1-ionos", "s2-ionos"],
  },
  { name: "OVHcloud", hosts: ["ovh.net"], spf: "mx.ovh.com", selectors: [] },
  { name: "Infomaniak", hosts: ["infomaniak.com"], spf: "spf.infomaniak.ch", selectors: [] },
  {
    name: "STRATO",
    hosts: ["strato.de"],
    spf: "_spf.strato.com",
    selectors: ["strato-dkim-0002", "strato-dkim-0003"],
  },
  {
    name: "Amazon SES",
    hosts: ["amazonaws.com"],
    spf: "amazonses.com",
    selectors: [],
    hasOwnReturnPath: true,
  },
  {
    name: "SendGrid",
    hosts: ["sendgrid.net"],
    spf: "",
    selectors: ["s1", "s2"],
    hasOwnReturnPath: true,
  },
  {
    name: "Mailgun",
    hosts: ["mailgun.org"],
    spf: "mailgun.org",
    selectors: ["mx", "pic", "k1", "mta"],
    hasOwnReturnPath: true,
  },
  { name: "Postmark", hosts: ["postmarkapp.com"], spf: "", selectors: ["pm"], hasOwnReturnPath: true },
  {
    name: "Brevo",
    hosts: ["brevo.com", "sendinblue.com"],
    spf: "",
    selectors: ["brevo1", "brevo2", "mail"],
    hasOwnReturnPath: true,
  },
  { name: "Resend", hosts: ["resend.com"], spf: "", selectors: ["resend"], hasOwnReturnPath: true },
  {
    name: "Mailjet",
    hosts: ["mailjet.com"],
    spf: "spf.mailjet.com",
    selectors: ["mailjet"],
    hasOwnReturnPath: true,
  },
  {
    name: "SparkPost",
    hosts: ["sparkpostmail.com"],
    spf: "",
    selectors: ["scph0120", "scph0223"],
    hasOwnReturnPath: true,
  },
];

/** The service with a mail server of this name. */
export function providerOf(host: string): Provider | undefined {
  return PROVIDERS.find(({ hosts }) => hosts.some((end) => host === end || host.endsWith(`.${end}`)));
}

export const GOOGLE = PROVIDERS[0] as Provider;

const FREE_DOMAINS = new Set(
  (
    "gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.es yahoo.it ymail.com rocketmail.com aol.com " +
    "outlook.com outlook.de outlook.es hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.es live.com msn.com " +
    "icloud.com me.com mac.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de proton.me " +
    "protonmail.com pm.me yandex.com yandex.ru mail.ru zoho.com fastmail.com fastmail.fm mailbox.org posteo.de " +
    "comcast.net orange.fr wanadoo.fr free.fr laposte.net libero.it seznam.cz qq.com 163.com naver.com"
  ).split(" "),
);

/** True for domains that anybody gets an address at, so that their records aren't a sender's to change. */
export function isFreeDomain(domain: string): boolean {
  return FREE_DOMAINS.has(domain);
}
