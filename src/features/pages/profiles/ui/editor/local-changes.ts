import { newId } from "#src/kit/new-id.ts";
import type { Sent } from "./save-rules.ts";

/** Changes that haven't reached the server: they outlive a reload or a closed tab in this browser. */
interface LocalChanges {
  /** The version that they change. */
  updated_at: string;
  was: Sent;
  /** The form's fields, as typed. */
  values: Readonly<Record<string, unknown>>;
}

/** By tab, because two tabs may have different changes of one profile. */
type Copies = Record<string, LocalChanges>;

/** By profile. Signing out removes them all. */
type Kept = Record<string, Copies | LocalChanges | undefined>;

const KEY = "fanfare.unsaved";
const TAB_KEY = "fanfare.tab";

function readAll(): Kept {
  return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null) ?? {};
}

/** What an earlier release kept belongs to no tab. */
function copiesOf(profileId: string): Copies {
  const kept = readAll()[profileId] ?? {};
  return "updated_at" in kept ? { "": kept as LocalChanges } : (kept as Copies);
}

function writeCopies(profileId: string, copies: Copies): void {
  const { [profileId]: _before, ...others } = readAll();
  const all = Object.keys(copies).length > 0 ? { ...others, [profileId]: copies } : others;
  if (Object.keys(all).length > 0) localStorage.setItem(KEY, JSON.stringify(all));
  else localStorage.removeItem(KEY);
}

function renameTab(id: string): string {
  try {
    sessionStorage.setItem(TAB_KEY, id);
  } catch {
    // Without storage, there's nothing to keep either.
  }
  return id;
}

function storedTab(): string | null {
  try {
    return sessionStorage.getItem(TAB_KEY);
  } catch {
    return null;
  }
}

/** Stays the same when the tab is reloaded. */
let tab = storedTab() ?? renameTab(newId());

const lockOf = (id: string) => `${TAB_KEY} ${id}`;

/** Tells other tabs that this one is open. A duplicate of another tab, which has its id, takes a new one. */
function holdTab(): void {
  void navigator.locks?.request(lockOf(tab), { ifAvailable: true }, (lock) => {
    // It ends with the tab.
    if (lock) return new Promise(() => undefined);
    tab = renameTab(newId());
    holdTab();
    return undefined;
  });
}
holdTab();

export function localChanges(profileId: string): LocalChanges | null {
  try {
    const kept = copiesOf(profileId)[tab];
    return kept && typeof kept.updated_at === "string" && kept.was && kept.values ? kept : null;
  } catch {
    return null;
  }
}

export function keepLocally(profileId: string, changes: LocalChanges | null): void {
  try {
    const { [tab]: _before, ...others } = copiesOf(profileId);
    writeCopies(profileId, changes ? { ...others, [tab]: changes } : others);
  } catch {
    // Without storage, an open tab still keeps them.
  }
}

/** Returns the tabs that were closed before their changes of the profile were saved. */
export async function closedTabs(profileId: string): Promise<string[]> {
  try {
    const others = Object.keys(copiesOf(profileId)).filter((id) => id !== tab);
    if (others.length === 0) return [];
    const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
    return others.filter((id) => !held.has(lockOf(id)));
  } catch {
    return [];
  }
}

/** Makes what a closed tab left this tab's own changes. */
export function takeChangesOf(profileId: string, closed: string): void {
  try {
    const { [closed]: left, ...others } = copiesOf(profileId);
    if (left) writeCopies(profileId, { ...others, [tab]: left });
  } catch {
    // They stay where they are.
  }
}
