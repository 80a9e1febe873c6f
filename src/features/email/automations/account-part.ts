import * as z from "zod";
import { restoreFiles, withPictures } from "#src/features/email/templates/library/library.ts";
import { storedText } from "#src/lib/endpoint.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { createAutomation, secretPurpose } from "./automations.ts";
import { definitionSchema } from "./definition-contract.ts";
import type { Action, Definition } from "./definition-rules.ts";
import { AUTOMATION_NAME_CHARS_MAX } from "./rules.ts";
import { findAutomation } from "./store.ts";
import {
  automationBatches,
  automationEvents,
  automationMatches,
  automationRuns,
  automations,
  automationVersions,
} from "./tables.ts";

export const automationsPart: AccountPart = {
  tables: [
    {
      table: automationEvents,
      by: { account: automationEvents.user_id },
      unexported: "They’re what happened and wasn’t looked at yet.",
    },
    {
      table: automationRuns,
      by: { account: automationRuns.user_id },
      exported: {
        as: "rule-runs",
        id: automationRuns.id,
        without: ["user_id", "source", "tries"],
        unrestored: "What rules have done: it’s the other account’s. It’s in the file for reading.",
      },
    },
    {
      table: automationBatches,
      by: { account: automationBatches.user_id },
      unexported: "They’re how a rule’s e-mail goes out.",
    },
    {
      table: automationMatches,
      by: { account: automationMatches.user_id },
      unexported: "They follow from what fans did.",
    },
    {
      table: automationVersions,
      by: { account: automationVersions.user_id },
      exported: {
        as: "rule-versions",
        id: automationVersions.automation_id,
        tie: automationVersions.version,
        isLong: true,
        without: ["user_id", "published_by"],
        unrestored: "Versions of rules: nothing happens by itself after an import. Turn the rules on again.",
      },
    },
    {
      table: automations,
      by: { account: automations.user_id },
      label: "Rules",
      exported: {
        as: "rules",
        id: automations.id,
        isLong: true,
        without: ["user_id", "created_by", "watched", "secret", "budget_day", "budget_used"],
      },
    },
  ],
  sealed: [
    {
      table: automations,
      key: [automations.user_id, automations.id],
      purposes: { secret: ({ id }: { id: string }) => secretPurpose(id) },
    },
  ],
  restore: restoreAutomations,
  people: [automations.created_by, automationVersions.published_by],
};

const exportedAutomation = z.object({
  id: z.uuid(),
  name: storedText(AUTOMATION_NAME_CHARS_MAX),
  draft: definitionSchema,
});

/** Rules come back as drafts that are off: an import never does anything by itself. */
async function restoreAutomations(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const user_id = ctx.account;
  for (const { id, name, draft } of await from.rows("rules", exportedAutomation)) {
    const own = derivedId(user_id, id);
    if (
      (await findAutomation(ctx.db, { user_id, id })) ??
      (await findAutomation(ctx.db, { user_id, id: own }))
    )
      continue;
    const translated = from.translated(draft) as Definition;
    const restored = {
      ...translated,
      actions: await restoreMails(ctx, from, { of: name, actions: translated.actions }),
    };
    await from.trying(name, () => createAutomation(ctx, { id: own, name, draft: restored }));
  }
  return undefined;
}

async function restoreMails(
  ctx: Ctx,
  from: ExportReader,
  { of, actions }: { of: string; actions: readonly Action[] },
): Promise<Action[]> {
  const restored: Action[] = [];
  for (const action of actions) {
    if (action.type !== "send") restored.push(action);
    else {
      const attachments = await restoreFiles(ctx, from, { of, named: action.mail.attachments });
      const written = await withPictures(ctx, from, { of, written: action.mail });
      restored.push({ ...action, mail: { ...written, attachments } });
    }
  }
  return restored;
}
