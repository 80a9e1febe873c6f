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
import { type Reception, receiveForm, refuseOtherSites } from "./web-guards.ts";

interface ReportParts extends Reception {
  platform: Platform;
  site: Site;
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
export function addReports(app: Hono<{ Variables: { requestId: string } }>, parts: ReportParts): void {
  const { platform, site, addressOf } = parts;
  app.get("/help/report", (context) => {
    const draft = readDraft(new URLSearchParams({ username: context.req.query("page") ?? "" }), platform);
    return site.show(context.req.raw, (home) => reportFormPage(home, draft));
  });
  app.get("/help/report/thanks", (context) => {
    const number = context.req.query("number") ?? "";
    const known = REPORT_NUMBER_PATTERN.test(number) ? number : undefined;
    return site.show(context.req.raw, (home) => reportThanksPage(home, known));
  });
  app.post("/help/report", async (context) => {
    const request = context.req.raw;
    refuseOtherSites(request, platform.instance.publicUrl);
    const form = await receiveForm(parts, context, FORM_BYTES_MAX);
    const draft = readDraft(form, platform);
    try {
      const visit = { ...platform, request: requestFacts(request, addressOf(context)) };
      const { number } = await reportPage(visit, { ...draft, website: text(form.get("website")) });
      return context.redirect(`/help/report/thanks?number=${number}`, 303);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const problem = { field: FIELDS[error.code] ?? null, message: error.message };
      return site.show(request, (home) => reportFormPage(home, draft, { status: error.status, problem }));
    }
  });
}

function readDraft(form: URLSearchParams, platform: Platform): ReportDraft {
  const id = text(form.get("id"));
  return {
    id: isId(id) ? id : platform.newId(),
    username: text(form.get("username")),
    reason: text(form.get("reason")),
    details: text(form.get("details")),
    email: text(form.get("email")),
  };
}

function text(value: string | null): string {
  return (value ?? "").slice(0, FIELD_CHARS_MAX);
}
