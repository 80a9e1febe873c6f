import { STAGE_CSS } from "#src/features/public/frame/page/base-css.ts";
import { lookProperties, SAMPLE_LOOKS } from "./sample-page.ts";

/**
 * On a slow connection the page arrives in parts, so anything centered has a fixed height, and the elements
 * behind it arrive with it. Beside the phone, the pitch hangs from the top for the same reason.
 */
const HERO = `.offer{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:0 .45rem;min-height:2.75rem;padding:.45rem 1.25rem;background:var(--brass);color:#2a1600!important;font-size:.9375rem;text-align:center;text-decoration:none}
.hero{position:relative;display:grid;align-items:center;gap:3rem 4rem;padding-block:clamp(1.5rem,4vw,3.5rem) clamp(6rem,11vw,8.5rem)}
.hero h1{font-size:clamp(2.875rem,1.6rem + 4.6vw,4.625rem);line-height:.98;letter-spacing:-.045em;font-weight:800;overflow-wrap:anywhere}
.hero h1 em{position:relative;font-style:normal;color:var(--brass);white-space:nowrap}
.pitch{position:relative}
.pitch>p{max-width:34rem;margin-top:1.5rem;color:#e4d9fb;font-size:clamp(1.125rem,1rem + .45vw,1.3125rem);line-height:1.5}
.ways{display:flex;flex-wrap:wrap;gap:.875rem;margin-top:2rem}
.pitch>.small{margin-top:1.25rem;font-size:.9375rem;color:#cfc0f2}
.waves-hero{left:50%;top:19.5rem;margin:-45rem 0 0 -45rem}
.preview{position:relative;display:grid;align-self:start;justify-items:center;gap:1.5rem}
.phone{position:relative;width:19rem;padding:.625rem;border-radius:3rem;background:#0c0716;box-shadow:0 0 0 1.5px #ffffff2e,0 3rem 5rem -1.5rem #0b0220cc}
.screen{height:37.5rem;border-radius:2.4rem;overflow:hidden;background:var(--bg,#ffd977)}
.note{position:absolute;display:flex;align-items:center;gap:.75rem;padding:.75rem 1rem;border-radius:1.1rem;background:#fff;color:#1b1230;font-size:.8125rem;line-height:1.3;text-align:start;box-shadow:0 1.25rem 2.5rem -.75rem #0b022099}
.note b{display:block;font-size:.9375rem}
.note-out{top:6.5rem;left:-9.5rem}.note-out svg{padding:3px;border-radius:50%;background:#0f7a4d;color:#fff;stroke-width:3}
.note-clicks{right:-7rem;bottom:-1.25rem}.note-clicks svg{color:#7139df;stroke-width:2.5}
.looks{display:flex;align-items:center;justify-content:center;gap:.25rem;color:#e4d9fb;font-size:.9375rem}
.looks legend{float:left;padding:0 .75rem 0 0}
.look{display:grid;place-items:center;width:2.75rem;height:2.75rem;cursor:pointer}
.look input{appearance:none;grid-area:1/1;width:2rem;height:2rem;margin:0;border:3px solid #fff;border-radius:50%;cursor:pointer;box-shadow:inset 0 0 0 1px #0003}
.look input:checked{outline:3px solid var(--brass);outline-offset:2px}
.look input:focus-visible{outline-width:5px;border-radius:50%}
.look-marigold input{background:#ffd977}.look-dusk input{background:linear-gradient(135deg,#c026d3,#4f46e5)}.look-fjord input{background:#0b3a40}.look-paper input{background:#faf6ef}
@media (min-width:60em){.hero{grid-template:minmax(43rem,auto)/minmax(0,1.15fr) minmax(0,1fr)}.pitch{align-self:start;margin-top:clamp(4rem,17.5vw - 6.5rem,7.5rem)}}
@media (max-width:30em){.phone{width:17rem}.screen{height:33.5rem}.note-out{left:-1.25rem;top:-1rem}.note-clicks{right:-1.25rem;bottom:-1rem}.preview{gap:2rem}.ways .button{flex:1 1 100%}}
@media (min-width:30.01em) and (max-width:36em){.note-out{left:-4rem;top:3rem}.note-clicks{right:-4rem}}
@media (min-width:60em) and (max-width:75em){.note-clicks{right:-2rem}}
`;

