import * as z from "zod";
import { requireCampaign } from "#src/features/email/campaigns/campaigns.ts";
import { withPictures } from "#src/features/email/templates/library/library.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { createTest } from "./ab-tests.ts";
import { createTestSchema, testSchema } from "./contract.ts";
import { figuresSchema } from "./figures-contract.ts";
import { findTest, insertTest, upsertVariants } from "./store.ts";
import { abAssignments, abTests, abVariants } from "./tables.ts";

const IMPORT_ERRORS = {
  TEST_RUNNING: {
    status: 409,
    message: "This test is still running in the other account, so it wasn’t added here.",
  },
} as const;

const RAN = "Who got which version in an A/B test: it’s the other account’s. It’s in the file for reading.";

export const abTestsPart: AccountPart = {
  tables: [
    {
      table: abAssignments,
      by: { account: abAssignments.user_id },
      exported: {
        as: "ab-assignments",
        id: abAssignments.test_id,
        tie: abAssignments.contact_id,
        without: ["user_id"],
        unrestored: RAN,
      },
    },
    {
      table: abVariants,
      by: { account: abVariants.user_id },
      exported: {
        as: "ab-versions",
        id: abVariants.test_id,
        tie: abVariants.position,
        isLong: true,
        without: ["user_id"],
      },
    },
    {
      table: abTests,
      by: { account: abTests.user_id },
      label: "A/B tests",
      exported: { as: "ab-tests", id: abTests.id, without: ["user_id", "created_by"] },
    },
  ],
  restore: restoreTests,
  people: [abTests.created_by],
};

const versionSchema = testSchema.shape.versions.element;
const exportedVersion = versionSchema
  .extend({
    mailbox_id: versionSchema.shape.mailbox_id.default(null),
    from_address: versionSchema.shape.from_address.default(""),
    mode: versionSchema.shape.mode.default(null),
    blocks: versionSchema.shape.blocks.default([]),
    theme: versionSchema.shape.theme.default(null),
  })
  .extend({ test_id: z.uuid(), position: z.int() });
const { shape } = createTestSchema.required();
const exportedTest = testSchema
  .omit({ versions: true, figures: true })
  .extend({ id: z.uuid(), name: shape.name, result: figuresSchema.nullable() });
type ExportedTest = z.output<typeof exportedTest>;
type ExportedVersion = z.output<typeof exportedVersion>;

/**
 * Tests that are over come back with what was found; drafts, with the campaign that they're of. One that was running goes on
 * in the other account.
 */
async function restoreTests(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const user_id = ctx.account;
  const versions = await from.rows("ab-versions", exportedVersion);
  for (const test of await from.rows("ab-tests", exportedTest)) {
    const id = derivedId(user_id, test.id);
    if ((await findTest(ctx.db, { user_id, id: test.id })) ?? (await findTest(ctx.db, { user_id, id })))
      continue;
    const own = versions
      .filter(({ test_id }) => test_id === test.id)
      .toSorted((a, b) => a.position - b.position);
    const written = await withPictures(ctx, from, { of: test.name, written: own });
    await from.trying(test.name || "A/B test", () => restoreTest(ctx, { ...test, id }, written));
  }
}

async function restoreTest(
  ctx: Ctx,
  test: ExportedTest,
  versions: readonly ExportedVersion[],
): Promise<void> {
  const { id, campaign_id: of, state } = test;
  const user_id = ctx.account;
  if (versions.length < 2) return;
  if (state === "collecting") throw failure(IMPORT_ERRORS, "TEST_RUNNING");
  if (state !== "draft") return restorePast(ctx, test, versions);
  const campaign_id = of === null ? undefined : derivedId(user_id, of);
  if (campaign_id !== undefined && !(await isThere(ctx, campaign_id))) return;
  const form = createTestSchema.parse({ ...test, id, campaign_id, versions });
  await createTest(ctx, form);
}

async function isThere(ctx: Ctx, campaign_id: string): Promise<boolean> {
  try {
    await requireCampaign(ctx, campaign_id);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return false;
    throw error;
  }
}

async function restorePast(
  ctx: Ctx,
  { id, result, rolled_out_at, decided_at, ...test }: ExportedTest,
  versions: readonly ExportedVersion[],
): Promise<void> {
  const key = { user_id: ctx.account, id };
  await ctx.write(async (ctx) => {
    // What was to go out later did so in the other account.
    const over = { decided_at, rolled_out_at: rolled_out_at ?? decided_at };
    if (!(await insertTest(ctx.db, { ...test, ...key, ...over, result, campaign_id: null }))) return;
    await upsertVariants(
      ctx.db,
      key,
      versions.map(({ test_id: _test, position: _position, ...version }) => version),
    );
  });
}
