export type RawSearch = Record<string, unknown>;

/** Keeps the named parameters that aren't empty. */
export function searchTexts<Key extends string>(
  raw: RawSearch,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const kept: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = raw[key];
    if (typeof value === "string" && value !== "") kept[key] = value;
  }
  return kept;
}

export interface EditorSearch {
  edit?: string;
  /** Set while the form for a new one is open. */
  create?: "yes";
}

export function parseEditorSearch(raw: RawSearch): EditorSearch {
  return { ...searchTexts(raw, ["edit"]), ...(raw.create === "yes" && { create: "yes" }) };
}

export interface OpenParam {
  /** A dialog that opens along with the screen, for links from the palette. */
  open?: "create" | "export";
}

export function parseOpenParam({ open }: RawSearch): OpenParam {
  return open === "create" || open === "export" ? { open } : {};
}

/** Parameters stay text, because a token made of digits isn't a number. */
export function parseSearch(written: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(written));
}

export function writeSearch(search: RawSearch): string {
  const pairs = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "");
  const written = new URLSearchParams(pairs as [string, string][]).toString();
  return written === "" ? "" : `?${written}`;
}
