/*
 * Some providers give each e-mail an id of their own, and tell what became of it by that. What's added here makes
 * them name ours.
 */

import { TRACE_KEY } from "./rules.ts";

const HEADERS: readonly (readonly [host: RegExp, headers: (id: string) => Record<string, string>])[] = [
  [
    /(?:^|\.)postmarkapp\.com$/,
    // The first one makes it keep our Message-ID, which replies name.
    (id) => ({ "X-PM-KeepID": "true", [`X-PM-Metadata-${TRACE_KEY}`]: id }),
  ],
  [/(?:^|\.)sendgrid\.net$/, (id) => ({ "X-SMTPAPI": JSON.stringify({ unique_args: { [TRACE_KEY]: id } }) })],
  [/(?:^|\.)mailgun\.org$/, (id) => ({ "X-Mailgun-Variables": JSON.stringify({ [TRACE_KEY]: id }) })],
];

/** The headers that make the provider behind a mail server name this id in what it reports. */
export function traceHeaders(host: string, id: string): Record<string, string> {
  return HEADERS.find(([provider]) => provider.test(host))?.[1](id) ?? {};
}
