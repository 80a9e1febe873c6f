import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { SafeFetchFailure, type SafeFetchProblem } from "#src/platform/outbound/safe-fetch.ts";
import { CASE_ERRORS } from "./cases/case-contract.ts";
import { findCaseLink } from "./cases/case-store.ts";
import { requireCase } from "./cases/cases.ts";

const STEPS_MAX = 10;
const STEP_MS = 5000;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const URL_CHARS_MAX = 2000;

interface Step {
  url: string;
  /** Null if there was no answer. */
  status: number | null;
}

const PROBLEMS: Readonly<Record<SafeFetchProblem, string>> = {
  forbidden: "It leads to a private network or something that isn’t a website.",
  unreachable: "There was no answer.",
  status: "There was no answer.",
  too_large: "There was no answer.",
  too_slow: "There was no answer in time.",
};

/** Follows a link of a case's page, without reading what's there. Staff's browsers never go there themselves. */
export async function resolveCaseLink(
  ctx: StaffCtx,
  { id, link_id }: { id: string; link_id: string },
): Promise<{ steps: Step[]; problem: string | null }> {
  const { profile_id } = await requireCase(ctx, id);
  const link =
    profile_id !== null && isId(link_id)
      ? await findCaseLink(ctx.db, { profileId: profile_id, id: link_id })
      : undefined;
  if (!link) throw failure(CASE_ERRORS, "LINK_GONE");
  return followRedirects(ctx, link.url);
}

/** Where an address leads, step by step. */
export async function followRedirects({ outbound }: Pick<Platform, "outbound">, first: string) {
  const steps: Step[] = [];
  let url: string | undefined = first;
  while (url !== undefined && steps.length < STEPS_MAX) {
    const step: Step = { url: url.slice(0, URL_CHARS_MAX), status: null };
    steps.push(step);
    try {
      const sent = { headers: { accept: "text/html,*/*" }, bytesKept: 1, milliseconds: STEP_MS };
      const { status, headers } = await outbound.request("GET", url, sent);
      step.status = status;
      url = REDIRECTS.includes(status) ? URL.parse(headers.location ?? "", url)?.href : undefined;
    } catch (error) {
      if (!(error instanceof SafeFetchFailure)) throw error;
      return { steps, problem: PROBLEMS[error.problem] };
    }
  }
  return { steps, problem: url === undefined ? null : "The redirects don’t end." };
}
