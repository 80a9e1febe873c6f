import { findInAppBrowser } from "#src/features/pages/in-app-browsers/rules.ts";
import type { PageHome, PageView } from "../page-view.ts";
import { canonicalUrl } from "../urls.ts";
import { InAppHelp } from "./InAppHelp.tsx";

/**
 * Some versions of TikTok don't identify themselves: the script recognizes their bridge and shows this (spec
 * §9).
 */
export function BridgeHelp({ view, home }: { view: PageView; home: PageHome }) {
  const app = findInAppBrowser("tiktok");
  if (!app || !view.in_app_browsers.includes(app.key)) return null;
  const address = canonicalUrl(view, home);
  return (["ios", "android"] as const).map((system) => (
    <template key={system} id={`in-app-help-${system}`}>
      <InAppHelp
        app={app}
        ways={(home.bridgeWays ?? app.ways)[system]}
        system={system}
        address={address}
        query=""
      />
    </template>
  ));
}
