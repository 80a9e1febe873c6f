import type { Frame } from "#src/features/public/frame/frame.ts";
import { isId } from "#src/lib/endpoint.ts";
import { Failure } from "#src/lib/errors.ts";
import { PATHS } from "#src/lib/paths.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { type HttpApp, type HttpParts, visitorCtxOf } from "#src/platform/http/http-module.ts";
import { readRequestForm, requireSameSite } from "#src/platform/http/read-body.ts";
import { letterHttp } from "./letters/http.ts";
import { reportPage } from "./moderation.ts";
import type { ReportDraft, ReportField } from "./page/ReportForm.tsx";
import { reportFormPage, reportThanksPage } from "./report-page.tsx";
import { REPORT_NUMBER_PATTERN } from "./rules.ts";

interface ReportParts extends HttpParts {
  frame: Frame;
}

const FORM_BYTES_MAX = 64 * 1024;
const FIELD_CHARS_MAX = 10_000;

const FIELDS: Readonly<Record<string, ReportField>> = {
  PAGE_MISSING: "username",
  REASON_MISSING: "reason",
  DETAILS_MISSING: "details",
  EMAIL_INVALID: "email",
};

/**
 * "Report this page" for people: a form that works without JavaScript, and a page with the report's number.
 */
export function moderationHttp(app: HttpApp, parts: ReportParts): void {
  const { platform, frame } = parts;
  letterHttp(app, parts);
  app.get(STAFF_PATHS.oldReports, (context) => context.redirect(STAFF_PATHS.moderation, 301));
  app.get(PATHS.report, (context) => {
    const draft = parseDraft(new URLSearchParams({ username: context.req.query("page") ?? "" }), platform);
    return frame.show(context.req.raw, (home, words) => reportFormPage(home, words, { draft }));
  });
  app.get(`${PATHS.report}/thanks`, (context) => {
    const number = context.req.query("number") ?? "";
    const known = REPORT_NUMBER_PATTERN.test(number) ? number : undefined;
    // The link to follow it was made for whoever sent it, and is checked where it leads.
    const follow = context.req.query("follow") ?? "";
    const token = /^[\w-]{20,200}$/.test(follow) ? follow : undefined;
    return frame.show(context.req.raw, (home, words) =>
      reportThanksPage(home, words, { number: known, token }),
    );
  });
  app.post(PATHS.report, async (context) => {
    const request = context.req.raw;
    requireSameSite(request, platform.instance.publicUrl);
    const form = await readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX });
    const draft = parseDraft(form, platform);
    try {
      const { number, status_url } = await reportPage(visitorCtxOf(parts, context), {
        ...draft,
        website: text(form.get("website")),
      });
      return context.redirect(
        `${PATHS.report}/thanks?number=${number}&follow=${status_url.split("/").at(-1)}`,
        303,
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const problem = { field: FIELDS[error.code] ?? null, message: error.message };
      const shown = { draft, problem, status: error.status };
      return frame.show(request, (home, words) => reportFormPage(home, words, shown));
    }
  });
}

function parseDraft(form: URLSearchParams, platform: Platform): ReportDraft {
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
