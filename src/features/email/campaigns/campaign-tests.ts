/*
 * Tests of campaigns: versions of an e-mail, and who gets which. A later slice decides on them, and this one sends them.
 */
import type { Ctx } from "#src/platform/context.ts";
import type { CampaignRow } from "./store.ts";

/** What a version says instead of the campaign. What's empty or null is as in the campaign. */
export interface VersionChanges {
  subject: string;
  preheader: string;
  from_name: string;
  template_id: string | null;
  html: string;
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
  const { subject, preheader, from_name, template_id, html } = changes;
  const body =
    html !== ""
      ? ({ mode: "html", html } as const)
      : template_id !== null && ({ mode: "template", template_id } as const);
  return {
    ...row,
    ...body,
    ...(subject !== "" && { subject }),
    ...(preheader !== "" && { preheader }),
    ...(from_name !== "" && { from_name }),
  };
}
