import { SegmentedControl } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { PublicPage } from "#src/features/public/public-page/page/PublicPage.tsx";
import type { PageHome, PageView } from "#src/features/public/public-page/page/page-view.ts";
import { pageCss, styleInputs } from "#src/features/public/public-page/page/style/page-css.ts";
import { hasDarkMode } from "#src/features/public/public-page/page/style/palette.ts";
import classes from "./PagePreview.module.css";
import { addPageFonts } from "./page-fonts.ts";

interface PagePreviewProps {
  view: PageView;
  home: PageHome;
}

/** In the phone frame the page fills the screen and doesn't replay its animations with every letter typed. */
const PHONE_CSS =
  ":host{all:initial;display:block;min-height:100%}.page{min-height:var(--screen);padding:2.5rem 1.125rem 1rem}.backdrop{position:absolute}.banner{align-self:stretch;width:auto}.banner .clock:not(:empty){visibility:visible}*,*::before{animation:none!important}";

/** The banner sticks to the phone's screen rather than to the dashboard's window. */
const BANNER_CSS = {
  top: ".page{padding-top:0}.banner{margin:0 -1.125rem 2.5rem}",
  bottom: ".page{padding-bottom:0}.banner{margin:1rem -1.125rem 0}",
  floating: ".banner{margin-top:1rem}",
} as const;

const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The public page itself in a phone frame, light or dark, with inert links. */
export function PagePreview({ view, home }: PagePreviewProps) {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const root = useMemo(() => host && (host.shadowRoot ?? host.attachShadow({ mode: "open" })), [host]);
  const [scheme, setScheme] = useState("light");
  const look = styleInputs(view);
  const css = pageCss(look) + PHONE_CSS + (view.promotion ? BANNER_CSS[view.promotion.position] : "");
  useEffect(() => {
    if (!root) return;
    // A constructed style sheet needs no nonce and can't leak into the dashboard.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  }, [root, css]);
  useEffect(() => addPageFonts(view.theme), [view.theme]);

  return (
    <div className={classes.stage}>
      {hasDarkMode(look) && (
        <SegmentedControl
          className={classes.schemes}
          size="xs"
          radius="xl"
          aria-label="Preview in"
          data={SCHEMES}
          value={scheme}
          onChange={setScheme}
        />
      )}
      <figure className={classes.phone} aria-label={`Preview of ${view.name || view.username}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div className={classes.screen} tabIndex={0}>
          <div ref={setHost} className={classes.host} data-scheme={scheme}>
            {root &&
              createPortal(
                <div inert>
                  <PublicPage view={view} home={home} />
                </div>,
                root,
              )}
          </div>
        </div>
      </figure>
    </div>
  );
}
