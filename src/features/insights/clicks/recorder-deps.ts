import type { IncomingMessage } from "node:http";
import type { Platform } from "#src/platform/context.ts";
import type { BodyBudget } from "#src/platform/http/body-budget.ts";
import type { FindOwnAccounts } from "./own-visits.ts";
import type { Recorder } from "./recorder.ts";
import type { TargetCache } from "./target-cache.ts";
import type { Budget } from "./token-bucket.ts";
import type { VisitorHasher } from "./visitor-hash.ts";

export interface RecorderDeps {
  platform: Platform;
  recorder: Recorder;
  targets: TargetCache;
  visitors: VisitorHasher;
  budget: Budget;
  /** A separate one, so that measuring a visit leaves the others their room. */
  vitalsBudget: Budget;
  bodies: BodyBudget;
  findOwnAccounts: FindOwnAccounts;
  clientAddress(request: IncomingMessage): string;
}
