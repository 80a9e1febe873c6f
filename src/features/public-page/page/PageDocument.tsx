import type { ReactNode } from "react";
import type { PageHome } from "./page-view.ts";
import { SCHEME_SCRIPT } from "./scheme-script.ts";

interface PageDocumentProps {
  title: string;
  css: string;
  /** The colour that browsers show around the page, `#rrggbb`. */
  color: string;
  home: PageHome;
  scriptUrl?: string | undefined;
  workerUrl?: string | undefined;
  /** More of the head: description, address, share tags. */
  head?: ReactNode;
  body: ReactNode;
}

/** The whole HTML document around a page: one style sheet inside, and a script beside where the page has one. */
export function PageDocument({
  title,
  css,
  color,
  home,
  scriptUrl,
  workerUrl,
  head,
  body,
}: PageDocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        {head}
        <meta name="application-name" content={home.instanceName} />
        <meta name="theme-color" content={color} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/static/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.json" />
        {scriptUrl && <script>{SCHEME_SCRIPT}</script>}
        <style>{css}</style>
        {scriptUrl && <script type="module" src={scriptUrl} data-worker={workerUrl} />}
      </head>
      <body>{body}</body>
    </html>
  );
}
