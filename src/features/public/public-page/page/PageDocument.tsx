import type { ReactNode } from "react";
import type { PageApp } from "./page-app.ts";
import type { FrameColors } from "./style/palette.ts";
import { SCHEME_SCRIPT } from "./style/scheme-script.ts";

interface PageDocumentProps {
  title: string;
  colors: FrameColors;
  app: PageApp;
  scriptUrl?: string | undefined;
  blocksUrl?: string | undefined;
  videoUrl?: string | undefined;
  workerUrl?: string | undefined;
  /** Identifies a promotion with a deadline per visitor, for the script in the head. */
  promotionId?: string | undefined;
  /** The rest of the head: description, canonical URL, share tags. */
  head?: ReactNode;
  body: ReactNode;
}

/**
 * The HTML document around a page, with its script if it has one. `toDocument` replaces everything up to
 * `charset` with the language and style sheet that pages with the same style share (see `compress`).
 */
export function PageDocument({
  title,
  colors,
  app,
  scriptUrl,
  blocksUrl,
  videoUrl,
  workerUrl,
  promotionId,
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
        <meta name="application-name" content={app.name} />
        {/* Browsers use the first one that applies. */}
        {colors.dark && <meta name="theme-color" content={colors.dark} media="(prefers-color-scheme:dark)" />}
        <meta name="theme-color" content={colors.light} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href={app.iconUrl} />
        <link rel="manifest" href={app.manifestUrl} />
        {scriptUrl && <script data-promotion={promotionId}>{SCHEME_SCRIPT}</script>}
        {scriptUrl && <script type="module" src={scriptUrl} data-worker={workerUrl} />}
        {blocksUrl && <script type="module" src={blocksUrl} />}
        {videoUrl && <script type="module" src={videoUrl} />}
      </head>
      <body>{body}</body>
    </html>
  );
}
