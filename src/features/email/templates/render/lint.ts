/* Checks an e-mail that renders (email.md 5.2.5). */
import { checkUrl } from "#src/lib/url.ts";
import { asUrl, elementsLost, withTagsInUrls } from "../html/html.ts";
import { foreignTagsIn, type Parsed } from "../merge-tags/merge-tags.ts";
import { CLIPPED_BYTES, type Content, type Finding, PARTS, type Part } from "../rules.ts";

/** Checks the e-mail's four parts before rendering, and the names in their merge tags. */
export function lintContent(content: Content, parsed: Parsed[]): Finding[] {
  return [
    ...missing(content, parsed),
    ...unfinished(content),
    ...pictures(content.html),
    ...links(content.html),
    ...size(content.html),
    ...spam(content),
    ...heads(content),
  ];
}

const stop = (where: Part, message: string, line?: number): Finding => ({
  severity: "stop",
  where,
  message,
  line,
});
const warning = (where: Part, message: string, line?: number): Finding => ({
  severity: "warning",
  where,
  message,
  line,
});

function missing(content: Content, parsed: Parsed[]): Finding[] {
  const html = parsed.find(({ part }) => part === "html");
  const names = new Set(html?.names.map(({ path }) => path.join(".")));
  const found: Finding[] = [];
  if (content.subject.trim() === "") found.push(stop("subject", "Write a subject."));
  // Without a parsed body, its own errors come first.
  if (html === undefined) return found;
  if (!names.has("unsubscribe_url") && !names.has("preferences_url"))
    found.push(stop("html", "There’s no link to unsubscribe. Add the footer, or {{ unsubscribe_url }}."));
  if (!names.has("sender.postal_address"))
    found.push(
      stop("html", "Your postal address is missing. Add the footer, or {{ sender.postal_address }}."),
    );
  return found;
}

/** Spanish e-mails contain “todo”, in capitals, too. */
const UNFINISHED =
  /lorem ipsum|\[(?:your|tu|insert|name|company|link|date)\b[^[\]]{0,80}\]|\btodo:|\btbd\b|\bxxx+\b/i;

function unfinished(content: Content): Finding[] {
  const text = textOf(content.html);
  const places: [Part, string][] = [
    ["subject", content.subject],
    ["preheader", content.preheader],
    ["html", text],
  ];
  return places.flatMap(([where, words]) => {
    const found = UNFINISHED.exec(words)?.[0];
    return found === undefined
      ? []
      : stop(where, `“${found.slice(0, 80)}” looks like text you meant to replace.`);
  });
}

const textOf = (html: string) => html.replace(/<style\b[^<>]*>[^<]*<\/style>|<[^<>]*>/g, " ");

export function lintForeignTags(content: Content): Finding[] {
  return PARTS.flatMap((where) => {
    // Braces in styles aren't merge tags.
    const text =
      where === "html"
        ? withTagsInUrls(content.html).replace(/<style\b[^<>]*>[^<]*<\/style>/gi, " ")
        : content[where];
    return foreignTagsIn(text)
      .slice(0, SAME_MAX)
      .map(({ tag, ours }): Finding => {
        const message =
          ours === undefined
            ? `“${tag}” is a merge tag of another program. Nothing fills it in here.`
            : `“${tag}” is a merge tag of another program. Use ${ours} instead.`;
        return {
          severity: "stop",
          where,
          message,
          ...(ours !== undefined && { fix: { from: tag, to: ours } }),
        };
      });
  });
}

export function lintRemovedHtml(html: string): Finding[] {
  const lost = elementsLost(html).slice(0, LOST_SHOWN_MAX);
  const found = lost.length === 0 ? [] : [warning("html", lostWords(lost))];
  const links = about(html, /<a(?:rea)?\b[^<>]*>/gi, (tag, line) => {
    const href = decode(/\shref="([^"]*)"/.exec(tag)?.[1] ?? "").trim();
    const url = asUrl(href);
    if (url.startsWith("tel:") && !/^tel:/i.test(href))
      return warning("html", `“${cut(href)}” is a phone number, so the link calls it.`, line);
    if (url.startsWith("mailto:") && !/^mailto:/i.test(href))
      return warning("html", `“${cut(href)}” is an e-mail address, so the link writes to it.`, line);
    return undefined;
  });
  return [...found, ...links];
}

const LOST_SHOWN_MAX = 8;
const cut = (text: string) => text.slice(0, 80);

const lostWords = (names: readonly string[]) =>
  `Inboxes don’t take ${names.map((name) => `<${name}>`).join(", ")}, so that’s left out. Its words stay, except in scripts and drawings.`;

