/*
 * Tests of campaigns: versions of an e-mail, and who gets which. A later slice decides on them, and this one sends them.
 */
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import type { Theme } from "#src/features/email/templates/rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { CampaignMode } from "./rules.ts";
import type { CampaignRow } from "./store.ts";

/** What a version says instead of the campaign. What's empty or null is as in the campaign. */
export interface VersionChanges {
  subject: string;
  preheader: string;
  from_name: string;
  /** Its own sending account. */
  mailbox_id: string | null;
  /** What of the next three it says. Null for what the campaign says. */
  mode: CampaignMode | null;
  template_id: string | null;
  html: string;
  blocks: Block[];
  theme: Theme | null;
  /** How long after the campaign's start it goes out. */
  delay_minutes: number;
}

export interface TestPlan {
  test_id: string;
  /** The first one is the campaign's own. */
  versions: readonly VersionChanges[];
  /** The part of all that get nothing, from 0 to 1, and the part or number that the versions go to. */
  holdout_share: number;
  sample: { share: number } | { number: number };
}

export interface CampaignTests {
  /** The test that a campaign starts with, if it has one. */
  findPlan(ctx: Ctx, campaignId: string): Promise<TestPlan | undefined>;
  /** The campaign has started, in the transaction that gave its recipients their rows. */
  started(ctx: Ctx, campaignId: string): Promise<void>;
}

let tests: CampaignTests | undefined;

/** Called on load by the process, because this slice comes before the one with tests. */
export function registerCampaignTests(known: CampaignTests): void {
  tests = known;
}

export function campaignTests(): CampaignTests {
  if (!tests) throw new Error("Nobody has registered the tests of campaigns.");
  return tests;
}

/** A campaign as one of its versions says it. */
export function asVersion(row: CampaignRow, changes: VersionChanges): CampaignRow {
  const { subject, preheader, from_name, mode, template_id, html, blocks, theme } = changes;
  return {
    ...row,
    ...(mode !== null && { mode, template_id, html, blocks, theme: theme ?? row.theme }),
    ...(subject !== "" && { subject }),
    ...(preheader !== "" && { preheader }),
    ...(from_name !== "" && { from_name }),
  };
}
