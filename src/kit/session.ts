import { AUTH_API_PATH } from "#src/lib/paths.ts";

/** True if this browser is signed in. Unlike a failed call, this check causes no error. */
export async function hasSession(): Promise<boolean> {
  return (await sessionUserId()) !== undefined;
}

/** Returns the id of the signed-in person, if any. */
export async function sessionUserId(): Promise<string | undefined> {
  const response = await fetch(`${AUTH_API_PATH}/get-session`, { credentials: "same-origin" });
  const session: { user?: { id: string } } | null = response.ok ? await response.json() : null;
  return session?.user?.id;
}
