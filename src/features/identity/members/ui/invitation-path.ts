import { PATHS } from "#src/lib/paths.ts";

/** Where to return after signing in. */
export function invitationPath(token: string): string {
  return `${PATHS.acceptInvitation}?${new URLSearchParams({ token })}`;
}
