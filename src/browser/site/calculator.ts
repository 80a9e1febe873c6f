import {
  dollars,
  type PriceList,
  quoteFor,
  tierOf,
  wholeUnits,
} from "#src/features/money/entitlements/price-rules.ts";
import { countOf } from "#src/features/public/site/page/counted-noun.ts";

/** Keeps the slider, the number field next to it, and everything derived from the number of units in sync. */
export function startCalculator(): void {
  const root = document.querySelector<HTMLElement>("[data-calculator]");
  const slider = document.querySelector<HTMLInputElement>("#units");
  const exact = document.querySelector<HTMLInputElement>("#units-exact");
  if (!root || !slider || !exact) return;
  const tiers: PriceList["tiers"] = JSON.parse(root.dataset.prices ?? "[]");
  const linksPerUnit = Number(root.dataset.calculator);
  const say = (name: string, text: string) => {
    const place = root.querySelector(`[data-${name}]`);
    if (place) place.textContent = text;
  };
  const show = (asked: number) => {
    const { units, unit_cents, total_cents, asked_cents } = quoteFor(tiers, asked);
    say("total", dollars(total_cents));
    say("units", countOf(units, "unit"));
    say("unit-price", dollars(unit_cents));
    say("links", countOf(units * linksPerUnit, "link"));
    say(
      "better",
      units > asked
        ? `${asked} would be ${dollars(asked_cents)}. ${units} cost less, so you get ${units}.`
        : "",
    );
    slider.setAttribute("aria-valuetext", `${countOf(units, "unit")}, ${dollars(total_cents)}`);
    markTier(tierOf(tiers, units).from);
  };
  slider.addEventListener("input", () => {
    exact.value = slider.value;
    show(slider.valueAsNumber);
  });
  exact.addEventListener("input", () => {
    const units = wholeUnits(exact.valueAsNumber);
    slider.value = String(units);
    show(units);
  });
  exact.addEventListener("change", () => {
    exact.value = String(wholeUnits(exact.valueAsNumber));
  });
  // Browsers restore a field's text when someone comes back to the page.
  show(wholeUnits(exact.valueAsNumber));
}

function markTier(from: number): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-tier]")) {
    row.classList.toggle("now", row.dataset.tier === String(from));
  }
}
