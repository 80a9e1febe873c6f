import { PATHS } from "#src/lib/paths.ts";

/** Returns the destination after signing in. */
export function invitationPath(token: string): string {
  return `${PATHS.acceptInvitation}?${new URLSearchParams({ token })}`;
}
