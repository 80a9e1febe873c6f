import type { StyleInputs } from "../page-view.ts";

type PageParts = StyleInputs["dialogs"] & {
  /** Set if visitors can switch between light and dark. */
  toggles: boolean;
  /** Set for a promotion at the top, which frees its space when it ends. */
  gives: boolean;
};

/** Toasts are at the end of the page and sticky: scrolled to the end, they cover nothing. */
const TOAST = `.toasts{position:sticky;z-index:4;bottom:max(1rem,env(safe-area-inset-bottom));display:flex;justify-content:center;width:100%;pointer-events:none}
.toasts:has(:not([inert])){padding-top:1rem}
html:has(.toast:not([inert])){scroll-padding-bottom:7rem}
.toast{display:grid;grid-template-columns:1fr auto;align-items:center;gap:.125rem .5rem;max-width:28rem;padding:.75rem .5rem .75rem 1.125rem;border:1px solid transparent;border-radius:1.125rem;background:var(--text);color:var(--bg);font-size:.9375rem;box-shadow:0 12px 32px -8px #0b102699;pointer-events:auto}
.toast.error{grid-template-columns:auto 1fr auto;border-color:#fff;background:#b3261e;color:#fff}
.toast.error::before{content:"!";content:"!"/"";display:grid;grid-row:1/3;place-items:center;width:1.5rem;height:1.5rem;margin-inline-end:.25rem;border-radius:50%;background:#fff;color:#b3261e;font-weight:800;line-height:1}
.toast[inert]{position:absolute;visibility:hidden}
.toast strong{font-weight:650}
.toast span{grid-area:2/-3}
.toast button{grid-area:1/-2/3;width:2.75rem;height:2.75rem;padding:0;border:0;border-radius:50%;background:none;color:inherit;font-size:1.375rem;line-height:1}
.toast button:focus-visible{outline-color:currentColor;outline-offset:-4px}
@media (prefers-reduced-motion:no-preference){.toast{animation:toast .25s cubic-bezier(.2,.8,.2,1)}@keyframes toast{from{opacity:0;transform:translateY(1rem)}}}
.failed{display:grid;place-items:center;width:100%;height:100%;padding:.125rem;font-size:.75rem;font-weight:500;line-height:1.2;text-align:center;overflow-wrap:normal}
.icon .failed{font-size:.5625rem}
`;

const CHOICES = `.choices{display:grid;gap:.625rem}
.choices .button{width:100%}
.quiet{width:100%;min-height:3rem;padding:.5rem 1.5rem;border:1px solid transparent;border-radius:1.75rem;background:var(--chip);color:inherit;font-weight:600}
`;

/**
 * Fixed even before the script makes it modal, and with its own backdrop, so that nothing moves when the
 * script loads.
 */
const WARNING = `.warning{position:fixed;z-index:3;inset:0;width:min(26rem,100% - 2rem);height:fit-content;max-height:calc(100% - 2rem);margin:auto;padding:2rem 1.5rem 1.5rem;border:1px solid var(--edge);border-radius:1.75rem;background:var(--bg);color:var(--text);text-align:center;overflow:auto;overscroll-behavior:contain;box-shadow:0 0 0 200vmax #0b1026b8}
.warning::backdrop{background:none}
.warning h2{margin:0 0 .75rem;font-size:1.375rem;font-weight:750;line-height:1.25;text-wrap:balance}
.warning>p{margin-bottom:1.5rem;color:var(--soft);text-wrap:pretty}
.warning .ways{display:grid;gap:.5rem;width:100%}
.warning .ways .quiet{display:grid;place-items:center;width:auto}
.warning>[role=status]{margin:1.25rem 0 .25rem;color:var(--text);font-weight:600}
@media (prefers-reduced-motion:no-preference){.warning:modal{animation:toast .25s cubic-bezier(.2,.8,.2,1)}}
@media (forced-colors:active){.warning{border-color:CanvasText}}
`;

const CONSENT = `.consent{position:fixed;z-index:3;inset:auto 0 0;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.75rem 1.5rem;padding:1rem max(1rem,env(safe-area-inset-right)) max(1rem,env(safe-area-inset-bottom)) max(1rem,env(safe-area-inset-left));border-top:1px solid var(--edge);background:var(--bg);color:var(--text);font-size:.9375rem;box-shadow:0 -8px 32px #0b102640}
.consent p{flex:1 1 20rem;max-width:34rem}
.consent .choices{flex:0 1 20rem;grid-template-columns:1fr 1fr}
.consent .button{min-height:2.75rem;padding:.375rem 1rem}
.again{min-height:2.75rem;padding:0 1rem;border:0;background:none;color:var(--muted);font-size:.875rem;text-decoration:underline;text-underline-offset:.2em}
`;

const SCHEME = `main{position:relative}
.scheme{display:none}
:root[data-scheme] .scheme{position:absolute;z-index:1;top:0;left:0;display:grid;place-items:center;width:2.75rem;height:2.75rem;padding:0;border:1px solid transparent;border-radius:50%;background:var(--chip);color:inherit}
.scheme svg{width:1.25rem;height:1.25rem}
`;

const BANNER = `[data-ended] .banner[data-countdown=visitor]{display:none}
.banner[hidden]~main,[data-ended] .banner[data-countdown=visitor]~main{padding-top:max(3.5rem,env(safe-area-inset-top))}
`;

/** The styles of a page's temporary parts: toasts, dialogs, the consent banner, the light/dark button. */
export function dialogCss({ warns, helps, asks, toggles, gives }: PageParts): string {
  return [
    TOAST,
    warns || helps || asks ? CHOICES : "",
    warns || helps ? WARNING : "",
    asks ? CONSENT : "",
    toggles ? SCHEME : "",
    gives ? BANNER : "",
  ].join("");
}
