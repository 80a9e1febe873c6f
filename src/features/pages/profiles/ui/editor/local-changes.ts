import type { Sent } from "./save-rules.ts";

/** Changes that haven't reached the server: they outlive a reload or a closed tab in this browser. */
interface LocalChanges {
  /** The version that they change. */
  updated_at: string;
  was: Sent;
  /** The form's fields, as typed. */
  values: Readonly<Record<string, unknown>>;
}

export function localChanges(profileId: string): LocalChanges | null {
  try {
    const kept = JSON.parse(
      localStorage.getItem(`fanfare.unsaved.${profileId}`) ?? "null",
    ) as LocalChanges | null;
    return kept && typeof kept.updated_at === "string" && kept.was && kept.values ? kept : null;
  } catch {
    return null;
  }
}

export function keepLocally(profileId: string, changes: LocalChanges | null): void {
  try {
    if (changes) localStorage.setItem(`fanfare.unsaved.${profileId}`, JSON.stringify(changes));
    else localStorage.removeItem(`fanfare.unsaved.${profileId}`);
  } catch {
    // Without storage, an open tab still keeps them.
  }
}