/** More findings of one kind don't help, and each takes time. */
const SAME_MAX = 50;

function about(
  html: string,
  tags: RegExp,
  look: (tag: string, line: number) => Finding | undefined,
): Finding[] {
  const found: Finding[] = [];
  let [line, seen] = [1, 0];
  for (const { 0: tag, index } of html.matchAll(tags)) {
    for (; seen < index; seen++) if (html[seen] === "\n") line++;
    const finding = look(tag, line);
    if (finding) found.push(finding);
    if (found.length >= SAME_MAX) break;
  }
  return found;
}

function pictures(html: string): Finding[] {
  return about(html, /<img\b[^<>]*>/gi, (tag, line) => {
    if (!/\bsrc="[^"]+"/.test(tag)) return stop("html", "A picture is missing its file.", line);
    return /\balt(?:=|[\s/>])/.test(tag)
      ? undefined
      : warning("html", "A picture has no description. Many inboxes show it instead of the picture.", line);
  });
}

function links(html: string): Finding[] {
  return about(html, /<a(?:rea)?\b[^<>]*>/gi, (tag, line) => {
    const href = decode(/\bhref="([^"]*)"/.exec(tag)?.[1] ?? "").trim();
    // A link around a picture may have no target.
    if (href === "")
      return /\bname=|^<area(?![^<>]*\shref=)/.test(tag)
        ? undefined
        : stop("html", "A link leads nowhere. Give it a URL.", line);
    if (href.startsWith("#") && href.length > 1) return undefined;
    if (/\{\{|\{%/.test(href)) return undefined;
    if (/\bexample\.(?:com|org|net)\b/.test(href))
      return stop("html", `“${href.slice(0, 80)}” is an example. Put in your own URL.`, line);
    const checked = checkUrl(href, { allowLocal: true });
    if (!checked.ok) return stop("html", `“${href.slice(0, 80)}” isn’t a URL that people can open.`, line);
    if (checkUrl(href).ok) return undefined;
    return warning("html", `“${href.slice(0, 80)}” opens only in your own network.`, line);
  });
}

const decode = (value: string) => value.replaceAll("&amp;", "&").replaceAll("&quot;", '"');

function size(html: string): Finding[] {
  const bytes = new TextEncoder().encode(html).length;
  if (bytes <= CLIPPED_BYTES) return [];
  const kb = Math.ceil(bytes / 1024);
  return [
    warning(
      "html",
      `This e-mail has ${kb} KB. Gmail cuts off what’s over 102 KB: fewer people read the end, and its links get fewer clicks. A link to unsubscribe is put at the top, and opens are counted all the same.`,
    ),
  ];
}

/** Phrases that filters know from spam, in the languages of the dashboard. */
const SPAM = words(
  "act now|100% free|free money|risk[- ]free|click here now|cash bonus|no obligation|make money fast|" +
    "actúa (?:ya|ahora)|100% gratis|dinero gratis|sin riesgo|haz clic aquí ya|bono en efectivo|sin compromiso|" +
    "gana dinero (?:fácil|rápido)",
);
/** Alone, these are suspicious only at the top. */
const SPAM_ON_TOP = words("winner!|urgent|urgente|¡?ganador!");
const SHOUTED = /!!!|\${3}/;

/** Whole words only, also in languages that JavaScript's own word boundaries don't support. */
function words(pattern: string): RegExp {
  // regex-ignore: fixed words without repetition
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?!\\p{L})`, "iu");
}

function spam({ subject, preheader, html }: Content): Finding[] {
  const places: [Part, string, RegExp[]][] = [
    ["subject", subject, [SPAM, SPAM_ON_TOP, SHOUTED]],
    ["preheader", preheader, [SPAM, SPAM_ON_TOP, SHOUTED]],
    ["html", textOf(html).replace(/\s+/g, " "), [SPAM]],
  ];
  return places.flatMap(([where, text, patterns]) => {
    const found = patterns.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
    return found === undefined ? [] : warning(where, `“${found}” makes spam filters suspicious.`);
  });
}

function heads({ subject, preheader }: Content): Finding[] {
  const found: Finding[] = [];
  if (/\p{Lu}{4}/u.test(subject) && !/\p{Ll}/u.test(subject.replace(/\{\{[^{}]*\}\}/g, "")))
    found.push(warning("subject", "All capital letters look like shouting."));
  if (subject.length > 90)
    found.push(warning("subject", "Inboxes cut off subjects this long. Aim for 60 characters."));
  if (preheader.trim() === "")
    found.push(warning("preheader", "Without preview text, inboxes show the first words of the e-mail."));
  return found;
}
