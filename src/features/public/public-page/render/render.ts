import { createHash } from "node:crypto";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ExitMethod, ExitSystem, InAppBrowser } from "#src/features/pages/in-app-browsers/rules.ts";
import { visitorLanguageOf } from "#src/lib/language.ts";
import { memoizeLru } from "#src/lib/lru.ts";
import { ENGLISH_TRANSLATOR, type VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import { DirectLinkPage } from "../page/DirectLinkPage.tsx";
import { InAppPage } from "../page/in-app/InAppPage.tsx";
import { embedOrigins, needsScript } from "../page/links/page-blocks.ts";
import { FailurePage, NotFoundPage, UnavailablePage } from "../page/NoticePages.tsx";
import { PageDocument } from "../page/PageDocument.tsx";
import { PublicPage } from "../page/PublicPage.tsx";
import { INSTANCE_APP, type PageApp, pageApp } from "../page/page-app.ts";
import { promotionId, visibleName } from "../page/page-text.ts";
import type { PageFrame, PageHome, PageView, StyleInputs } from "../page/page-view.ts";
import { type PixelSources, pixelSources, pixelsOf } from "../page/pixel-sources.ts";
import { ShareTags } from "../page/share/ShareTags.tsx";
import { NOTICE_STYLE_INPUTS, noticeStyleInputs, pageCss, styleInputs } from "../page/style/page-css.ts";
import { type FrameColors, pageColors } from "../page/style/palette.ts";
import { SCHEME_SCRIPT } from "../page/style/scheme-script.ts";
import { type Beginning, beginningOf } from "./compress.ts";
import { languageOf } from "./language.ts";

export { compress } from "./compress.ts";
export { languageOf, ownLanguageOf } from "./language.ts";

/** A finished document. It is cached as compressed bytes, so its policy has hashes and no nonces. */
export interface RenderedPage<Status extends number = number> {
  html: string;
  /** The document in two parts: the one that similar pages share, and the rest. */
  beginning: Beginning;
  rest: string;
  /** The value of this document's Content-Security-Policy header. */
  csp: string;
  status: Status;
}

/**
 * The start of every document, up to its character set. The style sheet comes next: first the shared part,
 * then the rest.
 */
const CHARSET = '<meta charSet="utf-8"/>';
const headIn = (lang: string) => `<!DOCTYPE html><html lang="${lang}"><head>${CHARSET}`;

interface Sheet {
  beginning: Beginning;
  colors: FrameColors;
  /** The source that allows the style sheet in the document's policy. */
  source: string;
  /** Set if it loads fonts. */
  hasFonts: boolean;
}

/**
 * Repairing colors and hashing cost as much as the rest of a page, so pages that look alike share their style
 * sheet.
 */
const SHEETS_MAX = 500;
const rememberedSheet = memoizeLru(SHEETS_MAX, (key): Sheet => {
  const { look, lang }: { look: StyleInputs; lang: string } = JSON.parse(key);
  const css = pageCss(look);
  return {
    beginning: beginningOf(`${headIn(lang)}<style>${css}</style>`),
    colors: pageColors(look),
    source: hashSource(css),
    hasFonts: css.includes("@font-face"),
  };
});

function sheetOf(look: StyleInputs, lang: string): Sheet {
  return rememberedSheet(JSON.stringify({ look, lang }));
}

/**
 * Renders a profile's public page as a whole HTML document: the full page, or the warning before its direct
 * link (spec §2).
 */
export function renderPage(view: PageView, frame: PageFrame): RenderedPage<200> {
  const language = languageOf(view);
  const style = sheetOf(styleInputs(view, frame), language);
  const words = visitorTranslatorIn(visitorLanguageOf([language]) ?? "en");
  if (view.direct_link) {
    const body = createElement(DirectLinkPage, { view, home: frame, words });
    return { ...toDocument({ ...headOf(view, frame), style, body }), status: 200 };
  }
  const body = createElement(PublicPage, { view, home: frame, words });
  const pixels = pixelSources(pixelsOf(view, frame));
  const blocks = { blocksUrl: needsScript(view) ? frame.blocksUrl : undefined, frames: embedOrigins(view) };
  const videoUrl = view.background?.video === undefined ? undefined : (frame.videoUrl ?? "");
  return { ...toDocument({ ...headOf(view, frame), style, body, pixels, ...blocks, videoUrl }), status: 200 };
}

/**
 * Renders the notice that replaces the page in an in-app browser (spec §2), in its owner's theme; `query` is
 * preserved on the way out.
 */
export function renderInApp(
  view: PageView,
  frame: PageFrame,
  exit: { app: InAppBrowser; ways: readonly ExitMethod[]; system: ExitSystem; query: string },
): RenderedPage<200> {
  const body = createElement(InAppPage, { view, home: frame, ...exit });
  const style = sheetOf(noticeStyleInputs(view), languageOf(view));
  return { ...toDocument({ ...headOf(view, frame), style, body }), status: 200 };
}

function headOf(view: PageView, frame: PageFrame) {
  return {
    title: `${visibleName(view)} (@${view.username})`,
    frame,
    head: createElement(ShareTags, { view, home: frame }),
    app: pageApp(view),
    promotion: promotionId(view),
  };
}

interface SidePage {
  /** Null if the page's owner is unknown. */
  view: PageView | null;
  home: PageHome;
  words: VisitorTranslator;
  page: ReactElement;
}

/** Renders a page in a profile's theme that search engines don't index. */
export function renderSide({ view, home, words, page }: SidePage) {
  const style = view
    ? sheetOf({ ...styleInputs(view), own: undefined }, languageOf(view))
    : sheetOf({ ...NOTICE_STYLE_INPUTS, has_form: true }, words.language);
  const title = view ? visibleName(view) : home.instanceName;
  return toDocument({ title, frame: home, style, head: NO_INDEX, body: page });
}

/** Renders the page for a profile that doesn't exist (spec §2); `username` is the requested one. */
export function renderNotFound(
  home: PageHome,
  words = ENGLISH_TRANSLATOR,
  username?: string,
): RenderedPage<404> {
  const body = createElement(NotFoundPage, { home, words, username });
  return { ...renderNotice("Profile not found", { home, words, body }), status: 404 };
}

/** Renders the page for a profile that its owner has deactivated (spec §2). */
export function renderUnavailable(home: PageHome, words = ENGLISH_TRANSLATOR): RenderedPage<410> {
  const body = createElement(UnavailablePage, { home, words });
  return { ...renderNotice("Profile Unavailable", { home, words, body }), status: 410 };
}

/** Renders the page for a profile that couldn't be loaded (spec §2, §8); its button requests `path` again. */
export function renderFailure(home: PageHome, words: VisitorTranslator, path: string): RenderedPage<503> {
  const body = createElement(FailurePage, { home, words, path });
  return { ...renderNotice("Failed to load profile", { home, words, body }), status: 503 };
}

const NO_INDEX = createElement("meta", { name: "robots", content: "noindex" });

interface Notice {
  home: PageHome;
  words: VisitorTranslator;
  body: ReactElement;
}

function renderNotice(title: string, { home: { instanceName, publicUrl }, words, body }: Notice) {
  // Omits the rest of the frame, because a notice has no script.
  const frame = { instanceName, publicUrl };
  const style = sheetOf(NOTICE_STYLE_INPUTS, words.language);
  return toDocument({ title: words.say(title), frame, style, head: NO_INDEX, body });
}

interface Parts {
  title: string;
  frame: PageHome & Partial<PageFrame>;
  style: Sheet;
  head: ReactElement;
  body: ReactElement;
  pixels?: PixelSources;
  app?: PageApp;
  promotion?: string | undefined;
  blocksUrl?: string | undefined;
  /** Set if a video plays behind the page. */
  videoUrl?: string | undefined;
  /** The hosts that may play something in the page. */
  frames?: readonly string[];
}

function toDocument(parts: Parts) {
  const { title, frame, style, head, body, pixels, app, promotion, blocksUrl, videoUrl, frames } = parts;
  const { instanceName, scriptUrl, workerUrl, cdnUrl } = frame;
  const { beginning, colors, source, hasFonts } = style;
  const html = renderToStaticMarkup(
    createElement(PageDocument, {
      title: `${title} | ${instanceName}`,
      colors,
      app: app ?? { name: instanceName, ...INSTANCE_APP },
      scriptUrl,
      blocksUrl,
      videoUrl,
      workerUrl,
      promotionId: promotion,
      head,
      body,
    }),
  );
  const rest = fromCdn(html.slice(html.indexOf(CHARSET) + CHARSET.length), cdnUrl);
  return {
    html: beginning.html + rest,
    beginning,
    rest,
    csp: pageCsp(source, { pixels, cdnUrl, frames, hasFonts, hasVideo: videoUrl !== undefined }),
  };
}

/** Uploaded pictures and videos come from a CDN in front of us; if it fails, the script tries them here (spec §2). */
function fromCdn(html: string, cdnUrl: string | undefined): string {
  if (!cdnUrl) return html;
  return html.replace(/ (src|data-video)="(\/media\/[^"]+)"/g, ` $1="${cdnUrl}$2" data-original="$2"`);
}

