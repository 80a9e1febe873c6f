/* The pages that `/go/{linkId}` shows when it doesn't redirect. Small, without JavaScript, in the
   visitor's own color scheme. */
import { createHash } from "node:crypto";
import { GEO_BLOCKED_MESSAGE } from "#src/features/pages/links/page/destination.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";

const CSS = `:root{color-scheme:light dark;--bg:#f6f4fb;--card:#fff;--ink:#1e1333;--soft:#554d68;--line:#e4dff0;--fill:#6d28d9;--label:#fff;--sign:#ede9fe;--mark:#5b21b6}
@media (prefers-color-scheme:dark){:root{--bg:#120b22;--card:#1d1433;--ink:#f6f3ff;--soft:#c3bad8;--line:#372b55;--fill:#a78bfa;--label:#1a0f33;--sign:#2e2150;--mark:#d6c9ff}}
*{box-sizing:border-box}
body{display:grid;place-items:center;min-height:100vh;min-height:100dvh;margin:0;padding:1.25rem;background:var(--bg);color:var(--ink);font:1rem/1.55 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:27rem;padding:2.25rem 1.75rem 1.75rem;border:1px solid var(--line);border-radius:1.75rem;background:var(--card);text-align:center;box-shadow:0 24px 48px -28px #0b102666}
.sign{display:grid;place-items:center;width:4.5rem;height:4.5rem;margin:0 auto 1.25rem;border-radius:50%;background:var(--sign);color:var(--mark);font-size:1.375rem;font-weight:750}
svg{width:2rem;height:2rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
h1{margin:0 0 .625rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 1.75rem;color:var(--soft);text-wrap:pretty}
p:last-child{margin-bottom:.5rem}
a{display:flex;align-items:center;justify-content:center;min-height:3.25rem;margin-top:.625rem;padding:.5rem 1.25rem;border:1px solid var(--line);border-radius:1.75rem;color:inherit;font-weight:650;text-decoration:none}
a.first{border-color:transparent;background:var(--fill);color:var(--label)}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
@media (hover:hover){a:hover{text-decoration:underline;text-underline-offset:.2em}}
form{text-align:start}
label{display:block;margin-bottom:.375rem;font-weight:650}
input{width:100%;min-height:3.25rem;padding:.5rem 1rem;border:1px solid var(--soft);border-radius:1rem;background:var(--bg);color:inherit;font:inherit}
input:focus-visible,button:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
button{width:100%;min-height:3.25rem;margin-top:.75rem;padding:.5rem 1.25rem;border:1px solid transparent;border-radius:1.75rem;background:var(--fill);color:var(--label);font:inherit;font-weight:650;cursor:pointer}
form p{margin:.5rem 0 0;color:inherit;font-weight:650}
dl{margin:0 0 1.25rem;text-align:start}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0 0 .875rem;font-weight:650}
dd a{display:inline;min-height:0;margin:0;padding:0;border:0;text-decoration:underline}
@media (forced-colors:active){a,.sign{border:1px solid}}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(CSS).digest("base64")}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** The value of the password page's Content-Security-Policy header. Browsers hold redirects to `form-action`, too. */
export const GO_FORM_CSP = POLICY.join("; ");
/** That of the others. */
export const GO_PAGE_CSP = [...POLICY, "form-action 'none'"].join("; ");

interface GoPage {
  words: VisitorTranslator;
  title: string;
  /** Our own markup; everything else is text. */
  sign: string;
  text: string;
  ways?: { label: string; href: string }[];
  /** Our own markup. */
  form?: string;
}

function page({ words: { language, say }, title, sign, text, ways = [], form = "" }: GoPage): string {
  const links = ways.map(
    ({ label, href }, index) =>
      `<a${index === 0 ? ' class="first"' : ""} href="${escaped(href)}" rel="nofollow">${escaped(say(label))}</a>`,
  );
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(say(title))}</title><style>${CSS}</style></head>
<body><main><div class="sign" aria-hidden="true">${sign}</div><h1>${escaped(say(title))}</h1><p>${escaped(say(text))}</p>${form}${links.join("")}</main></body></html>
`;
}

const MARKS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
}

const drawing = (path: string) => `<svg viewBox="0 0 24 24"><path d="${path}"/></svg>`;

/** The question before a link with adult content (spec §2). */
export function adultPage(
  words: VisitorTranslator,
  { yes, cancel }: { yes: string; cancel: string },
): string {
  return page({
    words,
    title: "Adult Content Warning",
    sign: "18+",
    text: "This link contains adult content that may not be suitable for all audiences. You must be 18 years or older to continue.",
    ways: [
      { label: "I'm 18+ - Continue", href: yes },
      { label: "Cancel", href: cancel },
    ],
  });
}

