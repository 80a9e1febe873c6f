/* Templates with what they're about put in, in each language that they're written in. */
import { LANGUAGES, type Language, languageNamed } from "#src/lib/language.ts";
import { cutChars } from "#src/lib/text.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { countReasons } from "./cases/case-store.ts";
import { requireCase } from "./cases/cases.ts";
import { reasonLabel } from "./rules.ts";
import type { FilledTemplates, ReplyTemplate } from "./templates/template-contract.ts";
import { fillTemplate, type TemplateKind, type TemplateTexts } from "./templates/template-rules.ts";
import { findLanguageOf } from "./templates/template-store.ts";
import { listTemplates } from "./templates/templates.ts";

export { findLanguageOf } from "./templates/template-store.ts";

const VALUE_CHARS_MAX = 60;

interface About {
  kind: TemplateKind;
  /** Whose language it's written in. */
  language: Language;
  /** By placeholder. Those that are ours are translated. */
  values: Readonly<Record<string, { text: string; isOurs?: boolean }>>;
  /** Reasons of reports, the most frequent first. */
  reasons?: readonly string[];
}

/** For a case's owner. Those for what the page was mostly reported for come first. */
export async function listCaseTemplates(ctx: StaffCtx, { id }: { id: string }): Promise<FilledTemplates> {
  const row = await requireCase(ctx, id);
  const reasons = (await countReasons(ctx.db, [row.id])).map(({ reason }) => reason);
  const [first] = reasons;
  return fillTemplates(ctx, {
    kind: "statement",
    language: languageNamed(row.owner_id === null ? null : await findLanguageOf(ctx.db, row.owner_id)),
    values: {
      page: { text: row.username },
      ...(first !== undefined && { reason: { text: reasonLabel(first), isOurs: true } }),
    },
    reasons,
  });
}

export async function fillTemplates(
  ctx: StaffCtx,
  { kind, language, values, reasons = [] }: About,
): Promise<FilledTemplates> {
  const { items } = await listTemplates(ctx);
  const filled = await Promise.all(LANGUAGES.map((one) => valuesIn(one, values, ctx.now())));
  const textsOf = (texts: TemplateTexts) =>
    Object.fromEntries(
      LANGUAGES.map((one, at) => [one, fillTemplate(texts[one], filled[at] ?? {})]),
    ) as TemplateTexts;
  const rank = (one: ReplyTemplate) => {
    const at = reasons.findIndex((reason) => one.reasons.includes(reason));
    return at === -1 ? reasons.length : at;
  };
  const fitting = items.filter((one) => one.kind === kind).sort((a, b) => rank(a) - rank(b));
  return {
    language,
    items: fitting.map(({ id, name, texts, decisions }) => ({ id, name, texts: textsOf(texts), decisions })),
  };
}

async function valuesIn(language: Language, values: About["values"], now: Date) {
  const say = await translatorFor(language);
  const date = new Intl.DateTimeFormat(language === "en" ? "en-US" : language, {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(now);
  const texts = Object.entries(values).map(([name, { text, isOurs }]) => [
    name,
    isOurs ? say(text) : cutChars(text, VALUE_CHARS_MAX),
  ]);
  return { ...Object.fromEntries(texts), date } as Record<string, string>;
}
