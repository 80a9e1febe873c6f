/* Each person's views of an account's tables, on all of their devices. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import { findViews, upsertViews } from "./store.ts";
import type { TableViews, viewsContract } from "./views-contract.ts";

type Inputs = InferContractRouterInputs<typeof viewsContract>;

export async function getTableViews(
  ctx: Ctx,
  { table }: Inputs["tableViews"],
): Promise<{ views: TableViews | null }> {
  const { id: person } = requirePerson(ctx);
  const views = await findViews(ctx.db, { account: ctx.account, person, table });
  return { views: views ?? null };
}

/** The last save wins. */
export async function saveTableViews(
  ctx: Ctx,
  { table, views }: Inputs["keepTableViews"],
): Promise<{ views: TableViews }> {
  const { id: person } = requirePerson(ctx);
  await ctx.write((ctx) => upsertViews(ctx.db, { account: ctx.account, person, table, views }));
  return { views };
}
