import { useElementSize } from "@mantine/hooks";
import { useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { needsConsent } from "#src/features/pages/geo/page/place.ts";
import { findInAppBrowser, type InAppBrowser } from "#src/features/pages/in-app-browsers/rules.ts";
import { useWaysOut } from "#src/features/pages/in-app-browsers/ui/shared/use-ways-out.ts";
import { DirectLinkPage } from "#src/features/public/public-page/page/DirectLinkPage.tsx";
import { InAppPage } from "#src/features/public/public-page/page/in-app/InAppPage.tsx";
import { visitingFrom } from "#src/features/public/public-page/page/location-text.ts";
import { PublicPage } from "#src/features/public/public-page/page/PublicPage.tsx";
import { leftApp } from "#src/features/public/public-page/page/page-at.ts";
import type { PageHome, PageView } from "#src/features/public/public-page/page/page-view.ts";
import {
  noticeStyleInputs,
  pageCss,
  styleInputs,
} from "#src/features/public/public-page/page/style/page-css.ts";
import { withForcedColors } from "./forced-colors.ts";
import classes from "./PagePreview.module.css";
import { addPageFonts } from "./page-fonts.ts";
import { DEVICES, type SimulatedVisitor } from "./simulated-visitor.ts";

interface PagePreviewProps {
  view: PageView;
  home: PageHome;
  visitor: SimulatedVisitor;
  /** True while the page asks for the visitor's age. */
  asksAge: boolean;
}

/** In the frame the page fills the screen and doesn't replay its animations with every letter typed. */
const FRAME_CSS =
  ":host{all:initial;display:block;min-height:100%}.page{min-height:var(--screen);padding:2.5rem 1.125rem 1rem}.backdrop{position:absolute}.banner{align-self:stretch;width:auto}.banner .clock:not(:empty){visibility:visible}*,*::before{animation:none!important}";

/** The banner sticks to the screen in the frame rather than to the dashboard's window. */
const BANNER_CSS = {
  top: ".page{padding-top:0}.banner{margin:0 -1.125rem 2.5rem}",
  bottom: ".page{padding-bottom:0}.banner{margin:1rem -1.125rem 0}",
  floating: ".banner{margin-top:1rem}",
} as const;

interface Styled {
  view: PageView;
  app: InAppBrowser | undefined;
  visitor: SimulatedVisitor;
}

function cssOf({ view, app, visitor }: Styled): string {
  const look = app ? noticeStyleInputs(view) : styleInputs(view);
  const banner = look.banner ? BANNER_CSS[look.banner.position] : "";
  const { pixels } = DEVICES[visitor.device];
  // Here, a share of the window's width is one of the frame's.
  const css = (pageCss(look) + FRAME_CSS + banner).replace(
    /(?<![\d.])([\d.]{1,8})vw\b/g,
    (_, share) => `${(Number(share) * pixels) / 100}px`,
  );
  return visitor.colors === "forced" ? withForcedColors(css) : css;
}

/** The screen's width before it's known. */
const USUAL_PIXELS = 280;
/** Phones are as wide as this, so from here on a page needn't be scaled down to be one on a phone. */
const PHONE_PIXELS_MIN = 320;

/** Returns the page's own width, and how much smaller it's shown. */
function scaleOf(screen: number, device: number): { width: number; zoom: number } {
  const room = screen || USUAL_PIXELS;
  const isPhone = device < 500;
  return isPhone && room >= PHONE_PIXELS_MIN
    ? { width: room, zoom: 1 }
    : { width: device, zoom: room / device };
}

/** The public page itself in a frame, as it is for this visitor, with inert links. */
export function PagePreview({ view, home, visitor, asksAge }: PagePreviewProps) {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const root = useMemo(() => host && (host.shadowRoot ?? host.attachShadow({ mode: "open" })), [host]);
  const screen = useElementSize();
  const { pixels, system } = DEVICES[visitor.device];
  const { width, zoom } = scaleOf(screen.width, pixels);
  const app = leftApp(view, findInAppBrowser(visitor.app));
  const ways = useWaysOut(app, system);
  const css = cssOf({ view, app, visitor });
  useEffect(() => {
    if (!root) return;
    // A constructed style sheet needs no nonce and can't leak into the dashboard.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  }, [root, css]);
  useEffect(() => addPageFonts(view.theme), [view.theme]);
  useEffect(() => {
    if (root) actAsScript(root, { visitor, asksAge });
  });

  return (
    <figure
      className={classes.phone}
      data-device={visitor.device}
      aria-label={`Preview of ${view.name || view.username}`}
    >
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div ref={screen.ref} className={classes.screen} tabIndex={0}>
          <div
            ref={setHost}
            data-scheme={visitor.colors === "dark" ? "dark" : "light"}
            style={{ width, zoom, "--screen": `${screen.height / zoom}px` } as React.CSSProperties}
          >
            {root &&
              createPortal(
                <div inert>
                  {app ? (
                    <InAppPage view={view} home={home} app={app} ways={ways} system={system} query="" />
                  ) : view.direct_link?.has_warning ? (
                    <DirectLinkPage view={view} home={home} />
                  ) : (
                    <PublicPage view={view} home={home} />
                  )}
                </div>,
                root,
              )}
          </div>
        </div>
      </div>
    </figure>
  );
}

const NO_SIGNALS = { gpc: false, dnt: false };

/** Shows what the page's script shows such a visitor. The preview runs none. */
function actAsScript(
  root: ShadowRoot,
  { visitor: { country }, asksAge }: Pick<PagePreviewProps, "visitor" | "asksAge">,
): void {
  root.querySelector("#adult")?.toggleAttribute("open", asksAge);
  const consent = root.querySelector<HTMLElement>("#consent");
  if (consent) consent.hidden = country === null || !needsConsent(country, NO_SIGNALS);
  const place = root.querySelector("[data-place]");
  if (place) place.textContent = visitingFrom(country === null ? null : { country, region: "", city: "" });
}
