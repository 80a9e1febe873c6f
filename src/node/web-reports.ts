import type { Hono } from "hono";
import type { ReportDraft, ReportField } from "#src/features/reports/page/ReportForm.tsx";
import { reportPage } from "#src/features/reports/reports.ts";
import { REPORT_NUMBER_PATTERN } from "#src/features/reports/rules.ts";
import { reportFormPage, reportThanksPage } from "#src/features/site/report-page.tsx";
import type { Site } from "#src/features/site/site.ts";
import { isId } from "#src/lib/endpoint.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { requestFacts } from "#src/platform/http/request-facts.ts";
import { limitBody, refuseOtherSites } from "./web-guards.ts";

interface ReportParts {
  platform: Platform;
  site: Site;
  addressOf(context: { env: unknown }): string;
}

const FORM_BYTES_MAX = 64 * 1024;
const FIELD_CHARS_MAX = 10_000;

/** Which field a refusal is about. */
const FIELDS: Readonly<Record<string, ReportField>> = {
  PAGE_MISSING: "username",
  REASON_MISSING: "reason",
  DETAILS_MISSING: "details",
  EMAIL_INVALID: "email",
};

/** "Report this page" for people: a form that needs no script, and a page with the report's number. */
export function addReports(
  app: Hono<{ Variables: { requestId: string } }>,
  { platform, site, addressOf }: ReportParts,
): void {
  app.get("/help/report", (context) => {
    const draft = readDraft({ username: context.req.query("page") }, platform);
    return site.show(context.req.raw, (home) => reportFormPage(home, draft));
  });
  app.get("/help/report/thanks", (context) => {
    const number = context.req.query("number") ?? "";
    const known = REPORT_NUMBER_PATTERN.test(number) ? number : undefined;
    return site.show(context.req.raw, (home) => reportThanksPage(home, known));
  });
  app.post("/help/report", limitBody(FORM_BYTES_MAX), async (context) => {
    const request = context.req.raw;
    refuseOtherSites(request);
    const form = await context.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    const draft = readDraft(form, platform);
    try {
      const visit = { ...platform, request: requestFacts(request, addressOf(context)) };
      const { number } = await reportPage(visit, { ...draft, website: text(form.website) });
      return context.redirect(`/help/report/thanks?number=${number}`, 303);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const problem = { field: FIELDS[error.code] ?? null, message: error.message };
      return site.show(request, (home) => reportFormPage(home, draft, { status: error.status, problem }));
    }
  });
}

function readDraft(form: Record<string, unknown>, platform: Platform): ReportDraft {
  const id = text(form.id);
  return {
    id: isId(id) ? id : platform.newId(),
    username: text(form.username),
    reason: text(form.reason),
    details: text(form.details),
    email: text(form.email),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.slice(0, FIELD_CHARS_MAX) : "";
}
