/* Counts a campaign's recipients while someone is still choosing them. */

import type { Audience } from "#src/features/audience/segments/audience-rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireCampaign } from "../campaigns.ts";
import type { Reach } from "../preflight/check-contract.ts";
import { countCheck, runPreflight } from "../preflight/preflight.ts";
import { toLeftOut } from "../present.ts";

interface Asked {
  id: string;
  audience?: Audience | undefined;
  topic?: string | undefined;
}

/** Absent fields default to the saved ones. */
export async function countReach(ctx: Ctx, { id, audience, topic }: Asked): Promise<Reach> {
  const row = await requireCampaign(ctx, id);
  await countCheck(ctx);
  const wanted = { ...row, audience: audience ?? row.audience, topic: topic ?? row.topic };
  const { counts, problems } = await runPreflight(ctx, wanted);
  return {
    recipients: counts.recipients,
    left_out: toLeftOut(counts.left_out),
    problems: problems.filter(({ where }) => where === "audience"),
  };
}
