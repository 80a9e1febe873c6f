/** In the browser's storage, so that it survives sign-up and the verification e-mail. */
const KEY = "claimed name";
const USERNAME = /^[a-z0-9]{1,30}$/;

/** Remembers the name that a visitor found free, until a first profile has it. */
export function saveClaimedName(name: string | undefined): void {
  if (!USERNAME.test(name ?? "")) return;
  try {
    localStorage.setItem(KEY, name ?? "");
  } catch {
    // Without storage, they type it again.
  }
}

/** Returns the name that this browser's visitor wanted, or undefined. */
export function claimedName(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function deleteClaimedName(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
