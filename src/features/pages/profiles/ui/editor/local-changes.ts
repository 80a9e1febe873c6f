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

/**
 * By person and profile: browsers are shared, and a session may end without anybody signing out, which removes them all.
 */
type Kept = Record<string, Copies | undefined>;

const KEY = "fanfare.unsaved";
const TAB_KEY = "fanfare.tab";

/** Names the copies of one person's changes of a profile. */
export const copiesKey = (person: string | undefined, profileId: string): string => `${person} ${profileId}`;

/** What something else has damaged is nothing, and makes room for what's typed from now on. */
function readAll(): Kept {
  try {
    return recordOf(JSON.parse(localStorage.getItem(KEY) ?? "null")) as Kept;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function copiesOf(key: string): Copies {
  return recordOf(readAll()[key]) as Copies;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const recordOf = (value: unknown) => (isRecord(value) ? value : {});

function writeCopies(key: string, copies: Copies): void {
  const { [key]: _before, ...others } = readAll();
  const all = Object.keys(copies).length > 0 ? { ...others, [key]: copies } : others;
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

export function localChanges(key: string): LocalChanges | null {
  try {
    const kept = recordOf(copiesOf(key)[tab]) as Partial<LocalChanges>;
    const { updated_at = "", was, values } = kept;
    if (Number.isNaN(Date.parse(updated_at)) || !isRecord(was) || !isRecord(values)) return null;
    return { updated_at, was, values };
  } catch {
    return null;
  }
}

/** Returns false if this browser keeps nothing, or has no room left: then only the open tab has them. */
export function keepLocally(key: string, changes: LocalChanges | null): boolean {
  try {
    const { [tab]: _before, ...others } = copiesOf(key);
    writeCopies(key, changes ? { ...others, [tab]: changes } : others);
    return true;
  } catch {
    return false;
  }
}

/** Returns the tabs that were closed before their changes of the profile were saved. */
export async function closedTabs(key: string): Promise<string[]> {
  try {
    const others = Object.keys(copiesOf(key)).filter((id) => id !== tab);
    if (others.length === 0) return [];
    const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
    return others.filter((id) => !held.has(lockOf(id)));
  } catch {
    return [];
  }
}

/** Makes what a closed tab left this tab's own changes. */
export function takeChangesOf(key: string, closed: string): void {
  try {
    const { [closed]: left, ...others } = copiesOf(key);
    if (left) writeCopies(key, { ...others, [tab]: left });
  } catch {
    // They stay where they are.
  }
}
