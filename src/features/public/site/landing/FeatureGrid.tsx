import type { ReactNode } from "react";
import { FEATURES, type Feature, type Scene } from "./features.ts";

/** Every advertised feature (spec §1). The five most visual ones get a drawing. */
export function FeatureGrid() {
  return (
    <section className="wide section" id="features" aria-labelledby="features-title">
      <h2 id="features-title">One link does a lot of work</h2>
      <p className="lead">From the first tap in your bio to the fan who stays.</p>
      <ul className="grid">
        {FEATURES.map((feature) => (
          <Tile key={feature.title} feature={feature} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ feature: { title, text, icon, scene } }: { feature: Feature }) {
  return (
    <li className={scene ? "tile large" : "tile"}>
      <div>
        <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" className="sign">
          <path d={icon} />
        </svg>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {scene && <Picture scene={scene} />}
    </li>
  );
}

/** A large tile's drawing, in the page's own colors. */
function Picture({ scene }: { scene: Scene }) {
  return (
    <svg viewBox="0 0 240 170" className="scene" aria-hidden="true">
      {SCENES[scene]}
    </svg>
  );
}

const BARS = [34, 52, 44, 70, 62, 96, 84, 118];

const SCENES: Record<Scene, ReactNode> = {
  escape: (
    <>
      <rect className="paper" x="18" y="26" width="84" height="130" rx="14" />
      <path d="M30 42h36M30 58h60M30 74h60M30 90h44" className="faint" />
      <rect className="paper" x="138" y="14" width="84" height="142" rx="14" />
      <rect className="fill" x="150" y="28" width="60" height="12" rx="6" />
      <rect className="tone" x="150" y="54" width="60" height="22" rx="8" />
      <rect className="tone" x="150" y="84" width="60" height="22" rx="8" />
      <rect className="tone" x="150" y="114" width="60" height="22" rx="8" />
      <path className="brass" d="M70 122c24 0 26-44 60-44M118 66l14 12-14 12" />
    </>
  ),
  chart: (
    <>
      <path d="M14 154h212M14 112h212M14 70h212M14 28h212" className="faint" />
      {BARS.map((height, index) => (
        <rect
          key={height}
          className={index === BARS.length - 1 ? "gold" : "fill"}
          x={20 + index * 26}
          y={154 - height}
          width="16"
          height={height}
          rx="5"
        />
      ))}
    </>
  ),
  looks: (
    <>
      <rect x="20" y="34" width="82" height="120" rx="14" fill="#0b3a40" transform="rotate(-8 61 94)" />
      <rect x="138" y="34" width="82" height="120" rx="14" fill="#ffd977" transform="rotate(8 179 94)" />
      <rect x="76" y="16" width="88" height="138" rx="16" fill="#6d28d9" />
      <circle cx="120" cy="48" r="15" fill="#fff" />
      <path d="M92 84h56M92 106h56M92 128h56" stroke="#fff" strokeWidth="13" />
    </>
  ),
  leads: (
    <>
      <rect className="paper" x="26" y="20" width="188" height="134" rx="16" />
      <circle className="fill" cx="54" cy="50" r="12" />
      <circle className="gold" cx="54" cy="87" r="12" />
      <circle className="fill" cx="54" cy="124" r="12" />
      <path d="M80 46h64M80 83h84M80 120h52" className="strong" />
      <path d="M80 57h92M80 94h60M80 131h74" className="faint" />
      <path className="brass" d="m184 48 6 6 11-12M184 122l6 6 11-12" />
    </>
  ),
  split: (
    <>
      <path className="strong" d="M14 85h52" />
      <path className="brass" d="M66 85c50 0 40-46 84-46" />
      <path className="violet" d="M66 85c50 0 40 46 84 46" />
      <rect className="paper" x="150" y="16" width="76" height="46" rx="12" />
      <rect className="paper" x="150" y="108" width="76" height="46" rx="12" />
      <text x="188" y="46">
        A 60%
      </text>
      <text x="188" y="138">
        B 40%
      </text>
    </>
  ),
};
