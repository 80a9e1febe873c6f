import { expect, it } from "vitest";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { ContactDetails } from "../../contract.ts";
import { consentLabels, noConsentLabel } from "./consent-labels.ts";

const AT = "2026-11-24T10:00:00.000Z";
const EARLIER = "2024-05-01T10:00:00.000Z";
const [when, before] = [formatDateTime(AT), formatDateTime(EARLIER)];
const hand = { by: "hand", at: AT, file_name: null } as const;
const file = { by: "import", at: AT, file_name: "fans.csv" } as const;

type Consent = ContactDetails["consents"][number];
const consent = (given: Partial<Consent>): Consent => ({
  topic: "news",
  state: "confirmed",
  text: "News",
  version: "v1",
  method: "form",
  profile_id: null,
  given_at: AT,
  confirmed_at: null,
  ended_at: null,
  ...given,
});

it("a proof of consent says how it was given", () => {
  expect(consentLabels(consent({ confirmed_at: AT, ended_at: AT }), hand)).toEqual([
    ...[`Shown in a form, and agreed to on ${when}`, "Version v1"],
    ...[`Confirmed by e-mail on ${when}`, `Ended on ${when}`],
  ]);
  expect(consentLabels(consent({ method: "import" }), file)).toEqual([
    ...["Stated by whoever imported fans.csv", `Imported on ${when}`],
  ]);
  expect(consentLabels(consent({ method: "import", given_at: EARLIER }), file)).toEqual([
    ...["Stated by whoever imported fans.csv", `Counts from ${before}`],
  ]);
  // They were there before an import said that they agreed.
  expect(consentLabels(consent({ method: "import", given_at: EARLIER }), hand)).toEqual([
    ...["Stated by whoever imported them", `Counts from ${before}`],
  ]);
  expect(consentLabels(consent({ method: "link", confirmed_at: AT }), file)).toEqual([
    `Asked for by the link in an e-mail on ${when}`,
  ]);
  expect(consentLabels(consent({ method: "api" }), hand)[0]).toBe("Stated by a program that added them");
});

it("without a proof, it says why", () => {
  expect([noConsentLabel("hand"), noConsentLabel("api")]).toEqual([
    "There’s none: somebody added them by hand.",
    "There’s none: a program added them.",
  ]);
});
