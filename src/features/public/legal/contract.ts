import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { SETTINGS_ERRORS } from "#src/features/instance/settings/contract.ts";
import {
  JSON_BODY,
  listOf,
  person,
  routesOf,
  staff,
  staffPerson,
  storedMoment,
  storedText,
  writtenText,
} from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import type { Language } from "#src/lib/language.ts";
import { LEGAL_NAMES, NOTICES, SUMMARY_CHARS_MAX, TEXT_CHARS_MAX, TEXTS_BYTES_MAX } from "./rules.ts";

export const LEGAL_ERRORS = {
  LEGAL_DRAFT_MISSING: { status: 404, message: "There’s no draft of this text." },
  LEGAL_TEXT_EMPTY: { status: 400, message: "It needs a text, in English at least." },
  LEGAL_SUMMARY_MISSING: { status: 400, message: "Say what has changed, in English at least." },
  LEGAL_DATE_WRONG: { status: 400, message: "Choose a day that’s still to come, within a year." },
  LEGAL_VERSION_NOT_FOUND: { status: 404, message: "There’s no such version." },
  LEGAL_VERSION_REPLACED: {
    status: 409,
    message: "That version isn’t in force. Reload to see the one that is.",
  },
} as const;

const name = z.enum(LEGAL_NAMES);
const ofText = z.object({ name });

const textsOf = (charsMax: number) =>
  z.object({
    en: writtenText(charsMax),
    es: writtenText(charsMax).default(""),
  } satisfies Record<Language, z.ZodType>);

const shownTexts = z.object({ en: z.string(), es: z.string() } satisfies Record<Language, z.ZodType>);

const versionSchema = z.object({
  number: z.number(),
  summary: shownTexts,
  notice: z.enum(NOTICES),
  effective_at: z.string(),
  published_at: z.string(),
  /** Null once they’ve left. */
  by: z.string().nullable(),
  /** `replaced` never came into force, because a newer one did earlier. */
  state: z.enum(["current", "upcoming", "past", "replaced"]),
  /** Whether everyone who’s to hear of it has. */
  is_told: z.boolean(),
  /** Of those who had an account when it came into force. Null if nobody has to agree to it. */
  agreed: z.object({ people: z.number(), of: z.number() }).nullable(),
});
export type LegalVersion = z.output<typeof versionSchema>;

const legalTextSchema = z.object({
  name,
  /** The version in force; 0 for the text that came with Fanfare. */
  current: z.number(),
  draft: z.object({ updated_at: z.string() }).nullable(),
  /** Newest first. */
  versions: z.array(versionSchema),
});
export type LegalText = z.output<typeof legalTextSchema>;

const draftSchema = z.object({
  texts: shownTexts,
  summary: shownTexts,
  updated_at: z.string(),
});

const editedSchema = z.object({
  draft: draftSchema.nullable(),
  current: z.object({ number: z.number(), texts: shownTexts }),
  /** The text that comes with Fanfare, as it is today. */
  built_in: shownTexts,
});
export type EditedText = z.output<typeof editedSchema>;

const owedSchema = z.object({
  name,
  version: z.number(),
  summary: shownTexts,
  effective_at: z.string(),
});
export type OwedText = z.output<typeof owedSchema>;

const { CHANGED_MEANWHILE } = SETTINGS_ERRORS;
/** When the draft was last saved, as far as the caller knows; null if there was none. */
const seen = z.string().max(40).nullable();
const { get, post, put, del, ask } = routesOf("legal");
const TEXTS_BODY = { ...JSON_BODY, bytesMax: TEXTS_BYTES_MAX };

export const legalContract = {
  list: staff("settings")
    .route(get("/admin/legal-texts", "The legal texts: what’s in force, what was, and what’s to come"))
    .output(listOf(legalTextSchema)),
  find: staff("settings")
    .route(
      get("/admin/legal-texts/{name}", "A legal text’s draft, what’s in force, and what came with Fanfare"),
    )
    .input(ofText)
    .output(editedSchema),
  findVersion: staff("settings")
    .route(
      get(
        "/admin/legal-texts/{name}/versions/{number}",
        "One version of a legal text, in each of its languages",
      ),
    )
    .errors(pickErrors(LEGAL_ERRORS, "LEGAL_VERSION_NOT_FOUND"))
    .input(ofText.extend({ number: z.string().max(10) }))
    .output(z.object({ texts: shownTexts })),
  preview: staff("settings", TEXTS_BODY)
    .route(ask("/admin/legal-texts/preview", "How Markdown reads on the page of a legal text"))
    .input(z.object({ text: storedText(TEXT_CHARS_MAX) }))
    .output(z.object({ html: z.string() })),
  saveDraft: staff("settings", TEXTS_BODY)
    .route(
      put(
        "/admin/legal-texts/{name}/draft",
        "Write the next version of a legal text; nobody else sees it yet",
      ),
    )
    .errors({ CHANGED_MEANWHILE })
    .input(ofText.extend({ texts: textsOf(TEXT_CHARS_MAX), summary: textsOf(SUMMARY_CHARS_MAX), seen }))
    .output(draftSchema),
  discardDraft: staff("settings")
    .route(del("/admin/legal-texts/{name}/draft", "Throw away the draft of a legal text"))
    .errors({ CHANGED_MEANWHILE, ...pickErrors(LEGAL_ERRORS, "LEGAL_DRAFT_MISSING") })
    .input(ofText.extend({ seen: seen.optional() }))
    .output(ofText),
  publish: staffPerson("settings")
    .route(
      post(
        "/admin/legal-texts/{name}/publish",
        "Publish the draft of a legal text as a version, in force at once or later, and tell people about it",
      ),
    )
    .errors({
      CHANGED_MEANWHILE,
      ...pickErrors(LEGAL_ERRORS, "LEGAL_DRAFT_MISSING", "LEGAL_TEXT_EMPTY", "LEGAL_SUMMARY_MISSING"),
      ...pickErrors(LEGAL_ERRORS, "LEGAL_DATE_WRONG"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(ofText.extend({ notice: z.enum(NOTICES), effective_at: storedMoment.nullable(), seen }))
    .output(versionSchema),
  listOwed: person("account.see")
    .route(get("/me/legal-texts", "The legal texts that you have to agree to before you go on"))
    .output(listOf(owedSchema)),
  agree: person("account.see")
    .route(post("/me/legal-texts/agree", "Agree to legal texts in the version that’s in force"))
    .errors(pickErrors(LEGAL_ERRORS, "LEGAL_VERSION_REPLACED"))
    .input(
      z.object({
        items: z
          .array(ofText.extend({ version: z.int().min(0).max(1_000_000) }))
          .min(1)
          .max(LEGAL_NAMES.length),
      }),
    )
    .output(listOf(owedSchema)),
};
