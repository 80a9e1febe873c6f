/* Texts that staff keep for answers, with the request put in. */
import { fillTemplates, findLanguageOf } from "#src/features/public/moderation/filled-templates.ts";
import type { FilledTemplates } from "#src/features/public/moderation/templates/template-contract.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { languageNamed } from "#src/lib/language.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { REQUEST_ERRORS } from "./contract.ts";
import { findRequest } from "./store.ts";

/** In the language that the answer's e-mail will be in. */
export async function listAnswerTemplates(ctx: StaffCtx, { id }: { id: string }): Promise<FilledTemplates> {
  const row = isId(id) ? await findRequest(ctx.db, id) : undefined;
  if (!row) throw failure(REQUEST_ERRORS, "REQUEST_NOT_FOUND");
  const { account_id, language, subject, number } = row;
  const known = account_id === null ? language : await findLanguageOf(ctx.db, account_id);
  const values = { subject: { text: subject }, number: { text: number } };
  return fillTemplates(ctx, { kind: "help", language: languageNamed(known), values });
}
