import {
  dollars,
  type PriceList,
  quoteFor,
  rangeOf,
  UNITS_MAX,
} from "#src/features/money/entitlements/price-rules.ts";
import type { PlanLimits } from "#src/features/money/entitlements/rules.ts";
import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";
import { SignUpLink } from "#src/features/public/frame/page/SignUpLink.tsx";
import { countOf } from "../page/counted-noun.ts";

/** The end of the slider. Larger numbers can be typed. */
const SLIDER_MAX = 150;

const freeOf = ({ profiles_free, links_per_profile_free }: PlanLimits) => [
  countOf(profiles_free, "profile"),
  `Up to ${countOf(links_per_profile_free, "link")} per profile`,
  "Analytics",
  "No card needed",
];
const premiumOf = ({ links_per_unit }: PlanLimits) => [
  "Unlimited profiles",
  `${countOf(links_per_unit, "link")} with every unit`,
  "Custom domains",
  "Advanced analytics: combined filters, a year before, your busiest hours, every event as a file",
  "No “Powered by” on your pages",
  "Priority support: your requests are answered first",
];

/** The two plans of spec §9: a free one, and one whose price per unit falls with the quantity. */
export function Pricing({ home, prices }: { home: FrameHome; prices: PriceList }) {
  const hasTiers = prices.tiers.length > 1;
  return (
    <section className="wide section" id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">
        {hasTiers ? "Free to start. Cheaper as you grow." : "Free to start. Take as much as you need."}
      </h2>
      <p className="lead">
        {hasTiers
          ? "Premium is sold in units. The more you take, the less each one costs, all of them included."
          : "Premium is sold in units, and each one costs the same."}
      </p>
      <div className="plans">
        <div className="plan">
          <h3>Free</h3>
          <p className="price">
            <b>$0</b>
          </p>
          <Points points={freeOf(home.limits)} />
          <SignUpLink home={home} className="button ghost">
            Get Started Free
          </SignUpLink>
        </div>
        <div className="plan premium">
          <h3>Premium</h3>
          <div className="sums">
            <Calculator linksPerUnit={home.limits.links_per_unit} prices={prices} />
            <TierTable prices={prices} />
          </div>
          <Points points={premiumOf(home.limits)} />
          <p className="small">
            {home.sellsPremium
              ? "Start free, upgrade whenever you like, and cancel whenever you like."
              : "Premium isn’t on sale yet. Start free, and keep everything you make."}
          </p>
          <SignUpLink home={home} className="button">
            Start free
          </SignUpLink>
        </div>
      </div>
    </section>
  );
}

/** Hidden without JavaScript, because the table has the same prices. */
function Calculator({ linksPerUnit, prices }: { linksPerUnit: number; prices: PriceList }) {
  const start = quoteFor(prices.tiers, prices.most_popular_from);
  return (
    <div className="calculator" data-calculator={linksPerUnit} data-prices={JSON.stringify(prices.tiers)}>
      <p className="price">
        <output data-total="" htmlFor="units units-exact">
          {dollars(start.total_cents)}
        </output>
        <span>
          for <span data-units="">{countOf(start.units, "unit")}</span> at{" "}
          <span data-unit-price="">{dollars(start.unit_cents)}</span>,{" "}
          <span data-links="">{countOf(start.units * linksPerUnit, "link")}</span>
        </span>
      </p>
      <div className="dial">
        <label htmlFor="units" className="hide">
          Units of premium
        </label>
        <input
          type="range"
          id="units"
          min={1}
          max={SLIDER_MAX}
          defaultValue={start.units}
          aria-valuetext={`${countOf(start.units, "unit")}, ${dollars(start.total_cents)}`}
        />
        <label htmlFor="units-exact" className="hide">
          Exact number of units
        </label>
        <input
          type="number"
          id="units-exact"
          inputMode="numeric"
          min={1}
          max={UNITS_MAX}
          step={1}
          defaultValue={start.units}
        />
      </div>
      <p className="better" data-better="" role="status" />
    </div>
  );
}

function TierTable({ prices: { tiers, most_popular_from } }: { prices: PriceList }) {
  return (
    <table className="tiers">
      <caption className="hide">Price of a unit by quantity</caption>
      <thead>
        <tr>
          <th scope="col">Units</th>
          <th scope="col">Price each</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ from, to, unit_cents }) => (
          <tr key={from} data-tier={from} className={from === most_popular_from ? "now" : undefined}>
            <th scope="row">
              {rangeOf({ from, to })}
              {from === most_popular_from && <em>most popular</em>}
            </th>
            <td>{dollars(unit_cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="points">
      {points.map((point) => (
        <li key={point}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M5 12.5 10 17 19 7" />
          </svg>
          {point}
        </li>
      ))}
    </ul>
  );
}
