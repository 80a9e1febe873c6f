/* Sanitizes people's HTML: no script, no forms, no frames, no event handlers. Merge tags stay as they are. */
import sanitizeHtml from "sanitize-html";
import { checkUrl } from "#src/lib/url.ts";
import { aroundComments, withoutComments } from "./conditional-comments.ts";

const EVERYWHERE =
  "align background bgcolor border bordercolor cellpadding cellspacing class colspan dir height hspace id lang nowrap role rowspan style title valign vspace width aria-* data-*";

const ALLOWED = {
  tags: "html head body title style meta a abbr address area article aside b big bdi bdo blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main map mark nav ol p picture pre q s samp section small source span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr",
  own: {
    html: ["xmlns", "xmlns:v", "xmlns:o", "xmlns:w"],
    body: ["text", "link", "alink", "vlink", "leftmargin", "topmargin", "marginwidth", "marginheight"],
    a: ["href", "name", "target", "rel"],
    area: ["href", "alt", "coords", "shape", "target"],
    map: ["name"],
    img: ["src", "alt", "srcset", "sizes", "usemap", "loading"],
    source: ["srcset", "sizes", "media", "type"],
    style: ["type", "media"],
    td: ["abbr", "headers", "scope"],
    th: ["abbr", "headers", "scope"],
    table: ["summary", "rules", "frame"],
    time: ["datetime"],
    font: ["color", "face", "size"],
    meta: ["charset", "name", "content"],
    col: ["span"],
    ol: ["start", "type"],
  },
};

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const CONTACT_SCHEME = /^(?:mailto|tel|sms):/i;
const HOST_FIRST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/;

