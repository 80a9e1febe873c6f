/* Links that people without an account, or who can't sign in, get about their case or report. */
import { PATHS } from "#src/lib/paths.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";

/** Six months. */
const LETTER_DAYS = 183;
const CASE_PURPOSE = "moderation.case";
const REPORT_PURPOSE = "moderation.report-status";

type Parts = Pick<Platform, "vault" | "now" | "instance">;

/** For the case's owner: to answer, to read the decision, and to appeal. Nothing about the link is stored. */
export function caseLetterUrl(
  { vault, now, instance }: Parts,
  { id, owner_id }: { id: string; owner_id: string | null },
): string {
  const token = vault.seal(CASE_PURPOSE, JSON.stringify([id, owner_id, addDays(now(), LETTER_DAYS)]));
  return `${instance.publicUrl}${PATHS.caseLetter}/${token}`;
}

/** Returns the case and owner of a link that hasn't expired. */
export function parseCaseLetter(
  { vault, now }: Pick<Parts, "vault" | "now">,
  token: string,
): { id: string; owner_id: string } | undefined {
  const text = vault.open(CASE_PURPOSE, token);
  if (text === undefined) return undefined;
  const [id, owner_id, expires] = JSON.parse(text) as [string, string, string];
  return expires > now().toISOString() ? { id, owner_id } : undefined;
}

/** For the reporter, to see how their report is getting on. */
export function reportStatusUrl(
  { vault, instance }: Pick<Parts, "vault" | "instance">,
  number: string,
): string {
  return `${instance.publicUrl}${PATHS.reportStatus}/${vault.seal(REPORT_PURPOSE, number)}`;
}

/** Returns the report's number. */
export function parseReportStatus({ vault }: Pick<Parts, "vault">, token: string): string | undefined {
  return vault.open(REPORT_PURPOSE, token);
}
