/** The hosts of most of the world's inboxes. */
const HOSTS = ["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com"];
/** Real hosts that are a typo away from those. */
const OTHERS = ["mail.com", "ymail.com"];

/**
 * Returns the probably intended address: one letter more, less, or different, or two swapped. Undefined if it
 * looks right.
 */
export function suggestAddress(email: string): string | undefined {
  const [, name, host = ""] = /^(.+@)([^@]+)$/.exec(email.trim().toLowerCase()) ?? [];
  const isKnown = HOSTS.includes(host) || OTHERS.includes(host);
  const meant = isKnown ? undefined : HOSTS.find((one) => isSlip(host, one));
  return name && meant && name + meant;
}

function isSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  let end = 0;
  while (end < Math.min(typed.length, meant.length) - start && typed.at(-1 - end) === meant.at(-1 - end))
    end++;
  const [a, b] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  return (a.length < 2 && b.length < 2) || (a.length === 2 && b === a.charAt(1) + a.charAt(0));
}
