import { createHash } from "node:crypto";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
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

/** A profile's public page as a whole HTML document. */
export function renderPage(view: PageView, frame: PageFrame): RenderedPage<200> {
  const css = pageCss(view.theme);
  const html = toDocument(
    createElement(PageDocument, {
      title: `${shownName(view)} (@${view.username}) | ${frame.instanceName}`,
      css,
      color: pageColor(view.theme),
      home: frame,
      scriptUrl: frame.scriptUrl,
      head: createElement(ShareTags, { view, home: frame }),
      body: createElement(PublicPage, { view, home: frame }),
    }),
  );
  return { html, csp: policy(css), status: 200 };
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
  const css = noticeCss();
  const html = toDocument(
    createElement(PageDocument, {
      title: `${notice.title} | ${notice.frame.instanceName}`,
      css,
      color: noticeColor(),
      home: notice.frame,
      head: createElement("meta", { name: "robots", content: "noindex" }),
      body: notice.page,
    }),
  );
  return { html, csp: policy(css) };
}

function toDocument(element: ReactElement): string {
  const html = renderToStaticMarkup(element);
  return html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`;
}

function policy(css: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`,
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
