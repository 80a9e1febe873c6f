/* Sanitizes people's HTML: no script, no forms, no frames, no event handlers. Merge tags stay as they are. */
import sanitizeHtml from "sanitize-html";
import { checkUrl } from "#src/lib/url.ts";
import { aroundComments, withoutComments } from "./conditional-comments.ts";
import { aroundMergeTags, encodedInUrls, MARK, MARKED, withTagsInUrls } from "./merge-tag-marks.ts";

export {
  aroundMergeTags,
  encodeTagsInUrl,
  escaped,
  fillMarks,
  hasMarkedStyle,
  MERGE_TAG,
  markOf,
  URL_PART_FILTER,
  WEB_URL_FILTER,
  withTagsInUrls,
} from "./merge-tag-marks.ts";

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

/** Returns the URLs of an e-mail's pictures. Tags without an end take no longer than others. */
export function pictureUrlsIn(html: string): string[] {
  return [...html.matchAll(/<img\b[^<>]*?\bsrc="([^"]+)"/gi)].map(([, src = ""]) => src);
}
