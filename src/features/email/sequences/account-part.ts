import * as z from "zod";
import { restoreFiles, withPictures } from "#src/features/email/templates/library/library.ts";
import { storedText } from "#src/lib/endpoint.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { definitionSchema } from "./definition-contract.ts";
import type { Definition, Step } from "./definition-rules.ts";
import { SEQUENCE_NAME_CHARS_MAX } from "./rules.ts";
import { createSequence } from "./sequences.ts";
import { findSequence } from "./store.ts";
import {
  enrollmentSteps,
  enrollments,
  sequenceBatches,
  sequences,
  sequenceVersions,
  triggerMatches,
} from "./tables.ts";

const PAST =
  "Who was in a sequence, and how far they came: it’s the other account’s. It’s in the file for reading.";

export const sequencesPart: AccountPart = {
  tables: [
    {
      table: enrollmentSteps,
      by: { account: enrollmentSteps.user_id },
      exported: {
        as: "sequence-steps",
        id: enrollmentSteps.enrollment_id,
        tie: enrollmentSteps.number,
        without: ["user_id"],
        unrestored: PAST,
      },
    },
    {
      table: enrollments,
      by: { account: enrollments.user_id },
      exported: { as: "sequence-enrollments", id: enrollments.id, without: ["user_id"], unrestored: PAST },
    },
    {
      table: sequenceBatches,
      by: { account: sequenceBatches.user_id },
      unexported: "They’re how a sequence’s e-mail goes out.",
    },
    {
      table: triggerMatches,
      by: { account: triggerMatches.user_id },
      unexported: "They follow from tags and stages.",
    },
    {
      table: sequenceVersions,
      by: { account: sequenceVersions.user_id },
      exported: {
        as: "sequence-versions",
        id: sequenceVersions.sequence_id,
        tie: sequenceVersions.version,
        isLong: true,
        without: ["user_id", "published_by"],
        unrestored:
          "Published versions of sequences: nothing goes out by itself after an import. Publish them again.",
      },
    },
    {
      table: sequences,
      by: { account: sequences.user_id },
      label: "Sequences",
      exported: { as: "sequences", id: sequences.id, isLong: true, without: ["user_id", "created_by"] },
    },
  ],
  restore: restoreSequences,
  people: [sequences.created_by, sequenceVersions.published_by],
};

const exportedSequence = z.object({
  id: z.uuid(),
  name: storedText(SEQUENCE_NAME_CHARS_MAX),
  draft: definitionSchema,
});

/** Sequences come back as drafts: an import never sends anything. */
async function restoreSequences(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const user_id = ctx.account;
  for (const { id, name, draft } of await from.rows("sequences", exportedSequence)) {
    const own = derivedId(user_id, id);
    if ((await findSequence(ctx.db, { user_id, id })) ?? (await findSequence(ctx.db, { user_id, id: own })))
      continue;
    const translated = from.translated(draft) as Definition;
    const restored = {
      ...translated,
      steps: await restoreMails(ctx, from, { of: name, steps: translated.steps }),
    };
    await from.trying(name, () => createSequence(ctx, { id: own, name, draft: restored }));
  }
  return undefined;
}

async function restoreMails(
  ctx: Ctx,
  from: ExportReader,
  { of, steps }: { of: string; steps: readonly Step[] },
): Promise<Step[]> {
  const restored: Step[] = [];
  for (const step of steps) {
    if (step.type === "send") {
      const attachments = await restoreFiles(ctx, from, { of, named: step.mail.attachments });
      const { mail, test } = step;
      const written = await withPictures(ctx, from, { of, written: { mail, ...(test && { test }) } });
      restored.push({ ...step, ...written, mail: { ...written.mail, attachments } });
    } else if (step.type === "branch") {
      const yes = await restoreMails(ctx, from, { of, steps: step.yes });
      restored.push({ ...step, yes, no: await restoreMails(ctx, from, { of, steps: step.no }) });
    } else if (step.type === "split") {
      const parts = [];
      for (const part of step.parts)
        parts.push({ ...part, steps: await restoreMails(ctx, from, { of, steps: part.steps }) });
      restored.push({ ...step, parts });
    } else restored.push(step);
  }
  return restored;
}
