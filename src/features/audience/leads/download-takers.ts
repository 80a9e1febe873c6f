/* What later slices know of downloads: which of them brings one to somebody in place of the form's own e-mail. */
import type { Platform } from "#src/platform/context.ts";

interface RequestedDownload {
  account: string;
  /** The sign-up, its page, and whose it is. */
  lead_id: string;
  profile_id: string;
  contact_id: string;
  /** The download's URL. */
  url: string;
  /** The sign-up's event, while it's what somebody reacts to. */
  event_id?: string;
}

/** True if it brings the download to them, now or once they may have e-mail. */
export type TakeDownload = (platform: Platform, requested: RequestedDownload) => Promise<boolean>;

let takers: readonly TakeDownload[] | undefined;

/** Called on load by the process, because this slice comes before those that send e-mail. */
export function registerDownloadTakers(known: readonly TakeDownload[]): void {
  takers = known;
}

export async function isDownloadTaken(platform: Platform, requested: RequestedDownload): Promise<boolean> {
  if (!takers) throw new Error("Nobody has registered what brings downloads.");
  for (const take of takers) if (await take(platform, requested)) return true;
  return false;
}
