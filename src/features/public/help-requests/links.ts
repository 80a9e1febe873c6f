/* The link by which whoever asked for help reads the answers and writes again, without signing in. */
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";

const PURPOSE = "help-requests.exchange";

/** It works as long as the request is kept. Nothing about it is stored. */
export function exchangeUrl({ vault, instance }: Pick<Platform, "vault" | "instance">, id: string): string {
  return `${instance.publicUrl}${PATHS.helpRequestStatus}/${vault.seal(PURPOSE, id)}`;
}

/** Returns the request's id. */
export function parseExchangeToken({ vault }: Pick<Platform, "vault">, token: string): string | undefined {
  return vault.open(PURPOSE, token);
}
