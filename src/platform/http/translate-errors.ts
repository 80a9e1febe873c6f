import type { MiddlewareHandler } from "hono";
import type { Translate } from "#src/lib/translate.ts";
import { requestedLanguage, translatorFor } from "../languages.ts";

/** The parts of an error response that people read. */
interface Refusal {
  message?: unknown;
  data?: {
    fields?: Record<string, unknown>;
    /** Reasons why the action isn't possible. */
    problems?: { message?: unknown }[];
  };
}

/** Translates every error response into the requested language, whichever part of the process created it. */
export const translateErrors: MiddlewareHandler = async (context, next) => {
  await next();
  const language = requestedLanguage(context.req.raw);
  const { res } = context;
  if (language === "en" || res.status < 400) return;
  if (!res.headers.get("content-type")?.startsWith("application/json")) return;
  const refusal = (await res.json()) as Refusal;
  const said = translateError(refusal, await translatorFor(language));
  res.headers.delete("content-length");
  context.res = new Response(JSON.stringify(said), { status: res.status, headers: res.headers });
};

function translateError(refusal: Refusal, say: Translate): Refusal {
  const { message, data } = refusal;
  if (typeof message !== "string") return refusal;
  const translateAny = (words: unknown) => (typeof words === "string" ? say(words) : words);
  const { fields, problems } = data ?? {};
  if (problems) {
    const said = problems.map((problem) => ({ ...problem, message: translateAny(problem.message) }));
    return { ...refusal, message: say(message), data: { ...data, problems: said } };
  }
  if (!fields) return { ...refusal, message: say(message) };
  const said = Object.fromEntries(Object.entries(fields).map(([field, why]) => [field, translateAny(why)]));
  return {
    ...refusal,
    message: translateField(message, { fields, said }, say),
    data: { ...data, fields: said },
  };
}

/** A problem with a field is shown after the field's name. */
function translateField(
  message: string,
  { fields, said }: { fields: Record<string, unknown>; said: Record<string, unknown> },
  say: Translate,
): string {
  const field = Object.keys(fields).find((one) => message === `${one}: ${fields[one]}`);
  return field === undefined ? say(message) : `${field}: ${said[field]}`;
}