const SECTIONS = `.stats{position:relative;z-index:1;display:grid;gap:1px;margin-top:-3.75rem;border:1px solid var(--line);border-radius:1.75rem;overflow:hidden;background:var(--line);box-shadow:0 1.5rem 3rem -1.5rem var(--shade)}
.stats li{padding:1.5rem 1.75rem;background:var(--card)}
.stats b{display:block;font-size:clamp(2rem,1.6rem + 1.6vw,2.875rem);font-weight:790;line-height:1.1;letter-spacing:-.035em;font-variant-numeric:tabular-nums}
.stats span{color:var(--soft)}
@media (min-width:40em){.stats{grid-template-columns:repeat(3,1fr)}.stats li{padding:2rem 2.25rem}}
@media (max-width:39.99em){.stats li{display:flex;align-items:baseline;justify-content:space-between;gap:1rem;padding:1rem 1.5rem}}
.section{padding-top:clamp(4.5rem,9vw,8rem)}
.section h2{max-width:44rem;font-size:clamp(2.125rem,1.4rem + 3vw,3.5rem);letter-spacing:-.035em}
.lead{max-width:38rem;margin-top:1rem;color:var(--soft);font-size:clamp(1.0625rem,1rem + .3vw,1.25rem)}
.grid{display:grid;gap:1rem;margin-top:clamp(2rem,4vw,3.25rem)}
.tile{display:flex;padding:1.375rem 1.5rem;border:1px solid var(--line);border-radius:1.5rem;background:var(--card)}
.tile h3{font-size:1.1875rem;letter-spacing:-.015em}
.tile p{margin-top:.45rem;color:var(--soft);font-size:1rem;line-height:1.5}
.tile .sign{margin-bottom:1rem;color:var(--accent)}
.tile.large{gap:1rem 1.5rem;align-items:center;justify-content:space-between;background:var(--tint);border-color:transparent}
.tile.large h3{font-size:1.5rem}
.tile.large>div{flex:1 1 14rem;min-width:0}
.scene{flex:0 1 15rem;width:15rem;min-width:9rem;height:auto}
.scene .paper{fill:var(--card);stroke:var(--line)}.scene .fill{fill:var(--accent);stroke:none}.scene .gold{fill:var(--brass);stroke:none}.scene .tone{fill:var(--tint);stroke:none}
.scene .faint{stroke:var(--line);stroke-width:3}.scene .strong{stroke:var(--soft);stroke-width:4}.scene .brass{stroke:var(--brass);stroke-width:5}.scene .violet{stroke:var(--accent);stroke-width:5}
.scene text{fill:var(--ink);stroke:none;font-size:15px;font-weight:700;text-anchor:middle}
.scene rect:not([class]),.scene circle:not([class]){stroke:none}
@media (min-width:40em){.grid{grid-template-columns:1fr 1fr}.tile{flex-direction:column}.tile.large{grid-column:span 2;flex-direction:row}}
@media (min-width:70em){.grid{grid-template-columns:repeat(4,1fr)}}
@media (max-width:39.99em){.tile:not(.large)>div{display:grid;grid-template-columns:auto 1fr;gap:0 1rem;width:100%}.tile:not(.large) .sign{grid-row:span 2;margin-top:.1rem}.tile:not(.large){padding:1.125rem 1.25rem}.tile.large{flex-direction:column;align-items:flex-start}.scene{align-self:center;flex:none;width:min(15rem,100%)}.tile.large>div{flex:none}}
.closing{display:grid;justify-items:center;gap:1.25rem;padding:clamp(3.5rem,8vw,6.5rem) 1.5rem;border-radius:2.25rem;text-align:center}
.closing h2{font-size:clamp(2.25rem,1.5rem + 3.4vw,4rem)}
.closing p{max-width:32rem;color:#e4d9fb;font-size:1.1875rem}
.closing .button{margin-top:.75rem}
.waves-closing{left:50%;top:100%;margin:-45rem 0 0 -45rem}
`;

const PLANS = `.plans{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;margin-top:clamp(2rem,4vw,3.25rem);align-items:start}
.plan{display:flex;flex-direction:column;gap:1.25rem;padding:clamp(1.5rem,3vw,2.5rem);border:1px solid var(--line);border-radius:2rem;background:var(--card)}
.plan h3{font-size:1.375rem}
.premium{border:2px solid var(--accent);box-shadow:0 2rem 4rem -2rem var(--shade)}
.price b,.price output{display:block;font-size:clamp(2.75rem,2rem + 3vw,4rem);font-weight:800;line-height:1.05;letter-spacing:-.045em;font-variant-numeric:tabular-nums}
.price>span{color:var(--soft);font-variant-numeric:tabular-nums}
.points{display:grid;gap:.6rem;margin-bottom:auto}
.points li{display:flex;align-items:center;gap:.625rem}
.points svg{color:var(--good);stroke-width:2.4}
.dial{display:flex;align-items:center;gap:1rem;margin-top:1.25rem}
.dial input[type=range]{flex:1;min-width:0;height:2.75rem;margin:0;accent-color:var(--accent);cursor:pointer}
.dial input[type=number]{width:5.75rem;min-height:2.75rem;padding:0 .75rem;border:1.5px solid var(--edge);border-radius:.75rem;background:var(--ground);font-weight:650}
.sums{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
@media (max-width:23em){.tiers :is(th,td){padding-inline:.25rem!important;white-space:normal!important}.tiers em{margin-inline-start:.25rem}.dial input[type=number]{width:4.75rem}.phone{width:15.5rem}.note{font-size:.75rem;padding:.6rem .8rem}}
.better{min-height:3.2em;margin-top:.5rem;color:var(--good);font-weight:600}
@media (scripting:none){.calculator{display:none}}
.tiers{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
.tiers thead th{padding:.25rem .75rem;color:var(--soft);font-size:.875rem;font-weight:500;text-align:start}
.tiers thead th+th,.tiers td{text-align:end}
.tiers tbody th,.tiers td{padding:.5rem .75rem;border-top:1px solid var(--line);font-weight:560;text-align:start}
.tiers th,.tiers td{white-space:nowrap}.tiers td{text-align:end}
.tiers .now>*{background:var(--tint);color:var(--accent);font-weight:720}
.tiers em{margin-inline-start:.5rem;padding:.1rem .5rem;border-radius:1rem;background:var(--mark);color:var(--ink);font-size:.8125rem;font-style:normal;font-weight:600;white-space:nowrap}
@media (min-width:40em){.premium .points{grid-template-columns:1fr 1fr}}
@media (min-width:60em){.plans{grid-template-columns:minmax(0,4fr) minmax(0,9fr)}.plan:not(.premium){align-self:stretch}.sums{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:2.5rem;align-items:start}.premium .button{align-self:start;padding-inline:2.5rem}}
`;

/** Choosing a sample theme's button recolors the phone. */
const LOOKS = SAMPLE_LOOKS.map(
  (look) => `.preview:has([value=${look.key}]:checked) .screen{${lookProperties(look)}}\n`,
).join("");

export const LANDING_CSS = STAGE_CSS + HERO + SECTIONS + PLANS + LOOKS;