/** Returns the policy source that allows a style sheet or script with exactly this text. */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const SCHEME_SOURCE = hashSource(SCHEME_SCRIPT);

const NO_PIXELS: PixelSources = { scripts: [], connections: [], pictures: [] };

interface PolicyParts {
  pixels?: PixelSources | undefined;
  cdnUrl?: string | undefined;
  frames?: readonly string[] | undefined;
  hasFonts?: boolean;
  hasVideo?: boolean;
}

/**
 * Returns the Content-Security-Policy of a cached page. Everyone gets the same one, so it has the hash of the
 * page's own style sheet and no nonce. The only other hosts are those of the page's own pixels and embeds, and
 * for pictures and videos the CDN in front of us.
 */
function pageCsp(
  styleSource: string,
  { pixels = NO_PIXELS, cdnUrl, frames = [], hasFonts, hasVideo }: PolicyParts = {},
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", SCHEME_SOURCE, ...pixels.scripts].join(" "),
    `style-src ${styleSource}`,
    ["img-src 'self' data:", ...(cdnUrl ? [cdnUrl] : []), ...pixels.pictures].join(" "),
    ["connect-src 'self'", ...pixels.connections].join(" "),
    ...(frames.length > 0 ? [["frame-src", ...frames].join(" ")] : []),
    ...(hasFonts ? ["font-src 'self'"] : []),
    ...(hasVideo ? [["media-src 'self'", ...(cdnUrl ? [cdnUrl] : [])].join(" ")] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
