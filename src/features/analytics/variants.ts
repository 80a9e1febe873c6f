import { requireLink } from "#src/features/links/links.ts";
import type { Ctx } from "#src/platform/context.ts";
import { listVariantClicks } from "./store.ts";

/** How often people opened each variant of an A/B test since it began. */
export async function getVariants(ctx: Ctx, { id }: { id: string }): Promise<{ a: number; b: number }> {
  const link = await requireLink(ctx, id);
  const rows = await listVariantClicks(ctx.db, { profileId: link.profile_id, linkId: link.id });
  const clicksOf = (variant: string) => rows.find((row) => row.variant === variant)?.clicks ?? 0;
  return { a: clicksOf("a"), b: clicksOf("b") };
}
