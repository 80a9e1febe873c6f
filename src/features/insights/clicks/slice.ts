import type { Slice } from "#src/features/slice.ts";
import { clicksPart } from "./account-part.ts";
import { clicksContract } from "./contract.ts";
import { clickJobs } from "./jobs.ts";

export const slice: Slice = {
  contract: { clicks: clicksContract },
  jobs: clickJobs,
  accountPart: clicksPart,
};
