/* Versions of a step’s e-mail that are tested: what’s wrong with them, and their test as the sequence is published. */

import { isDeepStrictEqual } from "node:util";
import { createTest, launchTest } from "#src/features/email/ab-tests/ab-tests.ts";
import { versionLetter } from "#src/features/email/ab-tests/rules.ts";
import { contentOfCampaign, contentProblems } from "#src/features/email/campaigns/preflight/preflight.ts";
import { type Snapshot, takeSnapshot } from "#src/features/email/delivery/snapshot.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Problem } from "./definition-contract.ts";
import { asVersion, type Definition, type Step, stepsOf } from "./definition-rules.ts";
import type { VersionTests } from "./tables.ts";

type MailStep = Extract<Step, { type: "send" }>;

const versionsOf = ({ mail, test }: MailStep) =>
  (test?.versions ?? []).map((version) => ({ ...asVersion(mail, version), scheduled_at: null }));

/** What’s wrong with the versions besides the first one. */
export async function versionProblems(ctx: Ctx, step: MailStep): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [at, version] of versionsOf(step).entries()) {
    const { content, problems: ofParts } = await contentOfCampaign(ctx, version);
    const found = [...(await contentProblems(ctx, content)), ...ofParts];
    for (const { severity, message } of found.filter(({ severity }) => severity === "stop"))
      problems.push({ severity, where: step.id, message: `Version ${versionLetter(at + 1)}: ${message}` });
  }
  return problems;
}

interface SentBy {
  tracking: "each";
  from_name: string;
  postal_address: string;
}

/** Freezes all versions of a tested step’s e-mail, with their links numbered together. */
export async function freezeVersions(ctx: Ctx, step: MailStep, by: SentBy): Promise<Snapshot[]> {
  const links: string[] = [];
  const snapshots: Snapshot[] = [];
  for (const version of [{ ...step.mail, scheduled_at: null }, ...versionsOf(step)]) {
    const { content } = await contentOfCampaign(ctx, version);
    snapshots.push((await takeSnapshot(ctx.account, content, { ...by, links })).snapshot);
  }
  return snapshots;
}

interface Before {
  definition: Definition;
  tests: VersionTests;
}

/** Starts the tests of a version’s steps. One whose e-mail stays as it was goes on. */
export async function startStepTests(
  ctx: Ctx,
  { name, definition, variants }: { name: string; definition: Definition; variants: VersionTests },
  before: Before | undefined,
): Promise<VersionTests> {
  const tests: Record<string, VersionTests[string]> = {};
  for (const step of stepsOf(definition)) {
    if (step.type !== "send" || !step.test) continue;
    const frozen = variants[step.id]?.variants ?? [];
    const known = before && stepsOf(before.definition).find(({ id }) => id === step.id);
    const running = before?.tests[step.id];
    if (running && isDeepStrictEqual(known, step)) tests[step.id] = { ...running, variants: frozen };
    else tests[step.id] = { id: await startOne(ctx, step, name), variants: frozen };
  }
  return tests;
}

async function startOne(ctx: Ctx, { mail, test }: MailStep, name: string): Promise<string> {
  const { id } = await createTest(ctx, {
    name: `${name}: ${mail.subject}`,
    versions: [{}, ...(test?.versions ?? [])],
    metric: test?.metric,
    collect_hours: test?.collect_hours,
    sample_kind: "all",
  });
  await launchTest(ctx, { id });
  return id;
}
