/**
 * The common style of all pages of the site: the scheme's colors, type, top bar, footer, buttons. Violet and
 * brass come from the mark. `--stage` is the dark violet behind the hero and the closing call in both
 * schemes.
 */
export const BASE_CSS = `:root{color-scheme:light;--ground:#fdfcff;--card:#fff;--tint:#f5f1ff;--line:#e7e0f4;--edge:#8a7fa3;--ink:#1b1230;--soft:#5b5272;--accent:#602bc4;--on-accent:#fff;--brass:#fcbf34;--brass-ink:#7a4a00;--mark:#ffe7b0;--shade:#2e106514;--good:#0f7a4d}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--ground:#110d1b;--card:#1a1527;--tint:#221b33;--line:#322a47;--edge:#7d739a;--ink:#f2eefb;--soft:#b3abc8;--accent:#c3abfb;--on-accent:#1b1230;--brass-ink:#fcbf34;--mark:#574009;--shade:#0006;--good:#57d79b}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1.5rem;background:var(--ground)}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
h1,h2,h3,p,ul,ol,dl,dd,figure,fieldset,table{margin:0;padding:0}
ul{list-style:none}fieldset{border:0;min-width:0}
h1,h2,h3{line-height:1.12;letter-spacing:-.025em;font-weight:760;text-wrap:balance}
p{text-wrap:pretty}
a{color:var(--accent);text-underline-offset:.18em}
svg{display:block;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
button,input{font:inherit;color:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:.25rem}
.stage :focus-visible{outline-color:var(--brass)}
.wide{width:100%;max-width:75rem;margin-inline:auto;padding-inline:max(1.25rem,env(safe-area-inset-left)) max(1.25rem,env(safe-area-inset-right))}
.hide{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;z-index:9;inset:.5rem auto auto .5rem;padding:.75rem 1.25rem;border-radius:.75rem;background:var(--card);transform:translateY(-200%)}
.skip:focus{transform:none}
.bar{display:flex;align-items:center;gap:.25rem 2rem;min-height:4.5rem}
.brand{display:flex;align-items:center;gap:.625rem;min-width:0;min-height:2.75rem;margin-inline-end:auto;color:inherit;font-size:1.25rem;font-weight:760;letter-spacing:-.025em;text-decoration:none}
.logo{border-radius:28%;object-fit:cover}
.brand svg,.foot svg{stroke-width:2.4;stroke:none}
.brand b{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:inherit}
.bar nav{display:flex;align-items:center;gap:0 1.75rem}
.bar nav a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;font-size:1rem;font-weight:560;text-decoration:none;white-space:nowrap}
.bar nav a.pill{padding:0 1.25rem;border:1.5px solid currentColor;border-radius:2rem;font-weight:650}
@media (hover:hover){.bar nav a:not(.pill):hover,.foot a:hover{text-decoration:underline}.bar nav a.pill:hover{background:var(--ink);border-color:var(--ink);color:var(--ground)}.stage .bar nav a.pill:hover{background:#fff;border-color:#fff;color:#2a0f66}}
@media (max-width:43.99em){.bar nav a.roomy{display:none}}
.button{display:inline-flex;align-items:center;justify-content:center;gap:.6rem;min-height:3.375rem;padding:.5rem 1.75rem;border:1.5px solid transparent;border-radius:2rem;background:var(--accent);color:var(--on-accent);font-weight:680;text-decoration:none;cursor:pointer;transition:transform .15s,box-shadow .15s}
.button.brass{background:var(--brass);color:#2a1600;box-shadow:0 .75rem 2rem -.75rem #fcbf3480}
.button.ghost{background:none;border-color:currentColor;color:inherit}
.button svg{width:1.25rem;height:1.25rem}
@media (hover:hover) and (prefers-reduced-motion:no-preference){.button:hover{transform:translateY(-2px)}}
.foot{margin-top:clamp(4rem,9vw,7rem);border-top:1px solid var(--line);font-size:.9375rem;color:var(--soft)}
.foot .wide{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 2rem;padding-block:1.75rem max(2rem,env(safe-area-inset-bottom))}
.foot ul{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.foot li a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--soft);text-decoration:none}
.foot p{margin-inline-start:auto}
@media (max-width:60em){.foot p{margin-inline-start:0;width:100%}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
@media (forced-colors:active){.button,.pill{border-color:ButtonText!important}}
`;

/**
 * The dark violet ground with the mark's sound waves: for the hero, the closing call, and the head of the
 * help pages.
 */
export const STAGE_CSS = `.stage{position:relative;isolation:isolate;overflow:clip;background:radial-gradient(60rem 40rem at 82% 8%,#7a3fe0,#7a3fe000 70%),radial-gradient(48rem 36rem at 0 100%,#a3247f66,#a3247f00 70%),linear-gradient(160deg,#3a1489,#230b54 70%);color:#fff}
.stage a:not(.button){color:inherit}
.waves{position:absolute;z-index:-1;width:90rem;height:90rem;stroke:#fcbf34;stroke-width:1.5;pointer-events:none}
`;
