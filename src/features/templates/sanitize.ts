/*
 * What people write in HTML, without anything that runs: no script, no forms, no frames, no event handlers.
 * Merge tags stay as they are.
 */
import sanitizeHtml from "sanitize-html";

const EVERYWHERE =
  "align bgcolor border cellpadding cellspacing class colspan dir height id lang role rowspan style title valign width aria-hidden aria-label";

const ALLOWED = {
  tags: "html head body title style meta a abbr b blockquote br caption center code col colgroup dd del div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre s small span strike strong sub sup table tbody td tfoot th thead tr u ul",
  own: {
    a: ["href", "name", "target", "rel", "data-*"],
    img: ["src", "alt", "srcset"],
    font: ["color", "face", "size"],
    meta: ["charset", "name", "content"],
    col: ["span"],
    ol: ["start", "type"],
  },
};

const WHOLE: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED.tags.split(" "),
  // Styles only change how the e-mail itself looks.
  allowVulnerableTags: true,
  allowedAttributes: { "*": EVERYWHERE.split(" "), ...ALLOWED.own },
  allowedSchemes: ["http", "https", "mailto", "tel", "sms"],
  allowedSchemesByTag: { img: ["http", "https", "cid"] },
  allowProtocolRelative: false,
  nonTextTags: ["script", "textarea", "option", "noscript", "iframe", "object", "svg", "math"],
  nestingLimit: 100,
};

/** For the text of a block: what its editor offers. */
const RICH: sanitizeHtml.IOptions = {
  ...WHOLE,
  allowedTags: "p br b strong i em u s a ul ol li span".split(" "),
  allowedAttributes: { a: ["href"], p: ["style"], span: ["style"] },
  allowedStyles: { "*": { "text-align": [/^(?:left|center|right)$/], color: [/^#[0-9a-f]{3,6}$/i] } },
};

/** One or more characters that no text has: merge tags are behind them while HTML is read. */
const MARK = "\ue000";
const MARKED = /\ue000(\d+)\ue001/g;
/** Stands for a value that's put in later. */
export const markOf = (index: number) => `${MARK}${index}\ue001`;

/** Puts values in for their marks. Where one is undefined, its mark stays. */
export function fillMarks(html: string, values: readonly (string | undefined)[]): string {
  return html.replace(MARKED, (mark, index: string) =>
    Number(index) < values.length ? (values[Number(index)] ?? mark) : "",
  );
}

/** Whether a value decides how something looks. */
export const hasMarkedStyle = (html: string) => /\sstyle="[^"]*\ue000/.test(html);

/** A `<` that starts a tag isn't part of a merge tag. */
const MERGE_TAG = /\{\{(?:(?!\{[{%])[^<]|<(?=[\s=]))*?\}\}|\{%(?:(?!\{[{%])[^<]|<(?=[\s=]))*?%\}/g;

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

/** Without what editors and phones make of quotation marks and spaces. */
function asTyped(tag: string): string {
  return tag
    .replace(/&(?:quot|#34|#39|apos|lt|gt|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[“”]/g, '"')
    .replaceAll("\u00a0", " ");
}

/** Does something with HTML that would damage merge tags. */
export function aroundMergeTags(html: string, work: (html: string) => string): string {
  const kept: string[] = [];
  const marked = html.replace(/[\ue000\ue001]/g, "").replace(MERGE_TAG, (tag) => {
    kept.push(asTyped(tag));
    return `${MARK}${kept.length - 1}\ue001`;
  });
  return work(marked).replace(MARKED, (_, index: string) => kept[Number(index)] ?? "");
}

const ELEMENTS_MAX = 10_000;

/** Whether it's more than any e-mail has. The parser goes through all open elements for each, which took minutes. */
export function hasTooManyElements(html: string): boolean {
  let at = -1;
  for (let count = 0; count <= ELEMENTS_MAX; count++) {
    at = html.indexOf("<", at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Nothing is left of what has too many elements. */
export function cleanHtml(html: string): string {
  if (hasTooManyElements(html)) return "";
  return aroundMergeTags(html, (marked) => sanitizeHtml(marked, WHOLE));
}

/**
 * A finished e-mail whose conditions may have put together what nobody saw before. Only for what's rendered:
 * merge tags in it are words.
 */
export function cleanRendered(html: string): string {
  return `<!doctype html>${sanitizeHtml(html, WHOLE)}`;
}

/** Styles of elements that nobody sees, with all that's in them. Tiny fonts aren't: what's inside may have its own size. */
const UNSEEN =
  /^\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0*(?:\.0*)?(?:[\s!]|$)|mso-hide\s*:\s*all|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:!|$))/i;
const isUnseen = (style: string) => style.split(";").some((declaration) => UNSEEN.test(declaration));
/** The digits of a font's size. */
const FONT_SIZE = /(?:^|;)\s*font-size\s*:\s*([\d.]+)/gi;

const VISIBLE: sanitizeHtml.IOptions = {
  ...WHOLE,
  // What isn't allowed is dropped before its style is looked at.
  allowedTags: ALLOWED.tags.split(" ").filter((tag) => !["head", "style", "title"].includes(tag)),
  allowedAttributes: { a: ["href"] },
  nonTextTags: [...(WHOLE.nonTextTags ?? []), "head", "style", "title"],
  exclusiveFilter: ({ tag, attribs, text, mediaChildren }) =>
    isUnseen(attribs.style ?? "") || (tag === "a" && text.trim() === "" && mediaChildren.length === 0),
};

/** What readers see of HTML: its words, and where its links lead. */
export function visibleIn(html: string): string {
  // Whether text is of size zero, by open element. What has a size of its own can be read in one without.
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

/** A merge tag may put anything into a URL. What would run is taken out of the finished e-mail. */
export function withoutScriptUrls(html: string): string {
  return html.replace(URL_ATTRIBUTE, (attribute, name: string, url: string) =>
    /^(?:javascript|vbscript|data):/i.test(url.replace(SKIPPED, "")) ? `${name}="#"` : attribute,
  );
}

/** Text as HTML, with its merge tags. Also fit for attributes in double quotes. */
export function escaped(text: string): string {
  return aroundMergeTags(text, (marked) =>
    marked.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;"),
  );
}
