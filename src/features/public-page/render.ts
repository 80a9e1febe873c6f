import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ExitSystem, InAppBrowser } from "#src/features/in-app/rules.ts";
import { remembering } from "#src/lib/memo.ts";
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
  /** The value of this very document's Content-Security-Policy header. */
  csp: string;
  status: Status;
}

interface Sheet {
  css: string;
  color: string;
  /** The source that lets the sheet through the document's policy. */
  source: string;
}

function sheet(css: string, color: string): Sheet {
  return { css, color, source: hashSource(css) };
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
    const page = createElement(DirectLinkPage, { view, home: frame });
    return { ...toDocument({ view, frame, style, page }), status: 200 };
  }
  const page = createElement(PublicPage, { view, home: frame });
  const pixels = pixelSources(pixelsOf(view, frame));
  return { ...toDocument({ view, frame, style, page, pixels }), status: 200 };
}

/** What stands in for the page inside the browser of an app (spec §2). */
export function renderInApp(
  view: PageView,
  frame: PageFrame,
  { app, system }: { app: InAppBrowser; system: ExitSystem },
): RenderedPage<200> {
  const page = createElement(InAppPage, { view, home: frame, app, system });
  return { ...toDocument({ view, frame, style: noticeSheet, page }), status: 200 };
}

interface Parts {
  view: PageView;
  frame: PageFrame;
  style: Sheet;
  page: ReactElement;
  pixels?: PixelSources;
}

function toDocument({ view, frame, style, page, pixels }: Parts): { html: string; csp: string } {
  const html = toHtml(
    createElement(PageDocument, {
      title: `${shownName(view)} (@${view.username}) | ${frame.instanceName}`,
      css: style.css,
      color: style.color,
      home: frame,
      scriptUrl: frame.scriptUrl,
      workerUrl: frame.workerUrl,
      head: createElement(ShareTags, { view, home: frame }),
      body: page,
    }),
  );
  return { html: fromCdn(html, frame.cdnUrl), csp: pagePolicy(style.source, pixels) };
}

/** A page beside a profile's own, in its look; search engines leave it alone. */
export function renderSide({ view, home, page }: { view: PageView; home: PageHome; page: ReactElement }) {
  const style = sheetOf(JSON.stringify(lookOf(view)));
  const html = toHtml(
    createElement(PageDocument, {
      title: `${shownName(view)} | ${home.instanceName}`,
      css: style.css,
      color: style.color,
      home,
      head: createElement("meta", { name: "robots", content: "noindex" }),
      body: page,
    }),
  );
  return { html, csp: pagePolicy(style.source) };
}

/** The page for a profile that does not exist (spec §2); `username` is what the visitor looked for. */
export function renderNotFound(frame: PageHome, username?: string): RenderedPage<404> {
  const page = createElement(NotFoundPage, { home: frame, username });
  return { ...renderNotice({ title: "Profile not found", frame, page }), status: 404 };
}

/** The page for a profile that its owner has switched off (spec §2). */
export function renderUnavailable(frame: PageHome): RenderedPage<410> {
  const page = createElement(UnavailablePage, { home: frame });
  return { ...renderNotice({ title: "Profile Unavailable", frame, page }), status: 410 };
}

/** The page for a profile that could not be loaded (spec §2, §8); `path` is what its button asks for again. */
export function renderFailure(frame: PageHome, path: string): RenderedPage<503> {
  const page = createElement(FailurePage, { home: frame, path });
  return { ...renderNotice({ title: "Failed to load profile", frame, page }), status: 503 };
}

function renderNotice(notice: { title: string; frame: PageHome; page: ReactElement }) {
  const html = toHtml(
    createElement(PageDocument, {
      title: `${notice.title} | ${notice.frame.instanceName}`,
      css: noticeSheet.css,
      color: noticeSheet.color,
      home: notice.frame,
      head: createElement("meta", { name: "robots", content: "noindex" }),
      body: notice.page,
    }),
  );
  return { html, csp: pagePolicy(noticeSheet.source) };
}

/** Uploaded pictures come from the network in front of us; the script tries them here where that fails (spec §2). */
function fromCdn(html: string, cdnUrl: string | undefined): string {
  return cdnUrl ? html.replace(/ src="(\/media\/[^"]+)"/g, ` src="${cdnUrl}$1" data-original="$1"`) : html;
}

function toHtml(element: ReactElement): string {
  const html = renderToStaticMarkup(element);
  return html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`;
}
