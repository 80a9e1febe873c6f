import type { Platform } from "#src/platform/context.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import { DOMAIN_PROBE_PATH } from "./domain-probe.ts";

const ANSWER_BYTES_MAX = 1000;
/** The first connection may have to wait for its certificate. */
const OPENED_MS_MAX = 30_000;

/**
 * Returns a host's response to the identity probe over HTTPS. Empty for an unexpected response, undefined for
 * none.
 */
export async function probeHttps({ outbound }: Platform, host: string): Promise<string | undefined> {
  const bounds = { bytesMax: ANSWER_BYTES_MAX, milliseconds: OPENED_MS_MAX, accept: "text/plain" };
  try {
    const bytes = await outbound.fetchBytes(`https://${host}${DOMAIN_PROBE_PATH}`, bounds);
    return new TextDecoder().decode(bytes).trim();
  } catch (error) {
    if (error instanceof SafeFetchFailure) return error.problem === "status" ? "" : undefined;
    throw error;
  }
}
