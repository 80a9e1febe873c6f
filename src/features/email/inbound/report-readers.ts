import type { Platform } from "#src/platform/context.ts";

/** DMARC reports that came to a sending account's inbox, as files. */
export interface MailedReports {
  account: string;
  mailbox_id: string;
  files: readonly Uint8Array[];
}

/** Returns false if none of the files is a report about the account, so that the e-mail is read as any other. */
export type ReportReader = (platform: Platform, reports: MailedReports) => Promise<boolean>;

let readers: readonly ReportReader[] = [];

/** The process registers readers on load, because the slice that keeps reports comes after this one. */
export function registerReportReaders(all: readonly ReportReader[]): void {
  readers = all;
}

export async function offerReports(platform: Platform, reports: MailedReports): Promise<boolean> {
  for (const read of readers) if (await read(platform, reports)) return true;
  return false;
}