/** Nothing turns typed text into a URL in an e-mail. */
export function asUrl(typed: string): string {
  const href = withOwnScheme(inOneLine(typed));
  if (/^[#/]|^$/.test(href) || href.startsWith(MARK)) return href;
  if (HAS_SCHEME.test(href) && !CONTACT_SCHEME.test(href)) return href;
  if (href.includes(MARK)) return HOST_FIRST.test(href) ? `https://${href}` : href;
  const checked = checkUrl(href, { allowLocal: true });
  return checked.ok ? checked.url : href;
}

/** Editors break long URLs over several lines, and indent the continuation. */
const inOneLine = (typed: string) =>
  typed
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .join("");

/** Web pages leave the scheme to the page around them; an e-mail has none. */
const withOwnScheme = (url: string) => (url.startsWith("//") ? `https:${url}` : url);

/** Changes a URL if there's one. */
const withUrl =
  (name: string, change: (url: string) => string): sanitizeHtml.Transformer =>
  (tagName, attribs) => {
    const url = attribs[name];
    return { tagName, attribs: url === undefined ? attribs : { ...attribs, [name]: change(url) } };
  };

const WHOLE: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED.tags.split(" "),
  // Styles only change how the e-mail itself looks.
  allowVulnerableTags: true,
  allowedAttributes: { "*": EVERYWHERE.split(" "), ...ALLOWED.own },
  allowedSchemes: ["http", "https", "mailto", "tel", "sms"],
  allowedSchemesByTag: { img: ["http", "https", "cid"] },
  allowedSchemesAppliedToAttributes: ["href", "src", "cite", "background"],
  allowProtocolRelative: false,
  transformTags: {
    a: withUrl("href", asUrl),
    area: withUrl("href", asUrl),
    img: withUrl("src", withOwnScheme),
  },
  nonTextTags: ["script", "textarea", "option", "noscript", "iframe", "object", "svg", "math"],
  nestingLimit: 100,
};

/** For the text of a block: what its editor supports. */
const RICH: sanitizeHtml.IOptions = {
  ...WHOLE,
  allowedTags: "p br b strong i em u s a ul ol li span".split(" "),
  allowedAttributes: { a: ["href"], p: ["style"], span: ["style"] },
  allowedStyles: { "*": { "text-align": [/^(?:left|center|right)$/], color: [/^#[0-9a-f]{3,6}$/i] } },
};

/** Private characters that stand in for merge tags while HTML is parsed. */
const MARK = "\ue000";
const MARKED = /\ue000(\d+)\ue001/g;
/** Stands in for a value that's filled in later. */
export const markOf = (index: number) => `${MARK}${index}\ue001`;

/** Fills in values for their marks. Where one is undefined, its mark stays. */
export function fillMarks(html: string, values: readonly (string | undefined)[]): string {
  return html.replace(MARKED, (mark, index: string) =>
    Number(index) < values.length ? (values[Number(index)] ?? mark) : "",
  );
}

/** True if a value affects a style. */
export const hasMarkedStyle = (html: string) => /\sstyle="[^"]*\ue000/.test(html);

/** A `<` that starts a tag isn't part of a merge tag. */
export const MERGE_TAG = /\{\{(?:(?!\{[{%])[^<]|<(?=[\s=]))*?\}\}|\{%(?:(?!\{[{%])[^<]|<(?=[\s=]))*?%\}/g;

const ENTITIES: Record<string, string> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Reverts the changes of editors and phones to quotation marks and spaces. */
function asTyped(tag: string): string {
  return tag
    .replace(/^\{\{-?(?:%20){1,9}|(?:%20){1,9}-?\}\}$/g, (end) => end.replaceAll("%20", " "))
    .replace(/&(?:quot|#34|#39|apos|lt|gt|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[“”]/g, '"')
    .replaceAll("\u00a0", " ");
}

/** Applies a function to HTML that would damage merge tags, and then another one to their positions. */
export function aroundMergeTags(
  html: string,
  work: (html: string, tags: readonly string[]) => string,
  place?: (html: string, tags: string[]) => void,
): string {
  const kept: string[] = [];
  const marked = html.replace(/[\ue000\ue001]/g, "").replace(MERGE_TAG, (tag) => {
    kept.push(asTyped(tag));
    return `${MARK}${kept.length - 1}\ue001`;
  });
  const worked = work(marked, kept);
  place?.(worked, kept);
  return worked.replace(MARKED, (_, index: string) => kept[Number(index)] ?? "");
}

/** The filter that encodes a value as a part of a URL. */
export const URL_PART_FILTER = "url_part";
const URL_WITH_MARK = /\s(?:href|src|background)="([^"]*)"/g;
const HAS_FILTER = /\|\s*(?:url_part|url_encode)\b/;

/** Adds encoding filters to the merge tags in a URL. */
export function encodeTagsInUrl(url: string): string {
  const [start, end] = [' href="', '"'];
  return aroundMergeTags(start + url + end, (marked) => marked, encodedInUrls).slice(
    start.length,
    -end.length,
  );
}

/** Values inside a URL are encoded. A merge tag at its start stands for the URL, or its origin. */
function encodedInUrls(html: string, tags: string[]): void {
  for (const [, url = ""] of html.matchAll(URL_WITH_MARK))
    for (const { 1: index, index: at } of url.matchAll(MARKED)) {
      const tag = tags[Number(index)] ?? "";
      if (at === 0 || !tag.startsWith("{{") || HAS_FILTER.test(tag)) continue;
      // A condition may come first.
      if (url.slice(0, at).replace(MARKED, "").trim() === "") continue;
      const end = tag.endsWith("-}}") ? "-}}" : "}}";
      tags[Number(index)] = `${tag.slice(0, -end.length).trimEnd()} | ${URL_PART_FILTER} ${end}`;
    }
}

const ELEMENTS_MAX = 10_000;

/**
 * True if there are more than any e-mail has. The parser goes through all open elements for each, which took
 * minutes.
 */
export function hasTooManyElements(html: string): boolean {
  let at = -1;
  for (let count = 0; count <= ELEMENTS_MAX; count++) {
    at = html.indexOf("<", at + 1);
    if (at < 0) return false;
  }
  return true;
}

// regex-ignore: takes at most 300 characters from each start
const ENCODED_TAG = /%7B%7B((?:[\w.|:,'-]|%(?!7D)[0-9A-F]{2}){1,300})%7D%7D/gi;
/** Editors put it in front of any URL without a scheme, and these tags stand for whole URLs. */
const URL_TAG_SCHEME =
  /(\shref=["']?)https?:\/\/(?=\{\{-?\s{0,9}(?:unsubscribe|preferences|view_in_browser)_url\b)/gi;

/** The filter that puts `https://` in front of a whole URL unless it has a scheme. */
export const WEB_URL_FILTER = "web_url";
/** A field may have its own scheme, and slashes. */
// regex-ignore: takes at most 300 characters from each start
const SCHEME_AND_TAG = /(\shref=(["']))https?:\/\/(\{\{-?[^{}<>]{1,300}?)\s{0,9}(-?\}\})(?=\/?\2)/gi;

/** Reverts editors' encoding of merge tags in URLs: `https://x.example/?n=%7B%7Bcontact.name%7D%7D`. */
export function withTagsInUrls(html: string): string {
  if (!/%7B%7B|\{\{/i.test(html)) return html;
  return html
    .replace(ENCODED_TAG, decodedTag)
    .replace(URL_TAG_SCHEME, "$1")
    .replace(SCHEME_AND_TAG, `$1$3 | ${WEB_URL_FILTER} $4`);
}

function decodedTag(whole: string, inner: string): string {
  try {
    const said = decodeURIComponent(inner);
    return /^\s*[a-z]/i.test(said) ? `{{${escaped(said)}}}` : whole;
  } catch {
    return whole;
  }
}

/** Empty if there are too many elements. */
export function cleanHtml(html: string): string {
  if (hasTooManyElements(html)) return "";
  return aroundMergeTags(withTagsInUrls(html), sanitized, encodedInUrls);
}

const TAGS: ReadonlySet<string> = new Set(ALLOWED.tags.split(" "));

const sanitized = (html: string) => aroundComments(html, TAGS, (rest) => sanitizeHtml(rest, WHOLE));

const WRITTEN_TAG = /<([a-z][a-z0-9:-]*)/gi;

/** Returns the elements that sanitizing removes along with their text. */
export function elementsLost(html: string): string[] {
  const found = new Set<string>();
  // Comments are for other programs, and may contain other elements.
  const shown = aroundMergeTags(withoutComments(html), (marked) => marked.replace(MARKED, ""));
  for (const [, name = ""] of shown.matchAll(WRITTEN_TAG)) found.add(name.toLowerCase());
  return [...found].filter((name) => !TAGS.has(name) && !ABOUT_NOTHING.has(name));
}

/** Removed without a warning: Word's own paragraphs, and the sources of fonts. */
const ABOUT_NOTHING: ReadonlySet<string> = new Set(["o:p", "link", "base", "xml", "noscript"]);

/**
 * Sanitizes a finished e-mail whose conditions may have created new HTML. Only for rendered e-mail, because
 * merge tags in it are text.
 */
export function cleanRendered(html: string): string {
  return `<!doctype html>${sanitized(html)}`;
}

/**
 * Styles of invisible elements, along with their content. Tiny fonts aren't included, because their content
 * may have its own size.
 */
const UNSEEN =
  /^\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0*(?:\.0*)?(?:[\s!]|$)|mso-hide\s*:\s*all|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:!|$))/i;
const isUnseen = (style: string) => style.split(";").some((declaration) => UNSEEN.test(declaration));
const FONT_SIZE = /(?:^|;)\s*font-size\s*:\s*([\d.]+)/gi;

const VISIBLE: sanitizeHtml.IOptions = {
  ...WHOLE,
  // Elements that aren't allowed are dropped before their style is checked.
  allowedTags: ALLOWED.tags.split(" ").filter((tag) => !["head", "style", "title"].includes(tag)),
  allowedAttributes: { a: ["href"] },
  nonTextTags: [...(WHOLE.nonTextTags ?? []), "head", "style", "title"],
  exclusiveFilter: ({ tag, attribs, text, mediaChildren }) =>
    isUnseen(attribs.style ?? "") || (tag === "a" && text.trim() === "" && mediaChildren.length === 0),
};

/** Returns the visible parts of HTML: its text, and the targets of its links. */
export function visibleIn(html: string): string {
  // Whether text has size zero, by open element. Text with its own size inside of one is readable.
  const tiny = [false];
  return sanitizeHtml(html, {
    ...VISIBLE,
    onOpenTag: (_, { style = "" }) => {
      const size = [...style.matchAll(FONT_SIZE)].at(-1)?.[1];
      tiny.push(size === undefined ? tiny.at(-1) === true : Number(size) === 0);
    },
    onCloseTag: () => void (tiny.length > 1 && tiny.pop()),
    textFilter: (text) => (tiny.at(-1) ? "" : text),
  });
}

export function cleanRichText(html: string): string {
  return aroundMergeTags(html, (marked) => sanitizeHtml(marked, RICH));
}

const URL_ATTRIBUTE = /\b(href|src|srcset)="([^"]*)"/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in front of a scheme
const SKIPPED = /[\u0000-\u0020]/g;

/** A merge tag may put anything into a URL, so script URLs are removed from the finished e-mail. */
export function withoutScriptUrls(html: string): string {
  return html.replace(URL_ATTRIBUTE, (attribute, name: string, url: string) =>
    /^(?:javascript|vbscript|data):/i.test(url.replace(SKIPPED, "")) ? `${name}="#"` : attribute,
  );
}

/** Escapes text as HTML, with its merge tags. Also works for attributes in double quotes. */
export function escaped(text: string): string {
  return aroundMergeTags(text, (marked) =>
    marked.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;"),
  );
}
