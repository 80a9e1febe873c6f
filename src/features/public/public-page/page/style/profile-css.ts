/* The parts of a page's style sheet that are the same for every owner. */

export const SYSTEM_FONTS =
  '-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif,"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji"';

/** The common style of all our pages: background, text, buttons, footer. */
export const BASE_CSS = `html{background:var(--bg);color-scheme:var(--scheme);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0}
*{box-sizing:border-box}
[hidden]{display:none!important}
.page{position:relative;display:flex;flex-direction:column;align-items:center;min-height:100vh;min-height:100dvh;padding:max(3.5rem,env(safe-area-inset-top)) max(1rem,env(safe-area-inset-right)) max(1.25rem,env(safe-area-inset-bottom)) max(1rem,env(safe-area-inset-left));background:var(--wash) var(--bg);color:var(--text);font:1rem/1.5 ${SYSTEM_FONTS};-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,p,ul{margin:0;padding:0}
ul{list-style:none}
a{color:inherit;-webkit-tap-highlight-color:transparent}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible{outline:3px solid var(--text);outline-offset:3px}
svg{display:block;width:1.5rem;height:1.5rem;fill:currentColor}
.line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
main{display:flex;flex-direction:column;flex:1;width:100%;max-width:36rem}
footer{padding-top:3rem;text-align:center}
h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2rem);font-weight:750;line-height:1.2;text-wrap:balance}
h1.long{font-size:1.25rem}
.powered{display:inline-flex;align-items:center;min-height:2.75rem;padding:.25rem 1rem;border-radius:1.5rem;font-size:.875rem;color:var(--muted);text-decoration:none}
.powered b{margin-inline-start:.3em;font-weight:650;color:var(--text)}
button{font:inherit;cursor:pointer}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.5rem 1.75rem;border:1px solid transparent;border-radius:1.75rem;background:var(--button);color:var(--label);font-weight:650;text-decoration:none;box-shadow:var(--lift)}
@media (hover:hover){.powered:hover{text-decoration:underline;text-underline-offset:.2em}}
`;

/** The header, links and social icons of a profile page. */
export const PROFILE_CSS = `main{position:relative}
.head{display:flex;flex-direction:column;align-items:center;gap:.75rem;padding:0 .5rem 2rem;text-align:center}
.face{display:grid;place-items:center;width:7rem;height:7rem;margin-bottom:.25rem;border-radius:50%;overflow:hidden;background:var(--button);color:var(--label);font-size:2.5rem;font-weight:650;line-height:1;box-shadow:0 0 0 4px var(--halo),var(--lift)}
.face img{display:block;width:100%;height:100%;object-fit:cover}
.bio{max-width:32rem;font-size:1.0625rem;line-height:1.55;color:var(--soft);white-space:pre-line;text-wrap:pretty}
.chips{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem}
.chips p{display:flex;align-items:center;gap:.5rem;padding:.3125rem .875rem;border-radius:1.25rem;background:var(--chip);color:var(--ink);font-size:.875rem;font-weight:550}
.place{position:absolute;top:-2.125rem;inset-inline:0;padding:0 .5rem;font-size:.875rem;color:var(--soft);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.online::before{content:"";width:.5625rem;height:.5625rem;border-radius:50%;background:#22c55e;box-shadow:0 0 0 3px #22c55e40}
.links{display:grid;gap:.875rem}
.card{display:flex;align-items:center;gap:.875rem;min-height:4.25rem;padding:.6875rem .875rem;border:1px solid transparent;border-radius:1.25rem;background:var(--button);color:var(--label);text-decoration:none;box-shadow:0 0 0 1px var(--edge),var(--lift);transition:transform .2s cubic-bezier(.2,.8,.2,1),box-shadow .2s}
.words{flex:1;min-width:0;padding-inline-start:.375rem;font-size:1.0625rem;font-weight:600;line-height:1.35}
.icon+.words{padding:0}
.words span{display:block;margin-top:.125rem;font-size:.9375rem;font-weight:400;color:var(--quiet);unicode-bidi:plaintext}
.icon{display:grid;flex:none;place-items:center;width:2.75rem;height:2.75rem;border-radius:.875rem;overflow:hidden;background:var(--tile);font-size:1.5rem;line-height:1;box-shadow:inset 0 0 0 1px var(--edge)}
.icon img{display:block;width:100%;height:100%;object-fit:cover}
.mark{width:100%;height:100%}
.go{flex:none;width:1.125rem;height:1.125rem;margin-inline-end:.25rem;opacity:.45;transition:opacity .2s,transform .2s}
.card:dir(rtl) .go{scale:-1 1}
.broken{color:var(--quiet)}
.empty{padding:2rem 1rem;text-align:center;color:var(--muted)}
.social{display:flex;flex-wrap:wrap;justify-content:center;gap:.625rem;padding-top:2rem}
.social a{display:grid;place-items:center;width:3rem;height:3rem;border:1px solid transparent;border-radius:50%;background:var(--chip);color:var(--text);transition:background .2s,color .2s,transform .2s}
@media (hover:hover){a.card:hover{transform:translateY(-2px);box-shadow:0 0 0 1px var(--edge),var(--rise)}a.card:hover .go{opacity:1;transform:translate(2px,-2px)}.social a:hover{background:var(--text);color:var(--bg);transform:translateY(-2px)}}
a.card:active{transform:scale(.985)}
@media (prefers-reduced-motion:no-preference){.head,.links>li,.social{animation:in .5s cubic-bezier(.2,.8,.2,1) both}.links>li:nth-child(2){animation-delay:.04s}.links>li:nth-child(3){animation-delay:.08s}.links>li:nth-child(4){animation-delay:.12s}.links>li:nth-child(n+5),.social{animation-delay:.16s}@keyframes in{from{opacity:.4;transform:translateY(.75rem)}}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}a:hover,a:active,a:hover svg{transform:none!important}}
@media (forced-colors:active){.card,.icon,.social a,.face{border-color:CanvasText}.icon svg:not(.line){fill:CanvasText}.go{opacity:1}}
`;

