import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import type { Problem } from "#src/features/email/campaigns/preflight/check-contract.ts";

/** The place to fix a problem: a step of the campaign, its template, or its sending account. */
export type ProblemTarget = "audience" | "content" | "template" | "mailbox";

/** Undefined for problems that can't be fixed here: a missing approval, or the instance's own URL. */
export function problemTargetOf(
  { where }: Pick<Problem, "where">,
  { mode, subject, preheader }: Pick<Campaign, "mode" | "subject" | "preheader">,
): ProblemTarget | undefined {
  const written = mode === "template" ? "template" : "content";
  switch (where) {
    case "audience":
    case "mailbox":
      return where;
    case "domain":
      return "mailbox";
    case "sender":
    case "content":
      return "content";
    case "subject":
      // A campaign's own subject and preview text win over its template's.
      return subject === "" ? written : "content";
    case "preheader":
      return preheader === "" ? written : "content";
    case "html":
    case "links":
    case "text":
      return written;
    default:
      return undefined;
  }
}

/** What a problem is about: a sending account's address, or a version, by its letter. */
export const aboutWords = (about: string): string => (about.length === 1 ? `Version ${about}:` : about);
