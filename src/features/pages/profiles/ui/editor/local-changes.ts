import type { Sent } from "./save-rules.ts";

/** Changes that haven't reached the server: they outlive a reload or a closed tab in this browser. */
interface LocalChanges {
  /** The version that they change. */
  updated_at: string;
  was: Sent;
  /** The form's fields, as typed. */
  values: Readonly<Record<string, unknown>>;
}

/** By profile. Signing out removes them all. */
type Kept = Record<string, LocalChanges | undefined>;

function readAll(): Kept {
  return (JSON.parse(localStorage.getItem("fanfare.unsaved") ?? "null") as Kept | null) ?? {};
}

export function localChanges(profileId: string): LocalChanges | null {
  try {
    const kept = readAll()[profileId];
    return kept && typeof kept.updated_at === "string" && kept.was && kept.values ? kept : null;
  } catch {
    return null;
  }
}

export function keepLocally(profileId: string, changes: LocalChanges | null): void {
  try {
    const { [profileId]: _before, ...others } = readAll();
    const all = changes ? { ...others, [profileId]: changes } : others;
    if (Object.keys(all).length > 0) localStorage.setItem("fanfare.unsaved", JSON.stringify(all));
    else localStorage.removeItem("fanfare.unsaved");
  } catch {
    // Without storage, an open tab still keeps them.
  }
}
