import type { BodyBlock } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { isEmptyMail } from "#src/features/email/templates/blocks/blocks-rules.ts";
import { visibleText } from "#src/features/email/templates/rules.ts";
import type { Language } from "#src/lib/language.ts";
import { HOUR_MS, MINUTE_MS } from "#src/lib/time.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { Version, Versions } from "./contract.ts";
import { LATE_HOURS } from "./rules.ts";

const hasText = ({ text, blocks = [] }: Version) =>
  blocks.length > 0 ? !isEmptyMail({ mode: "blocks", blocks, source: "" }) : text !== "";
export const isEmpty = (version: Version) => version.title === "" && !hasText(version);
export const isWhole = (version: Version) => version.title !== "" && hasText(version);

/** True for buttons with words on them that lead nowhere, or to a part of a URL. */
export function hasDeadButton({ blocks = [] }: Version): boolean {
  const buttons = blocks.flatMap((block) => {
    if (block.type === "columns") return block.columns.map(({ label, url }) => ({ label, url }));
    return block.type === "button" ? [{ label: block.label, url: block.url }] : [];
  });
  return buttons.some(({ label, url }) => label.trim() !== "" && !checkUrl(url, { allowLocal: true }).ok);
}

/** What it says as blocks. Plain paragraphs are one of them, with an id that stays the same while it's edited. */
export function blocksOf({ text, blocks = [] }: Version): readonly BodyBlock[] {
  if (blocks.length > 0) return blocks;
  const paragraphs = text.split(/\n+/).filter((line) => line.trim() !== "");
  const html = paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`).join("");
  return [{ id: "text", type: "text", html, align: "left" }];
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What it says, without pictures and formatting. */
export function plainText({ text, blocks = [] }: Version): string {
  return blocks.length === 0 ? text : blocks.map(wordsOf).filter(Boolean).join("\n\n");
}

const wordsIn = (html: string) =>
  visibleText(html).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

function wordsOf(block: BodyBlock): string {
  switch (block.type) {
    case "text":
      return wordsIn(block.html);
    case "heading":
      return block.text;
    case "button":
      return block.label;
    case "picture":
      return block.alt;
    case "columns":
      return block.columns.map(({ html }) => wordsIn(html)).join("\n\n");
    default:
      return "";
  }
}

/** What nobody wrote in a language is read in English. */
export function versionIn(versions: Versions, language: Language): Version {
  const version = versions[language];
  return isWhole(version) ? version : versions.en;
}

/** The first clocks that show a time are 14 hours ahead of UTC, and the last ones 12 hours behind it. */
const AHEAD_MS = 14 * HOUR_MS;
const BEHIND_MS = 12 * HOUR_MS;

const inUtc = (wall: string) => Date.parse(`${wall}Z`);
export const firstMoment = (wall: string) => new Date(inUtc(wall) - AHEAD_MS);

/** True once every clock on Earth shows the time, or a later one. */
export const isOverEverywhere = (wall: string | null, now: Date) =>
  wall === null || now.getTime() >= inUtc(wall) + BEHIND_MS;

interface Timing {
  due_at: string | null;
  last_batch_at: string | null;
}

/** True if nothing ran for so long after it was due, or since its last part, that it may surprise people by now. */
export function isLate({ due_at, last_batch_at }: Timing, now: Date): boolean {
  const times = [due_at, last_batch_at].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  return times.length > 0 && now.getTime() - Math.max(...times) > LATE_HOURS * HOUR_MS;
}

/** Time zones differ from UTC by quarters of an hour. */
const STEP_MS = 15 * MINUTE_MS;
export const nextStep = (now: Date) => new Date((Math.floor(now.getTime() / STEP_MS) + 1) * STEP_MS);