/**
 * The share button, opposite the light/dark button, and its sheet. Browsers without popovers show the sheet
 * at the end of the page.
 */
export const SHARE_CSS = `.share{position:absolute;z-index:1;top:0;right:0;display:grid;place-items:center;width:2.75rem;height:2.75rem;padding:0;border:1px solid transparent;border-radius:50%;background:var(--chip);color:var(--text)}
.share svg{width:1.25rem;height:1.25rem}
.sheet{gap:.5rem;width:min(22rem,100%);padding:1.5rem;border:1px solid var(--edge);border-radius:1.75rem;background:var(--bg);color:var(--text);font-size:1rem;text-align:center}
.sheet h2{margin:0;font-size:1.25rem;font-weight:700}
.sheet p{color:var(--soft);font-size:.9375rem;overflow-wrap:anywhere}
.sheet img{justify-self:center;margin:.25rem 0 .5rem;border-radius:.75rem}
.sheet a,.sheet button{display:grid;place-items:center;min-height:2.75rem;padding:.25rem 1rem;border:1px solid transparent;border-radius:1.375rem;background:var(--chip);color:var(--ink);font-weight:600;text-decoration:none}
.sheet:popover-open{position:fixed;inset:0;display:grid;width:min(22rem,100% - 2rem);height:fit-content;max-height:calc(100% - 2rem);margin:auto;overflow:auto;overscroll-behavior:contain;box-shadow:0 0 0 200vmax #0b1026b8}
@supports not selector(:popover-open){.share{display:none}.sheet{display:grid;margin-top:2rem}}
@media (prefers-reduced-motion:no-preference){.sheet:popover-open{animation:toast .25s cubic-bezier(.2,.8,.2,1)}}
@media (forced-colors:active){.sheet,.sheet a,.sheet button{border-color:CanvasText}}
`;

/** The list of past e-mails is quieter than the links, which people come for. */
export const PAST_CSS = `.past{margin-top:2rem}
.past h2{margin:0 0 .5rem;font-size:1.125rem;font-weight:700;text-align:center}
.past li a{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.125rem 1rem;min-height:2.75rem;padding:.625rem .25rem;border-bottom:1px solid var(--edge);text-decoration:none}
.past span{font-weight:600}
.past time{font-size:.875rem;color:var(--soft)}
.past .more{display:flex;align-items:center;justify-content:center;min-height:2.75rem;font-size:.9375rem;text-underline-offset:.2em}
@media (hover:hover){.past li a:hover span{text-decoration:underline;text-underline-offset:.2em}}
`;

/** The style of pages that replace a profile's. */
export const NOTICE_CSS = `.notice{align-items:center;justify-content:center;gap:1rem;text-align:center}
.notice p{max-width:26rem;font-size:1.0625rem;color:var(--soft)}
.notice .sign{display:grid;place-items:center;width:5.5rem;height:5.5rem;margin-bottom:.5rem;border-radius:50%;background:var(--chip)}
.notice .sign svg{width:2.5rem;height:2.5rem}
.notice .ways{display:flex;flex-direction:column;align-items:center;gap:.5rem;padding-top:.75rem}
.notice .quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1rem}
`;

/** The style of `InAppHelp.tsx`, on a page of its own or in a dialog over the profile's. */
export const IN_APP_CSS = `.pointer{position:fixed;z-index:5;top:.5rem;right:.75rem;width:3.5rem;height:3.5rem;color:var(--text)}
.pointer[data-corner=bottom-right]{top:auto;bottom:.5rem;scale:1 -1}
.notice .of{font-size:1.125rem;font-weight:650;color:var(--text)}
.in-app{display:flex;flex-direction:column;align-items:center;gap:.875rem;width:100%;max-width:26rem}
.in-app ol{display:grid;gap:.625rem;width:100%;margin:0;padding:0;list-style:none;counter-reset:step;text-align:start}
.in-app li{position:relative;padding:.75rem 1rem;padding-inline-start:3.5rem;border-radius:1rem;background:var(--chip);counter-increment:step}
.in-app li::before{content:counter(step);position:absolute;top:.625rem;inset-inline-start:1rem;display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:50%;background:var(--text);color:var(--bg);font-weight:700}
.in-app .or{color:var(--muted);font-size:.9375rem}
.in-app .hint{font-size:.9375rem}
.in-app .quiet{border:0;background:none;color:inherit;text-decoration:underline;text-underline-offset:.2em}
.in-app .button{width:100%}
`;
