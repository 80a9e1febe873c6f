import { PATHS } from "#src/lib/paths.ts";

export function invitationPath(token: string): string {
  return `${PATHS.acceptInvitation}?${new URLSearchParams({ token })}`;
}
