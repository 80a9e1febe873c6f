import type { Promotion } from "#src/features/pages/profiles/page/promotion.ts";

const COLORS: Record<Promotion["color"], string> = {
  "purple-blue": "linear-gradient(100deg,#6d28d9,#1d4ed8);color:#fff",
  "green-teal": "linear-gradient(100deg,#047857,#0f766e);color:#fff",
  "yellow-orange": "linear-gradient(100deg,#fbbf24,#fb923c);color:#1c1917",
  "pink-purple": "linear-gradient(100deg,#be185d,#7e22ce);color:#fff",
  "red-orange": "linear-gradient(100deg,#b91c1c,#c2410c);color:#fff",
};

/** At the bottom it comes after the footer and is sticky, so it never covers the end of the page. */
const POSITIONS: Record<Promotion["position"], string> = {
  top: ".page{padding-top:0}.banner{margin-bottom:2.5rem;padding-top:max(.75rem,env(safe-area-inset-top))}",
  bottom:
    ".page{padding-bottom:0}.banner{position:sticky;z-index:2;bottom:0;margin-top:1.25rem;padding-bottom:max(.75rem,env(safe-area-inset-bottom))}",
  floating:
    ".banner{position:sticky;z-index:2;bottom:max(1rem,env(safe-area-inset-bottom));width:min(36rem,100%);margin:1.25rem 0 0;border-radius:1.25rem;box-shadow:0 12px 32px -8px #0b102699}",
};

/** The promotion banner's color and position. Room for the clock is reserved until the script runs it. */
export function bannerCss({ color, position }: Pick<Promotion, "color" | "position">): string {
  return `.banner{display:flex;align-items:center;justify-content:center;gap:.875rem;width:100vw;margin:0 calc(50% - 50vw);padding:.75rem 1rem;font-weight:600;text-align:center;background:${COLORS[color]}}
.banner p{min-width:0;text-wrap:balance}
.banner .clock{flex:none;min-width:4.5rem;padding:.125rem .625rem;border-radius:.625rem;background:#0000002e;font-variant-numeric:tabular-nums;visibility:hidden}
.banner .clock[data-runs]{visibility:visible}
@media (scripting:none){.banner .clock{display:none}}
${POSITIONS[position]}
@media (forced-colors:active){.banner{border:1px solid CanvasText;background:Canvas}}
`;
}
