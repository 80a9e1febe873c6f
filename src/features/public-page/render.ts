import { createHash } from "node:crypto";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { remembering } from "#src/lib/memo.ts";
import { NotFoundPage } from "./page/NotFoundPage.tsx";
import { PageDocument } from "./page/PageDocument.tsx";
import { PublicPage } from "./page/PublicPage.tsx";
import { noticeColor, noticeCss, pageColor, pageCss } from "./page/page-css.ts";
import { shownName } from "./page/page-text.ts";
import type { PageFrame, PageHome, PageView } from "./page/page-view.ts";
import { ShareTags } from "./page/ShareTags.tsx";
import { UnavailablePage } from "./page/UnavailablePage.tsx";

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
  return { css, color, source: `'sha256-${createHash("sha256").update(css).digest("base64")}'` };
}

/** Repairing colours and hashing cost as much as the rest of a page: pages in the same colours share their sheet. */
const SHEETS_MAX = 500;
const sheetOf = remembering(SHEETS_MAX, (key) => {
  const theme = JSON.parse(key);
  return sheet(pageCss(theme), pageColor(theme));
});

/** A profile's public page as a whole HTML document. */
export function renderPage(view: PageView, frame: PageFrame): RenderedPage<200> {
  const { css, color, source } = sheetOf(JSON.stringify(view.theme));
  const html = toDocument(
    createElement(PageDocument, {
      title: `${shownName(view)} (@${view.username}) | ${frame.instanceName}`,
      css,
      color,
      home: frame,
      scriptUrl: frame.scriptUrl,
      head: createElement(ShareTags, { view, home: frame }),
      body: createElement(PublicPage, { view, home: frame }),
    }),
  );
  return { html, csp: policy(source), status: 200 };
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

function renderNotice(notice: { title: string; frame: PageHome; page: ReactElement }) {
  const { css, color, source } = sheet(noticeCss(), noticeColor());
  const html = toDocument(
    createElement(PageDocument, {
      title: `${notice.title} | ${notice.frame.instanceName}`,
      css,
      color,
      home: notice.frame,
      head: createElement("meta", { name: "robots", content: "noindex" }),
      body: notice.page,
    }),
  );
  return { html, csp: policy(source) };
}

function toDocument(element: ReactElement): string {
  const html = renderToStaticMarkup(element);
  return html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`;
}

function policy(styleSource: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSource}`,
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
