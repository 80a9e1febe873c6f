/* The video behind a page that opens without a script: the browser plays it, and a box to tick hides it. */

// regex-ignore: fixed texts with attributes between them.
const BACKDROP = /(<div class="backdrop" aria-hidden="true") data-video="([^"]*)">(<img [^<>]*>)/;
// regex-ignore: fixed texts with attributes between them.
const BUTTON =
  /<button type="button" class="share motion" lang="([^"]*)" aria-label="([^"]*)" data-motion="[^"]*" hidden="">(.*?)<\/button>/;

const CSS = `.backdrop video{opacity:1}.motion svg{grid-area:1/1}.motion input{grid-area:1/1;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.motion:focus-within{outline:3px solid var(--text);outline-offset:3px}
.motion:has(:checked) .play,.motion:not(:has(:checked)) .pause{display:block!important}.motion:has(:checked) .pause{display:none}
.page:has(.motion :checked) .backdrop video{display:none}
@media (prefers-reduced-motion:reduce),(forced-colors:active){.motion:not([hidden]){display:none}}
`;

/** Whoever wants less motion doesn't load the video. */
const MOVING = "(prefers-reduced-motion:no-preference)";

export function withStaticVideo(html: string): string {
  if (!BACKDROP.test(html)) return html;
  return html
    .replace(
      BACKDROP,
      `$1>$3<video autoplay muted loop playsinline tabindex="-1"><source src="$2" media="${MOVING}"/></video>`,
    )
    .replace(
      BUTTON,
      '<label class="share motion" lang="$1"><input type="checkbox" aria-label="$2"/>$3</label>',
    )
    .replace("</head>", `<style>${CSS}</style></head>`);
}
