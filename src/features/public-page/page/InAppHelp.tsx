import { type ExitSystem, type ExitWay, exitAddress, type InAppBrowser } from "#src/features/in-app/rules.ts";

interface InAppHelpProps {
  app: Pick<InAppBrowser, "key" | "label" | "ways">;
  system: ExitSystem;
  /** The page's own address, which is what is opened outside. */
  address: string;
  /** Where those go who stay in the app. */
  stayAddress: string;
}

const WAY_NAMES: Record<ExitWay, string> = {
  "x-safari": "Open in Safari",
  extbrowser: "Open in your browser",
  intent: "Open in your browser",
  "line-query": "Open in your browser",
};

/** How to leave an app's own browser (spec §2): one tap where the app lets go, three steps otherwise, and staying. */
export function InAppHelp({ app, system, address, stayAddress }: InAppHelpProps) {
  const ways = system === "other" ? [] : app.ways[system];
  return (
    <div className="in-app" data-app={app.key} data-os={system}>
      <h1>Open in Browser</h1>
      <p>{`You are inside ${app.label}. In your own browser everything on this page works.`}</p>
      {ways.map((way, index) => (
        <a
          key={way}
          className={index === 0 ? "button" : "quiet"}
          href={exitAddress(way, address)}
          data-way={way}
        >
          {index === 0 ? WAY_NAMES[way] : "Did not work? Try another way"}
        </a>
      ))}
      {ways.length > 0 && <p className="or">or by hand</p>}
      <ol>
        <li>
          Tap the <b>3 dots</b> at the top right
        </li>
        <li>
          Choose <b>Open in Browser</b>
        </li>
        <li>
          Select <b>Safari</b> or <b>Chrome</b>
        </li>
      </ol>
      {system !== "android" && (
        <p className="hint">
          On an iPhone you can also press and hold the page and choose <b>Open in Safari</b>.
        </p>
      )}
      <div className="ways">
        <button type="button" className="quiet" data-copy={address} hidden>
          Copy the address
        </button>
        <a className="quiet" href={stayAddress} data-stay>
          Continue here
        </a>
      </div>
    </div>
  );
}
