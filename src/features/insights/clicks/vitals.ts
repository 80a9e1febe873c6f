import { microBatch } from "#src/lib/micro-batch.ts";
import { retryOnConflict } from "#src/platform/db/retry.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { TALLY_STATEMENT, type TallyRow, tallyValues } from "./record-store.ts";
import { VITALS, type Vital, vitalStep } from "./vitals-rules.ts";

interface Measured extends Partial<Record<Vital, number | null | undefined>> {
  profile_id: string;
}

/** Adds what browsers measured to the rollups: a crowd's in one statement, which may have each row only once. */
export const vitalsRecorderOf = processLocal((platform) =>
  microBatch(async (all: Measured[]) => {
    const rows = new Map<string, TallyRow>();
    for (const { profile_id, ...measured } of all)
      for (const vital of VITALS) {
        const value = measured[vital];
        if (value === null || value === undefined) continue;
        const key = `${vital}|${vitalStep(vital, value)}`;
        const known = rows.get(`${profile_id} ${key}`);
        if (known) known.views++;
        else rows.set(`${profile_id} ${key}`, { profile_id, key, ...VITAL });
      }
    const values = tallyValues([...rows.values()], platform.now());
    await retryOnConflict(() => platform.database.run(TALLY_STATEMENT, values));
    return all.map(() => undefined);
  }),
);

const VITAL = { is_bot: false, is_suspected: false, dimension: "vital", views: 1, clicks: 0 };
