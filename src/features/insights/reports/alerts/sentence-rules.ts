/* The dashboard shows these texts. */
import { bidiIsolate } from "#src/lib/text.ts";
import { type AlertCause, type AlertKind, causeName } from "./alert-rules.ts";

interface Told {
  kind: AlertKind;
  hours: number;
  views: number;
  usual: number;
}

export function alertSentence({ kind, hours, views, usual }: Told, locale: string): string {
  const [n, was] = [views.toLocaleString(locale), usual.toLocaleString(locale)];
  if (kind === "spike") return `${n} views in an hour, where about ${was} are usual at that time.`;
  return `${n} views in ${hours} hours, where about ${was} are usual at that time.`;
}

/** Undefined if nothing stands out. */
export function causeSentence(
  { kind, name }: Pick<AlertCause, "kind" | "name">,
  locale: string,
): string | undefined {
  if (kind === "page_off") return "The page was turned off.";
  if (kind === "link_hidden") return "A link was hidden or deleted shortly before.";
  if (kind === "unknown") return undefined;
  return `Most of the difference: ${bidiIsolate(causeName(`${kind} ${name}`, locale))}.`;
}
