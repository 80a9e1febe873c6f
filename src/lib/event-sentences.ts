/* Parts of sentences in the activity log. Their values may be missing or have an old shape. */

/** Joins a list into text for people. Empty for anything but a list. */
export const formatList = (value: unknown): string =>
  Array.isArray(value) ? value.map((word) => String(word).replaceAll("_", " ")).join(", ") : "";

/** “Changed a link: title, url” */
export const changedFields =
  (what: string) =>
  ({ fields }: { readonly fields?: unknown }): string => {
    const names = formatList(fields);
    return names === "" ? `Changed ${what}` : `Changed ${what}: ${names}`;
  };

/** “Kept the account: by mistake”, or only what was done if nobody said why. */
export const because = (what: string, reason: unknown): string =>
  typeof reason === "string" && reason !== "" ? `${what}: ${reason}` : what;

export const isDay = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

export const formatDay = (value: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(value));

export const formatCount = (value: unknown, locale: string, otherwise: string): string =>
  typeof value === "number" ? value.toLocaleString(locale) : otherwise;
