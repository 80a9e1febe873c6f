import type { MiddlewareHandler } from "hono";
import type { Translate } from "#src/lib/translate.ts";
import { requestedLanguage, translatorFor } from "../languages.ts";

/** What refuses, as far as people read it. */
interface Refusal {
  message?: unknown;
  data?: {
    /** What's wrong with a field, by its name. */
    fields?: Record<string, unknown>;
    /** What's in the way. */
    problems?: { message?: unknown }[];
  };
}

/** Says every refusal in the language that its request asks for, whatever part of the process refused. */
export const translateErrors: MiddlewareHandler = async (context, next) => {
  await next();
  const language = requestedLanguage(context.req.raw);
  const { res } = context;
  if (language === "en" || res.status < 400) return;
  if (!res.headers.get("content-type")?.startsWith("application/json")) return;
  const refusal = (await res.json()) as Refusal;
  const said = sayRefusal(refusal, await translatorFor(language));
  res.headers.delete("content-length");
  context.res = new Response(JSON.stringify(said), { status: res.status, headers: res.headers });
};

function sayRefusal(refusal: Refusal, say: Translate): Refusal {
  const { message, data } = refusal;
  if (typeof message !== "string") return refusal;
  const sayAny = (words: unknown) => (typeof words === "string" ? say(words) : words);
  const { fields, problems } = data ?? {};
  if (problems) {
    const said = problems.map((problem) => ({ ...problem, message: sayAny(problem.message) }));
    return { ...refusal, message: say(message), data: { ...data, problems: said } };
  }
  if (!fields) return { ...refusal, message: say(message) };
  const said = Object.fromEntries(Object.entries(fields).map(([field, why]) => [field, sayAny(why)]));
  return { ...refusal, message: sayField(message, { fields, said }, say), data: { ...data, fields: said } };
}

/** What's wrong with a field is said with its name in front. */
function sayField(
  message: string,
  { fields, said }: { fields: Record<string, unknown>; said: Record<string, unknown> },
  say: Translate,
): string {
  const field = Object.keys(fields).find((one) => message === `${one}: ${fields[one]}`);
  return field === undefined ? say(message) : `${field}: ${said[field]}`;
}
