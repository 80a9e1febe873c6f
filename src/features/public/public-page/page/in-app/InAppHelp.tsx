import { EXIT_PARAM } from "#src/features/pages/in-app-browsers/page/exit-param.ts";
import {
  type ExitMethod,
  type ExitSystem,
  exitUrl,
  type InAppBrowser,
} from "#src/features/pages/in-app-browsers/rules.ts";

interface InAppHelpProps {
  app: InAppBrowser;
  /** The ways out for this app on this system, best first. */
  ways: readonly ExitMethod[];
  system: ExitSystem;
  /** The page's own URL, to open outside the app. */
  address: string;
  /** The preserved part of the query; may be empty. */
  query: string;
}

const WAY_NAMES: Record<ExitMethod, string> = {
  "x-safari": "Open in Safari",
  extbrowser: "Open in your browser",
  intent: "Open in your browser",
  "line-query": "Open in your browser",
  kakao: "Open in your browser",
};

const CORNERS = { "top-right": "at the top right", "bottom-right": "at the bottom right" } as const;

/**
 * Instructions for leaving an in-app browser (spec §2): one tap where the app allows it, otherwise three
 * steps, or staying.
 */
export function InAppHelp({ app, ways, system, address, query }: InAppHelpProps) {
  const menu = app.menu[system === "other" ? "android" : system];
  const outside = `${address}?${[query, `${EXIT_PARAM}=1`].filter(Boolean).join("&")}`;
  const copied = query ? `${address}?${query}` : address;
  const stay = `?${[query, "here=1"].filter(Boolean).join("&")}`;
  return (
    <div className="in-app" data-app={app.key} data-os={system} lang="en">
      {menu.corner && (
        <svg viewBox="0 0 24 24" aria-hidden="true" className="pointer line" data-corner={menu.corner}>
          <path d="M4 20C5 11 11 6 19 5M13 4l6.5 1-2.5 6" />
        </svg>
      )}
      <h1>Open in Browser</h1>
      <p>{`${app.key === "webview" ? "You’re in an app’s own browser." : `You’re in ${app.label}’s browser.`} Everything on this page works in your own.`}</p>
      {ways.map((way, index) => (
        <a key={way} className={index === 0 ? "button" : "quiet"} href={exitUrl(way, outside)} data-way={way}>
          {index === 0 ? WAY_NAMES[way] : "Didn’t work? Try another way"}
        </a>
      ))}
      {ways.length > 0 && <p className="or">or by hand</p>}
      <ol>
        <li>
          Tap the <b>3 dots</b> {menu.corner ? CORNERS[menu.corner] : "or the menu of the app"}
        </li>
        <li>
          Choose <b>{menu.item}</b>
        </li>
        <li>
          Select <b>Safari</b> or <b>Chrome</b>
        </li>
      </ol>
      {system !== "android" && (
        <p className="hint">
          On an iPhone, you can also press and hold the page and choose <b>Open in Safari</b>.
        </p>
      )}
      <div className="ways">
        <button type="button" className="quiet" data-copy={copied} hidden>
          Copy link
        </button>
        <a className="quiet" href={stay} data-stay>
          Continue here
        </a>
      </div>
    </div>
  );
}
