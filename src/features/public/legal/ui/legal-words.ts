import type { LegalVersion } from "#src/features/public/legal/contract.ts";
import type { Notice } from "#src/features/public/legal/rules.ts";
import { LOCALE } from "#src/kit/locale.ts";

/** The day that its public page shows, too. */
export function formatLegalDay(at: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: "UTC" }).format(new Date(at));
}

export const NOTICE_LABELS: Readonly<Record<Notice, string>> = {
  agree: "People have to agree",
  tell: "People are told",
  quiet: "Nobody is told",
};

export const STATE_LABELS: Readonly<Record<LegalVersion["state"], { label: string; color: string }>> = {
  current: { label: "In force", color: "teal" },
  upcoming: { label: "Takes effect later", color: "blue" },
  past: { label: "No longer in force", color: "gray" },
  replaced: { label: "Replaced before its day", color: "gray" },
};
