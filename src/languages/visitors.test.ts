import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { LEAD_ERRORS } from "#src/features/audience/leads/contract.ts";
import { HELP_ERRORS } from "#src/features/public/help-requests/contract.ts";
import { EXCHANGE_ERRORS } from "#src/features/public/help-requests/exchange-errors.ts";
import { APPEAL_LABELS, GROUND_LABELS, OUTCOMES } from "#src/features/public/moderation/cases/case-rules.ts";
import { REPORT_ERRORS } from "#src/features/public/moderation/contract.ts";
import { LETTER_ERRORS } from "#src/features/public/moderation/letters/letter-errors.ts";
import { REPORT_REASONS } from "#src/features/public/moderation/rules.ts";
import {
  CONFIRM_MESSAGE,
  duplicateMessage,
  LEAD_TEXTS,
  MISSING_TEXTS,
  successMessage,
  toFormErrors,
} from "#src/features/public/public-page/page/lead/lead-texts.ts";
import { VISITOR_LANGUAGES } from "#src/lib/language.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import catalogues from "./visitors-server.json" with { type: "json" };

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCES = globSync(
  [
    "src/node/{app,gate}.ts",
    "src/{features/*/{clicks,frame,help-requests,links,leads,moderation,public-page,site},platform}/**/*.{ts,tsx}",
  ],
  { cwd: ROOT },
)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(ROOT, file), "utf8"));

const OTHERS = VISITOR_LANGUAGES.filter((language) => language !== "en");
const TEXTS = Object.keys(catalogues.de);
/** What no `say("…")` names, because it comes from a table. */
const FROM_TABLES = [
  ...Object.values(MISSING_TEXTS),
  ...[LEAD_TEXTS.keptError, LEAD_TEXTS.error, LEAD_TEXTS.thanks, LEAD_TEXTS.download],
  toFormErrors({ code: "MISSING_INFORMATION" }).message ?? "",
  ...[true, false].flatMap((hasDownload) => [
    successMessage(hasDownload).text,
    duplicateMessage(hasDownload).text,
  ]),
  CONFIRM_MESSAGE.text,
  ...[LEAD_ERRORS.EMAIL_INVALID, LEAD_ERRORS.PHONE_INVALID, LEAD_ERRORS.TOO_FAST].map(
    ({ message }) => message,
  ),
  ...Object.values({ ...HELP_ERRORS, ...EXCHANGE_ERRORS, ...REPORT_ERRORS, ...LETTER_ERRORS }).map(
    ({ message }) => message,
  ),
  ...REPORT_REASONS.map(([, label]) => label),
  ...[OUTCOMES, GROUND_LABELS, APPEAL_LABELS].flatMap((labels) => Object.values(labels)),
];
/** The same in English. */
const BORROWED = ["Name", "E-mail", "(optional)", "{0} minutes"];

const placeholders = (text: string) => text.match(/\{\d+/g) ?? [];

it("every language has every text that visitors get, and no other", () => {
  const said = SOURCES.flatMap((code) =>
    [...code.matchAll(/\bsay\(\s*"((?:[^"\\]|\\.)*)",?\s*\)/g)].map(([, text = ""]) => text),
  );
  expect(said.length).toBeGreaterThan(20);
  for (const language of OTHERS) {
    const known = Object.keys(catalogues[language]);
    expect([language, known]).toEqual([language, TEXTS]);
    expect([...said, ...FROM_TABLES].filter((text) => !known.includes(text))).toEqual([]);
  }
  const parts = [
    "1 second",
    "{0} seconds",
    "{0} minutes",
    "{0} hours",
    "Too many attempts. Try again in {0}.",
  ];
  const all = SOURCES.join("\n");
  expect(TEXTS.filter((text) => !all.includes(text) && ![...FROM_TABLES, ...parts].includes(text))).toEqual(
    [],
  );
});

it("every text is said in words of its language, with what's filled in", () => {
  for (const language of OTHERS) {
    const odd = Object.entries(catalogues[language]).filter(
      ([english, said]) =>
        said.trim() === "" ||
        (said === english && !BORROWED.includes(english)) ||
        placeholders(said).join() !== placeholders(english).join(),
    );
    expect([language, odd]).toEqual([language, []]);
  }
});

it("a sentence about how long to wait is said as a whole", () => {
  const wait = "Too many attempts. Try again in 10 minutes.";
  expect(visitorTranslatorIn("de").say(wait)).toBe(
    "Zu viele Versuche. Versuch es in 10 Minuten noch einmal.",
  );
  expect(visitorTranslatorIn("nl").say("Too many attempts. Try again in 1 second.")).toBe(
    "Te veel pogingen. Probeer het over 1 seconde opnieuw.",
  );
  expect(visitorTranslatorIn("en").say(wait)).toBe(wait);
});
