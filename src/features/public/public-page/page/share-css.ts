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
