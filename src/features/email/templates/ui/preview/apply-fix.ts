import type { Fix } from "#src/features/email/templates/rules.ts";
import type { TemplateValues } from "../use-template-form.ts";

/** Replaces a text in the form wherever it occurs. In HTML, characters may be escaped. */
export function applyFix({ subject, preheader, source, text, blocks, ...others }: TemplateValues, fix: Fix) {
  const replace = (typed: string) =>
    typed.replaceAll(fix.from, fix.to).replaceAll(escaped(fix.from), escaped(fix.to));
  return {
    ...others,
    subject: replace(subject),
    preheader: replace(preheader),
    source: replace(source),
    text: replace(text),
    blocks: inAll(blocks, replace),
  };
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function inAll<T>(value: T, replace: (text: string) => string): T {
  if (typeof value === "string") return replace(value) as T;
  if (Array.isArray(value)) return value.map((item) => inAll(item, replace)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inAll(item, replace)])) as T;
}
