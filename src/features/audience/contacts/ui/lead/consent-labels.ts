import { formatDateTime } from "#src/kit/format-date.ts";
import type { ContactDetails, Origin } from "../../contract.ts";

type Consent = ContactDetails["consents"][number];

/** Returns the proof of a consent, a line for each fact. */
export function consentLabels(consent: Consent, origin: Origin): string[] {
  const { confirmed_at, ended_at, method } = consent;
  const lines = howGiven(consent, origin);
  // The link in an e-mail is itself the confirmation.
  if (confirmed_at && method !== "link") lines.push(`Confirmed by e-mail on ${formatDateTime(confirmed_at)}`);
  if (ended_at) lines.push(`Ended on ${formatDateTime(ended_at)}`);
  return lines;
}

function howGiven({ method, given_at, version }: Consent, origin: Origin): string[] {
  const when = formatDateTime(given_at);
  switch (method) {
    case "form":
      return [`Shown in a form, and agreed to on ${when}`, `Version ${version}`];
    case "link":
      return [`Asked for by the link in an e-mail on ${when}`];
    case "api":
      return ["Stated by a program that added them", `Counts from ${when}`];
    case "import": {
      const isOfFile = origin.by === "import" && origin.file_name !== null;
      const said = isOfFile
        ? `Stated by whoever imported ${origin.file_name}`
        : "Stated by whoever imported them";
      // Without a date in the file, it counts from the import.
      return origin.at === given_at ? [said, `Imported on ${when}`] : [said, `Counts from ${when}`];
    }
  }
}

/** Explains why there's no proof. */
export function noConsentLabel(by: Origin["by"]): string {
  if (by === "hand") return "There’s none: somebody added them by hand.";
  return by === "api" ? "There’s none: a program added them." : "There’s none.";
}
