import type { IncomingMessage } from "node:http";
import type { Platform } from "#src/platform/context.ts";
import type { Bodies } from "#src/platform/http/bodies.ts";
import type { Budget } from "./budget.ts";
import type { FindOwnAccounts } from "./own-visits.ts";
import type { Recorder } from "./recorder.ts";
import type { Targets } from "./targets.ts";
import type { Visitors } from "./visitors.ts";

/** What it takes to record what visitors do. */
export interface Intake {
  platform: Platform;
  recorder: Recorder;
  targets: Targets;
  visitors: Visitors;
  budget: Budget;
  bodies: Bodies;
  findOwnAccounts: FindOwnAccounts;
  clientAddress(request: IncomingMessage): string;
}
