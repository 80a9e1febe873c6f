/** Kept in the browser, so that it survives sign-up and the e-mail that verifies an address. */
const KEY = "claimed name";
const USERNAME = /^[a-z0-9]{1,30}$/;

/** Keeps the name that a visitor found free, until a first profile has it. */
export function keepClaimedName(name: string | undefined): void {
  if (!USERNAME.test(name ?? "")) return;
  try {
    localStorage.setItem(KEY, name ?? "");
  } catch {
    // Then it is typed once more.
  }
}

/** The name that this browser's visitor wanted; undefined for none. */
export function claimedName(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function dropClaimedName(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
