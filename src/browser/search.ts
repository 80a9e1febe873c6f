/** What a dashboard URL may carry. */
export interface DashboardSearch {
  /** The selected profile. */
  profile?: string;
}

export interface EditorSearch {
  /** The id of what is being edited. */
  edit?: string;
  /** Whether the form for a new one is open. */
  create?: "yes";
}

export interface ProfilesSearch extends EditorSearch {
  /** The open tab of the editor; the first one when left out. */
  tab?: string;
  /** Whether the trash is open. */
  trash?: "yes";
}

export interface PeriodSearch {
  /** A named period such as `7d`, or `custom` with `from` and `to`. */
  period?: string;
  from?: string;
  to?: string;
}

export interface LeadsSearch {
  /** Part of a name, an e-mail address or a phone number. */
  q?: string;
  /** Shows the leads of every profile, and not of the selected one alone. */
  all?: "yes";
}

export interface AuthSearch {
  /** Where to go afterwards, a path of this site. */
  next?: string;
  mode?: "sign-in" | "sign-up";
  /** The username that somebody found free. */
  name?: string;
}

/** What a link from an e-mail carries. */
export interface MailLinkSearch {
  token?: string;
}

type Raw = Record<string, unknown>;

/** Keeps the named parameters that have text. */
function texts<Key extends string>(raw: Raw, keys: readonly Key[]): Partial<Record<Key, string>> {
  const kept: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = raw[key];
    if (typeof value === "string" && value !== "") kept[key] = value;
  }
  return kept;
}

export function readDashboardSearch(raw: Raw): DashboardSearch {
  return texts(raw, ["profile"]);
}

export function readEditorSearch(raw: Raw): EditorSearch {
  return { ...texts(raw, ["edit"]), ...(raw.create === "yes" && { create: "yes" }) };
}

export function readProfilesSearch(raw: Raw): ProfilesSearch {
  return { ...readEditorSearch(raw), ...texts(raw, ["tab"]), ...(raw.trash === "yes" && { trash: "yes" }) };
}

export function readPeriodSearch(raw: Raw): PeriodSearch {
  return texts(raw, ["period", "from", "to"]);
}

export function readLeadsSearch(raw: Raw): LeadsSearch {
  return { ...texts(raw, ["q"]), ...(raw.all === "yes" && { all: "yes" }) };
}

export function readAuthSearch(raw: Raw): AuthSearch {
  const { mode } = raw;
  return { ...texts(raw, ["next", "name"]), ...((mode === "sign-up" || mode === "sign-in") && { mode }) };
}

export function readMailLinkSearch(raw: Raw): MailLinkSearch {
  return texts(raw, ["token"]);
}

/** Parameters stay text: a token made of digits is not a number. */
export function parseSearch(written: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(written));
}

export function writeSearch(search: Raw): string {
  const pairs = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "");
  const written = new URLSearchParams(pairs as [string, string][]).toString();
  return written === "" ? "" : `?${written}`;
}
