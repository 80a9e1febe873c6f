import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { PRODUCT_NAME } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import { usePictureTones } from "#src/features/pages/media/ui/shared/use-picture-tones.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { PublicPage } from "#src/features/public/public-page/page/PublicPage.tsx";
import { pageCss, styleInputs } from "#src/features/public/public-page/page/style/page-css.ts";
import { type LinkSource, toPageView } from "#src/features/public/public-page/page/to-page-view.ts";
import classes from "./PagePreview.module.css";
import { addPageFonts } from "./page-fonts.ts";

/** As much as fits on a small phone. */
const LINKS_SHOWN = 4;

const SMALL_CSS =
  ":host{all:initial;display:block}.page{min-height:42rem;padding:3.5rem 1.125rem 1rem}.backdrop{position:absolute}.share{display:none}*,*::before{animation:none!important}";

const HOME = { instanceName: PRODUCT_NAME, publicUrl: location.origin };

/** For a page that isn't there yet. */
const SAMPLES = ["Your videos", "Your shop"].map((title, n) => ({
  id: `sample-${n}`,
  title,
  description: null,
  url: "https://example.com/",
  icon: null,
  show_icon: false,
  show_adult_warning: false,
  is_ab_test: false,
  link_a: null,
  link_b: null,
  geo_restrictions: null,
}));

/** What everyone has on it, without what comes later or on top. */
const PLAIN = {
  promotion: null,
  lead_form: null,
  direct_link: null,
  in_app_browsers: [],
  is_unbranded: true,
};

export interface LookPhoneProps {
  profile: Profile;
  links?: readonly unknown[];
}

/** The top of a page as it would look, drawn by the page's own renderer. */
export const LookPhone = memo(function Phone({ profile, links: given }: LookPhoneProps) {
  const isStored = profile.user_id !== "";
  const { data } = useQuery({ ...linksQuery(profile.id), enabled: isStored });
  const background_tones = usePictureTones(profile.background_image_url);
  const [host, setHost] = useState<HTMLSpanElement | null>(null);
  const root = useMemo(() => host && (host.shadowRoot ?? host.attachShadow({ mode: "open" })), [host]);
  const own = (data?.items ?? []).filter((link) => link.is_visible && link.kind === "link");
  const links = (given as readonly LinkSource[]) ?? (isStored ? own : SAMPLES);
  const view = {
    ...toPageView({ ...profile, background_tones, own_css: null }, links.slice(0, LINKS_SHOWN)),
    ...PLAIN,
  };
  const css = pageCss(styleInputs(view)) + SMALL_CSS;
  useEffect(() => {
    if (!root) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  }, [root, css]);
  useEffect(() => addPageFonts(profile.theme_settings), [profile.theme_settings]);
  return (
    <span ref={setHost} className={classes.small} aria-hidden="true">
      {root &&
        createPortal(
          <div inert>
            <PublicPage view={view} home={HOME} />
          </div>,
          root,
        )}
    </span>
  );
});
