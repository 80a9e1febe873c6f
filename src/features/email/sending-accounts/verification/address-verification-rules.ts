/**
 * Servers of providers that let people sign in only with their own address, and send only from there. Anyone
 * can run a server that accepts any name.
 */
const BINDING_HOSTS: ReadonlySet<string> = new Set([
  ...["smtp.gmail.com", "smtp-mail.outlook.com", "smtp.office365.com", "smtp.mail.yahoo.com"],
  ...["smtp.mail.me.com", "smtp.aol.com", "smtp.fastmail.com", "smtp.zoho.com", "smtp.zoho.eu"],
  ...["smtp.protonmail.ch", "mail.gmx.com", "smtp.mailbox.org", "smtp.yandex.com"],
]);

/**
 * True if a sign-in as `username` at `host` proves an address. `mx`: the hosts that receive its domain's
 * e-mail.
 */
export function isVerifiedBySignIn(
  { host, username, from_address }: { host: string; username: string; from_address: string },
  mx: readonly string[],
): boolean {
  if (username.toLowerCase() !== from_address.toLowerCase()) return false;
  return BINDING_HOSTS.has(host) || mx.includes(host);
}