/** The page for blocked visitors (spec §8). */
export function restrictedPage(words: VisitorTranslator, { back }: { back: string }): string {
  return page({
    words,
    title: "Access Restricted",
    sign: drawing(
      "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.3 2.4 3.4 5.2 3.4 8.5s-1.1 6.1-3.4 8.5c-2.3-2.4-3.4-5.2-3.4-8.5s1.1-6.1 3.4-8.5z",
    ),
    text: GEO_BLOCKED_MESSAGE,
    ways: [{ label: "Back to the page", href: back }],
  });
}

const CLOCK = drawing("M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2");

/** Outside of a link's schedule. */
export function waitingPage(words: VisitorTranslator, { back }: { back: string }): string {
  return page({
    words,
    title: "Not available right now",
    sign: CLOCK,
    text: "This link isn’t open at the moment.",
    ways: [{ label: "Back to the page", href: back }],
  });
}

/** After a link's end, if it doesn't lead elsewhere. */
export function expiredPage(words: VisitorTranslator, { back }: { back: string }): string {
  return page({
    words,
    title: "This link has expired",
    sign: CLOCK,
    text: "It was open for a limited time, or for a limited number of visitors.",
    ways: [{ label: "Back to the page", href: back }],
  });
}

/** For visitors whom a link isn't meant for. */
export function otherAudiencePage(words: VisitorTranslator, { back }: { back: string }): string {
  return page({
    words,
    title: "Access Restricted",
    sign: drawing("M5 3.5h14v17H5zM9.5 17.5h5M4 4l16 16"),
    text: "This link isn’t meant for your device, app, or language.",
    ways: [{ label: "Back to the page", href: back }],
  });
}

/** Asks for a link's password. Works without JavaScript, and says nothing about where the link leads. */
export function passwordPage(
  words: VisitorTranslator,
  { problem }: { problem?: string | undefined },
): string {
  const { say } = words;
  const told = problem === undefined ? "" : `<p role="alert" id="problem">${escaped(problem)}</p>`;
  const described = problem === undefined ? "" : ' aria-invalid="true" aria-describedby="problem"';
  return page({
    words,
    title: "Password needed",
    sign: drawing("M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2"),
    text: "Whoever gave you this link can tell you its password.",
    form: `<form method="post"><label for="password">${escaped(say("Password"))}</label><input id="password" name="password" type="password" autocomplete="off" required autofocus maxlength="128"${described}>${told}<button>${escaped(say("Open link"))}</button></form>`,
  });
}

/** For a link that was removed, is hidden, or never existed. */
export function gonePage(words: VisitorTranslator): string {
  return page({
    words,
    title: "Link not found",
    sign: drawing(
      "M10 14a3.5 3.5 0 0 0 5 0l4-4a3.5 3.5 0 0 0-5-5l-.5.5M14 10a3.5 3.5 0 0 0-5 0l-4 4a3.5 3.5 0 0 0 5 5l.5-.5M4 4l16 16",
    ),
    text: "This link no longer exists.",
  });
}

interface Preview {
  title: string;
  /** None if they aren't for everyone. */
  addresses: string[];
  /** What else is known of the link. */
  note: string | undefined;
  page: { name: string; url: string; short: string };
  href: string;
}

/** Where a link leads, for people who'd rather look before they go. */
export function previewPage(
  words: VisitorTranslator,
  { title, addresses, note, page: on, href }: Preview,
): string {
  const { say } = words;
  const row = (label: string, values: string[]) =>
    values.length === 0
      ? ""
      : `<dt>${escaped(label)}</dt>${values.map((value) => `<dd dir="auto">${value}</dd>`).join("")}`;
  const where = `<a href="${escaped(on.url)}">${escaped(on.name)}</a> <span dir="ltr">${escaped(on.short)}</span>`;
  const facts = [
    row(say("Title"), title === "" ? [] : [escaped(title)]),
    row(say("Leads to"), addresses.map(escaped)),
    row(say("On the page"), [where]),
  ];
  return page({
    words,
    title: "Where this link leads",
    sign: drawing("M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.2 15.2 20.5 20.5"),
    text: note ?? "Nobody checks these addresses for fraud. Look at the site’s name before you go on.",
    form: `<dl>${facts.join("")}</dl>`,
    ways: [{ label: "Open link", href }],
  });
}

/** The preview of a link that nobody can open. */
export function closedPage(words: VisitorTranslator, { isBanned }: { isBanned: boolean }): string {
  return page({
    words,
    title: "This link is closed",
    sign: CLOCK,
    text: isBanned
      ? "The people who run this site have closed the account that it belongs to."
      : "It’s hidden, or its page is.",
  });
}

/** Shown while the link can't be looked up. */
export function busyPage(words: VisitorTranslator): string {
  return page({
    words,
    title: "Something went wrong",
    sign: drawing("M12 4 3 19.5h18zM12 10v4.5M12 17h.01"),
    text: "We’re too busy right now. Try again in a few seconds.",
    ways: [{ label: "Try again", href: "" }],
  });
}
