/* How the parsers of other services' pages do, for staff: a service that changes its pages shows here first. */
import { DAY_MS } from "#src/lib/time.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import type { ParserHealth } from "./contract.ts";
import { PARSER_LABELS } from "./parsers/parsers.ts";
import { HEALTH_DAYS, isFailing, RECENT_DAYS } from "./rules.ts";
import { listServiceCounts } from "./store.ts";

export async function listParserHealth(ctx: StaffCtx): Promise<{ items: ParserHealth[] }> {
  const dayBefore = (days: number) =>
    new Date(ctx.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const rows = await listServiceCounts(ctx.db, {
    from: dayBefore(HEALTH_DAYS),
    recent: dayBefore(RECENT_DAYS),
  });
  const items = rows.map((row) => ({
    ...row,
    label: PARSER_LABELS.get(row.service) ?? row.service,
    is_failing: isFailing(row),
  }));
  return { items };
}
