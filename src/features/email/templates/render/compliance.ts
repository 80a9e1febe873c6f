/*
 * The legal requirements for bulk e-mail: an unsubscribe link, and a postal address, both visible. A
 * condition may hide them from some recipients, so each e-mail is checked, except where nothing can hide
 * them.
 */

import { aroundMergeTags, visibleIn } from "../html/html.ts";
import type { Finding } from "../rules.ts";

export interface ComplianceDetails {
  unsubscribe_urls: readonly string[];
  postal_address: string;
}

const WAY_OUT = /\{\{-?\s*(?:unsubscribe_url|preferences_url)\s*-?\}\}/;
const POSTAL = /\{\{-?\s*sender\.postal_address\s*-?\}\}/;

/** True if every e-mail made of this HTML has both, for every recipient. */
export function isAlwaysCompliant(html: string): boolean {
  if (html.includes("{%")) return false;
  const visible = aroundMergeTags(html, visibleIn);
  return WAY_OUT.test(visible) && POSTAL.test(visible);
}

const stop = (message: string): Finding => ({ severity: "stop", where: "html", message });

/** Returns the missing part in the visible text of a finished e-mail. */
export function complianceProblem(
  visible: string,
  { unsubscribe_urls, postal_address }: ComplianceDetails,
): Finding | undefined {
  if (!unsubscribe_urls.some((url) => visible.includes(escaped(url))))
    return stop("The link to unsubscribe can’t be seen. Keep it out of conditions and hidden parts.");
  if (!plain(visible).includes(plain(escaped(postal_address))))
    return stop("Your postal address can’t be seen. Keep it out of conditions and hidden parts.");
  return undefined;
}

/** Returns the plain text, with both below it if they aren't in it. */
export function withComplianceFooter(
  text: string,
  { unsubscribe_urls, postal_address }: ComplianceDetails,
): string {
  const hasWayOut = unsubscribe_urls.some((url) => text.includes(url));
  const hasPostal = says(text, postal_address);
  if (hasWayOut && hasPostal) return text;
  const below = [
    ...(hasPostal ? [] : [postal_address.trim()]),
    ...(hasWayOut ? [] : [`Unsubscribe: ${unsubscribe_urls[0]}`]),
  ];
  return `${text.trimEnd()}\n\n-- \n${below.join("\n")}\n`;
}

/**
 * True if a text contains an address, in any number of lines. Usually it has it verbatim, which is a fast
 * check.
 */
const says = (text: string, address: string) =>
  text.includes(address) || plain(text).includes(plain(address));

const plain = (text: string) =>
  text
    .replace(/[\s,]+/g, " ")
    .trim()
    .toLowerCase();
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
