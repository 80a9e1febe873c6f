import type { ReactNode } from "react";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import type { SharedFigures, SharedRow } from "./shared-figures.ts";

const CSS = `.figures{display:grid;gap:.875rem;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));margin:1.5rem 0}
.figures div{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:1rem;background:var(--card)}
.figures dt{color:var(--soft);font-size:.9375rem}.figures dd{margin:0;font-size:1.75rem;font-weight:700;font-variant-numeric:tabular-nums}
.shares{width:100%;border-collapse:collapse}.shares th{text-align:start;font-weight:400;overflow-wrap:anywhere}
.shares td{width:45%;font-variant-numeric:tabular-nums}.shares th,.shares td{padding:.4rem 0;border-bottom:1px solid var(--line)}
.part{display:flex;gap:.75rem;align-items:center}.part span{flex:none;min-width:3.5rem;text-align:end}
.part meter{flex:1;min-width:0;height:.5rem;border:0;border-radius:1rem;background:var(--line);print-color-adjust:exact}
.part meter::-webkit-meter-bar{height:.5rem;border:0;border-radius:1rem;background:var(--line)}
.part meter::-webkit-meter-optimum-value{border-radius:1rem;background:var(--accent)}
.part meter::-moz-meter-bar{border-radius:1rem;background:var(--accent)}
.about{white-space:pre-line;overflow-wrap:anywhere}
.sign{margin-top:2.5rem}
.trend{width:100%;height:auto;color:var(--accent);margin:1rem 0}
@media print{:root{color-scheme:light;--ground:#fff;--ink:#000;--line:#ccc;--card:#fff;--soft:#444;--accent:#6d28d9}.bar,.foot,.skip{display:none}html,body{background:#fff;color:#000}.figures div,section{break-inside:avoid}}`;

const NUMBERS = {
  views: "Views",
  visitors: "Unique visitors",
  clicks: "Clicks",
  click_rate: "Clicks per view",
};
const LISTS = {
  countries: "Countries",
  devices: "Devices",
  sources: "Where people came from",
  links: "Top links",
};
const COUNT = new Intl.NumberFormat("en-US");
const RATE = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const dayOf = (day: string) => DAY.format(new Date(`${day}T00:00Z`));

interface ShareView {
  name: string;
  pageUrl: string;
  about: string;
  isMediaKit: boolean;
  figures: SharedFigures;
}

/** Chosen figures of a page, for whoever has the link, without any script. */
export function sharePage(home: FrameHome, view: ShareView): FramePage {
  const { name, pageUrl, about, isMediaKit, figures } = view;
  const title = isMediaKit ? `${name}: media kit` : `${name} in figures`;
  return readingPage(
    home,
    { title, css: CSS },
    <>
      <h1>{title}</h1>
      <p className="intro">
        <a href={pageUrl}>{pageUrl.replace(/^https?:\/\//, "")}</a>
      </p>
      {about !== "" && <p className="about">{about}</p>}
      <p className="dated">
        {dayOf(figures.first)} to {dayOf(figures.last)}, without bots
      </p>
      <dl className="figures">
        {figures.numbers.map(({ part, value }) => (
          <div key={part}>
            <dt>{NUMBERS[part]}</dt>
            <dd>{part === "click_rate" ? RATE.format(value) : COUNT.format(value)}</dd>
          </div>
        ))}
      </dl>
      {figures.trend && <Trend counts={figures.trend} />}
      {figures.lists.map(({ part, rows }) => (
        <section key={part}>
          <h2>{LISTS[part]}</h2>
          <Rows rows={rows} />
        </section>
      ))}
      <p className="dated sign">
        As of {dayOf(figures.last)}. {home.instanceName} counted and signed these figures:{" "}
        <a href={figures.checkPath}>check them</a>.
      </p>
    </>,
  );
}

function Rows({ rows }: { rows: readonly SharedRow[] }): ReactNode {
  if (rows.length === 0) return <p>Too few to show.</p>;
  return (
    <table className="shares">
      <tbody>
        {rows.map(({ label, share }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <div className="part">
                <meter min={0} max={1} value={share} aria-hidden="true" />
                <span>{RATE.format(share)}</span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const WIDTH = 600;
const HEIGHT = 120;

function Trend({ counts }: { counts: readonly number[] }): ReactNode {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length - 1);
  const points = counts.map(
    (count, index) => `${(index * step).toFixed(1)},${(HEIGHT - (count / most) * HEIGHT).toFixed(1)}`,
  );
  return (
    <svg
      className="trend"
      viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
      role="img"
      aria-label={`Views over time, ${COUNT.format(most)} at most`}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}

export function shareGonePage(home: FrameHome, refusal?: { status: number; message: string }): FramePage {
  return readingPage(
    home,
    { title: "Figures", status: refusal?.status ?? 404 },
    <>
      <h1>{refusal ? "That was too much" : "This link doesn’t work"}</h1>
      <p>{refusal?.message ?? "It’s cut off, over, or was revoked by whoever shared it."}</p>
    </>,
  );
}

/** Says whether this instance has signed the figures in the URL. */
export function checkPage(home: FrameHome, figures: Readonly<Record<string, string>> | undefined): FramePage {
  return readingPage(
    home,
    { title: "Check figures", status: figures ? 200 : 404, css: CSS },
    figures ? <Checked home={home} figures={figures} /> : <Unsigned />,
  );
}

function Checked({ home, figures }: { home: FrameHome; figures: Readonly<Record<string, string>> }) {
  const { page = "", first = "", last = "", ...numbers } = figures;
  return (
    <>
      <h1>These figures are right</h1>
      <p>
        {home.instanceName} counted and signed exactly these, of {page} from {dayOf(first)} to {dayOf(last)}:
      </p>
      <dl className="figures">
        {Object.entries(NUMBERS).map(
          ([name, label]) =>
            numbers[name] !== undefined && (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{(name === "click_rate" ? RATE : COUNT).format(Number(numbers[name]))}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

function Unsigned() {
  return (
    <>
      <h1>We haven’t signed these figures</h1>
      <p>They were changed, or come from somewhere else. Ask whoever sent them for the link itself.</p>
    </>
  );
}
