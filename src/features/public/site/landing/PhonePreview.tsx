import { renderToStaticMarkup } from "react-dom/server";
import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";
import { Waves } from "#src/features/public/frame/page/LogoMark.tsx";
import { PublicPage } from "#src/features/public/public-page/page/PublicPage.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { SAMPLE_CSS, SAMPLE_LOOKS, SAMPLE_VIEW } from "./sample-page.ts";

/** A phone showing a page, with the public page's own components and style sheet in a shadow root. */
export function PhonePreview({ home }: { home: FrameHome }) {
  return (
    <div className="preview">
      <Waves className="waves-hero" />
      <figure
        className="phone"
        role="img"
        aria-label="A profile page on a phone: Mara Lind, photographer, with four links"
      >
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what our own renderer made */}
        <div className="screen" dangerouslySetInnerHTML={{ __html: shadowRoot(home) }} />
        <span className="note note-out">
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="M5 12.5 10 17 19 7" />
          </svg>
          <span>
            <b>Opened in Safari</b>
            straight from TikTok
          </span>
        </span>
        <span className="note note-clicks">
          <span>
            <b>1,284 clicks</b>
            today, from 31 countries
          </span>
          <svg viewBox="0 0 64 28" width="64" height="28" aria-hidden="true">
            <path d="M2 24c8 0 8-10 16-10s8 6 15 5 9-15 15-15 6 6 14-2" />
          </svg>
        </span>
      </figure>
      <fieldset className="looks">
        <legend>Try a look</legend>
        {SAMPLE_LOOKS.map(({ key, label }, index) => (
          <label key={key} className={`look look-${key}`}>
            <input type="radio" name="look" value={key} defaultChecked={index === 0} />
            <span className="hide">{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** Declared in the document, so it needs no JavaScript. Its links are inert. */
function shadowRoot(home: FrameHome): string {
  const page = renderToStaticMarkup(<PublicPage view={SAMPLE_VIEW} home={home} />)
    .replace(/ href="[^"]*"/g, ` href="${PATHS.signIn}"`)
    .replace(/ (?:target|aria-describedby|data-[\w-]+|id)="[^"]*"/g, "")
    .replace(/ fetchPriority="high"/gi, "");
  return `<template shadowrootmode="open"><style>${SAMPLE_CSS}</style><div inert>${page}</div></template>`;
}
