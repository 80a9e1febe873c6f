import type { ReactNode } from "react";
import { SCHEME_SCRIPT } from "./scheme-script.ts";

interface PageDocumentProps {
  title: string;
  /** The colour that browsers show around the page, `#rrggbb`. */
  color: string;
  instanceName: string;
  scriptUrl?: string | undefined;
  workerUrl?: string | undefined;
  /** More of the head: description, address, share tags. */
  head?: ReactNode;
  body: ReactNode;
}

/**
 * The HTML document around a page, with a script beside where the page has one. Its style sheet is put in behind `charset`,
 * before everything that differs between pages that look alike (see `compress`).
 */
export function PageDocument({
  title,
  color,
  instanceName,
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
        <meta name="application-name" content={instanceName} />
        <meta name="theme-color" content={color} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/static/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.json" />
        {scriptUrl && <script>{SCHEME_SCRIPT}</script>}
        {scriptUrl && <script type="module" src={scriptUrl} data-worker={workerUrl} />}
      </head>
      <body>{body}</body>
    </html>
  );
}
