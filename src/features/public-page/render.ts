import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ExitSystem, InAppBrowser } from "#src/features/in-app/rules.ts";
import { remembering } from "#src/lib/memo.ts";
import { type Beginning, beginningOf } from "./compress.ts";
import { DirectLinkPage } from "./page/DirectLinkPage.tsx";
import { FailurePage } from "./page/FailurePage.tsx";
import { InAppPage } from "./page/InAppPage.tsx";
import { NotFoundPage } from "./page/NotFoundPage.tsx";
import { PageDocument } from "./page/PageDocument.tsx";
import { PublicPage } from "./page/PublicPage.tsx";
import { lookOf, noticeColor, noticeCss, pageCss } from "./page/page-css.ts";
import { shownName } from "./page/page-text.ts";
import type { PageFrame, PageHome, PageView } from "./page/page-view.ts";
import { pageColor } from "./page/palette.ts";
import { type PixelSources, pixelSources, pixelsOf } from "./page/pixel-sources.ts";
import { ShareTags } from "./page/ShareTags.tsx";
import { UnavailablePage } from "./page/UnavailablePage.tsx";
import { hashSource, pagePolicy } from "./policy.ts";

/** A finished document. It is cached as compressed bytes, so its policy names hashes and no nonces. */
export interface RenderedPage<Status extends number = number> {
  html: string;
  /** The document in two parts: what pages that look alike share, and the rest. */
  beginning: Beginning;
  rest: string;
  /** The value of this very document's Content-Security-Policy header. */
  csp: string;
  status: Status;
}

/** Every document begins so, up to the name of its characters. The sheet comes next: what differs follows what is shared. */
const CHARSET = '<meta charSet="utf-8"/>';
const HEAD = `<!DOCTYPE html><html lang="en"><head>${CHARSET}`;

interface Sheet {
  beginning: Beginning;
  color: string;
  /** The source that lets the sheet through the document's policy. */
  source: string;
}

function sheet(css: string, color: string): Sheet {
  return { beginning: beginningOf(`${HEAD}<style>${css}</style>`), color, source: hashSource(css) };
}

/** Repairing colours and hashing cost as much as the rest of a page: pages that look alike share their sheet. */
const SHEETS_MAX = 500;
const sheetOf = remembering(SHEETS_MAX, (key) => {
  const look = JSON.parse(key);
  return sheet(pageCss(look), pageColor(look));
});
const noticeSheet = sheet(noticeCss(), noticeColor());

/** A profile's public page as a whole HTML document: the full page, or the warning before its direct link (spec §2). */
export function renderPage(view: PageView, frame: PageFrame): RenderedPage<200> {
  const style = sheetOf(JSON.stringify(lookOf(view, frame)));
  if (view.direct_link) {
    const body = createElement(DirectLinkPage, { view, home: frame });
    return { ...toDocument({ ...headOf(view, frame), style, body }), status: 200 };
  }
  const body = createElement(PublicPage, { view, home: frame });
  const pixels = pixelSources(pixelsOf(view, frame));
  return { ...toDocument({ ...headOf(view, frame), style, body, pixels }), status: 200 };
}

/** What stands in for the page inside the browser of an app (spec §2). */
export function renderInApp(
  view: PageView,
  frame: PageFrame,
  { app, system }: { app: InAppBrowser; system: ExitSystem },
): RenderedPage<200> {
  const body = createElement(InAppPage, { view, home: frame, app, system });
  return { ...toDocument({ ...headOf(view, frame), style: noticeSheet, body }), status: 200 };
}

function headOf(view: PageView, frame: PageFrame) {
  return {
    title: `${shownName(view)} (@${view.username})`,
    frame,
    head: createElement(ShareTags, { view, home: frame }),
  };
}

/** A page beside a profile's own, in its look; search engines leave it alone. */
export function renderSide({ view, home, page }: { view: PageView; home: PageHome; page: ReactElement }) {
  const style = sheetOf(JSON.stringify(lookOf(view)));
  return toDocument({ title: shownName(view), frame: home, style, head: NO_INDEX, body: page });
}

/** The page for a profile that does not exist (spec §2); `username` is what the visitor looked for. */
export function renderNotFound(home: PageHome, username?: string): RenderedPage<404> {
  const body = createElement(NotFoundPage, { home, username });
  return { ...renderNotice("Profile not found", home, body), status: 404 };
}

/** The page for a profile that its owner has switched off (spec §2). */
export function renderUnavailable(home: PageHome): RenderedPage<410> {
  const body = createElement(UnavailablePage, { home });
  return { ...renderNotice("Profile Unavailable", home, body), status: 410 };
}

/** The page for a profile that could not be loaded (spec §2, §8); `path` is what its button asks for again. */
export function renderFailure(home: PageHome, path: string): RenderedPage<503> {
  const body = createElement(FailurePage, { home, path });
  return { ...renderNotice("Failed to load profile", home, body), status: 503 };
}

const NO_INDEX = createElement("meta", { name: "robots", content: "noindex" });

function renderNotice(title: string, { instanceName, publicUrl }: PageHome, body: ReactElement) {
  // Nothing more of it: a notice has no script.
  const frame = { instanceName, publicUrl };
  return toDocument({ title, frame, style: noticeSheet, head: NO_INDEX, body });
}

interface Parts {
  title: string;
  frame: PageHome & Partial<PageFrame>;
  style: Sheet;
  head: ReactElement;
  body: ReactElement;
  pixels?: PixelSources;
}

function toDocument({ title, frame, style, head, body, pixels }: Parts) {
  const { instanceName, scriptUrl, workerUrl, cdnUrl } = frame;
  const { beginning, color, source } = style;
  const html = renderToStaticMarkup(
    createElement(PageDocument, {
      title: `${title} | ${instanceName}`,
      color,
      instanceName,
      scriptUrl,
      workerUrl,
      head,
      body,
    }),
  );
  const rest = fromCdn(html.slice(html.indexOf(CHARSET) + CHARSET.length), cdnUrl);
  return { html: beginning.html + rest, beginning, rest, csp: pagePolicy(source, { pixels, cdnUrl }) };
}

/** Uploaded pictures come from the network in front of us; the script tries them here where that fails (spec §2). */
function fromCdn(html: string, cdnUrl: string | undefined): string {
  return cdnUrl ? html.replace(/ src="(\/media\/[^"]+)"/g, ` src="${cdnUrl}$1" data-original="$1"`) : html;
}
