/* The styles of blocks and of special looks of links, each only on pages that have it. */

const TITLE =
  ".title{margin:1rem 0 0;font-size:1.25rem;font-weight:700;line-height:1.3;text-align:center;text-wrap:balance}.title+*{margin-top:.75rem}";

/** A card that holds more than a line. What's in it takes the card's color, whatever its style. */
const PANEL =
  ".panel{display:block;padding:1rem 1.125rem}.panel .title{margin:0;font-size:1.125rem;text-align:start}.panel p{margin-top:.5rem;white-space:pre-line}.panel a{text-underline-offset:.2em}";

const CHIP =
  ".chip{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.25rem 1.125rem;border:2px solid;border-radius:1.5rem;font-weight:650;text-decoration:none}@media (hover:hover){.chip:hover{text-decoration:underline}}";

const COVER = ".cover{display:block;object-fit:cover;background:var(--tile)}";

/** The sign that says that there's more inside. */
const SUMMARY =
  'summary{cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}summary::after{content:"";flex:none;width:.625rem;height:.625rem;margin-inline:.75rem .375rem;border:solid;border-width:0 2px 2px 0;rotate:45deg;translate:0 -.125rem;transition:rotate .2s}[open]>summary::after{rotate:225deg;translate:0 .125rem}@media (forced-colors:active){details.card,summary.card{border-color:CanvasText}}';

const motion = (name: string, frames: string, seconds: number) =>
  `@media (prefers-reduced-motion:no-preference){.card[data-animation=${name}]{animation:${name} ${seconds}s 1.2s ease-in-out 3}@keyframes ${name}{${frames}}}`;

/** Three rounds and no more: what never stops can't be read past. */
const CSS: Readonly<Record<string, readonly string[]>> = {
  heading: [TITLE],
  text: [
    ".prose{padding:0 .375rem;line-height:1.6}.prose p{white-space:pre-line}.prose p+p{margin-top:.75rem}.prose a{text-underline-offset:.2em}",
  ],
  picture: [
    ".pic{display:block;border-radius:1.25rem;overflow:hidden}.pic img{display:block;width:100%;height:auto}",
  ],
  gallery: [
    TITLE,
    ".gallery{display:flex;gap:.625rem;margin-inline:-1rem;padding:.25rem 1rem;overflow-x:auto;overscroll-behavior-x:contain;scroll-snap-type:x proximity;scroll-padding-inline:1rem}.gallery li{flex:none;scroll-snap-align:start}.gallery img{display:block;width:auto;max-width:80vw;height:15rem;border-radius:1rem;object-fit:cover}.gallery:focus-visible{outline:3px solid var(--text);outline-offset:-3px;border-radius:1rem}",
  ],
  spacer: [".gap{height:1.5rem}hr{margin:.75rem 0;border:0;border-top:2px solid var(--halo)}"],
  embed: [
    ".play{flex:none;width:2.5rem;height:2.5rem;padding:.5rem;margin-inline-end:.125rem;border:2px solid;border-radius:50%}.frame{overflow:hidden;border-radius:1.25rem;background:var(--chip)}.frame iframe{display:block;width:100%;border:0}.frame.wide iframe{aspect-ratio:16/9}.frame.tall{width:min(100%,22rem);margin:0 auto}.frame.tall iframe{aspect-ratio:9/16}.frame.track iframe{height:9.5rem}.frame.list iframe{height:22rem}.frame.post iframe{height:38rem}@media (forced-colors:active){.play{fill:CanvasText}}",
  ],
  contact_card: [
    TITLE,
    PANEL,
    CHIP,
    ".contact li a{display:inline-flex;align-items:center;min-height:2.75rem}.contact ul{margin-top:.25rem}.contact .chip{margin-top:.75rem}",
  ],
  faq: [
    TITLE,
    PANEL,
    SUMMARY,
    ".faq{display:grid;gap:.625rem}.faq .panel{min-height:0;padding:0 1.125rem}.faq summary{display:flex;align-items:center;justify-content:space-between;min-height:3.5rem;padding:.5rem 0;font-weight:600}.faq p{margin:0;padding-bottom:1rem;line-height:1.55}",
  ],
  group: [
    TITLE,
    SUMMARY,
    "summary.card{justify-content:space-between;font-size:1.0625rem;font-weight:650;padding-inline-start:1.25rem}.links .links{margin-top:.875rem}.group>.links{padding-inline-start:.875rem;border-inline-start:2px solid var(--halo)}",
  ],
  countdown: [
    TITLE,
    ".count{margin:.5rem 0;text-align:center}.count .title{margin:0}.count .left{margin-top:.25rem;font-size:1.75rem;font-weight:750;font-variant-numeric:tabular-nums;line-height:1.3}.over{padding:.5rem;text-align:center;font-size:1.125rem;font-weight:600}",
  ],
  newsletter: [".links .lead{margin-top:0}"],
  support: [TITLE, PANEL, CHIP, ".support ul{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.875rem}"],
  featured: [
    COVER,
    ".featured{flex-wrap:wrap;min-height:6rem;overflow:hidden}.featured .words{font-size:1.25rem}.featured .cover{flex:none;width:calc(100% + 1.75rem);margin:-.6875rem -.875rem 0;aspect-ratio:16/9}",
  ],
  grid: [
    COVER,
    ".links{grid-template-columns:repeat(2,minmax(0,1fr))}.links>li{grid-column:1/-1}.links>.half{grid-column:auto}.half .card{flex-direction:column;height:100%;min-height:8rem;justify-content:center;overflow:hidden;text-align:center}.half .words{flex:none;max-width:100%;padding:0}.half .go{display:none}.half .cover{width:calc(100% + 1.75rem);margin:-.6875rem -.875rem 0;aspect-ratio:1}.half .cover+.words{flex:1}",
  ],
  pulse: [motion("pulse", "50%{scale:1.03}", 1.2)],
  shake: [motion("shake", "20%,60%{translate:-4px}40%,80%{translate:4px}", 0.7)],
  glow: [motion("glow", "50%{box-shadow:0 0 0 4px var(--halo),0 0 1.5rem var(--text)}", 1.6)],
};

/** Returns the styles of everything on a page besides plain links, each once. */
export function blocksCss(extras: readonly string[]): string {
  return `${[...new Set(extras.flatMap((extra) => CSS[extra] ?? []))].join("\n")}\n`;
}
