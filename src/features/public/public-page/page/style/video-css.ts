import type { PageTheme } from "../page-view.ts";

const VIDEO_CSS = `.backdrop video{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;opacity:0;transition:opacity .6s}
.backdrop[data-moving] video{opacity:1}
.motion{right:3.25rem}
.motion:not([hidden]){display:grid}
.motion:not([data-paused]) .play,.motion[data-paused] .pause{display:none}
@media (prefers-reduced-motion:reduce){.backdrop video{display:none}}
`;

/** The video over the owner's picture, and the button that stops it, beside those in the corner. */
export function videoCss({ header_layout }: PageTheme): string {
  return VIDEO_CSS + (header_layout === "left" ? ".motion{right:6.5rem}" : "");
}
