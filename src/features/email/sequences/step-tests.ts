/* Versions of a step’s e-mail that are tested: what’s wrong with them, and their test as the sequence is published. */

import { isDeepStrictEqual } from "node:util";
import { createTest, launchStepTest } from "#src/features/email/ab-tests/ab-tests.ts";
import { versionLetter } from "#src/features/email/ab-tests/rules.ts";
import { contentOfCampaign, contentProblems } from "#src/features/email/campaigns/preflight/preflight.ts";
import { type Snapshot, takeSnapshot } from "#src/features/email/delivery/snapshot.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Problem } from "./definition-contract.ts";
import { asVersion, type Definition, type Step, stepsOf } from "./definition-rules.ts";
import { type From, senderProblems, sentBy } from "./mail-content.ts";
import type { VersionTests } from "./tables.ts";

type MailStep = Extract<Step, { type: "send" }>;

const versionsOf = ({ mail, test }: MailStep) =>
  (test?.versions ?? []).map((version) => ({ ...asVersion(mail, version), scheduled_at: null }));

/** Who a version is from: its own sender, where it says one. */
const fromOf = ({ test }: MailStep, at: number, from: From): From => {
  const { mailbox_id, from_name } = test?.versions[at] ?? {};
  return { mailbox_id: mailbox_id ?? from.mailbox_id, from_name: from_name?.trim() || from.from_name };
};

/** What’s wrong with the versions besides the first one. */
export async function versionProblems(ctx: Ctx, step: MailStep): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [at, version] of versionsOf(step).entries()) {
    const { content, problems: ofParts } = await contentOfCampaign(ctx, version);
    const own = step.test?.versions[at]?.mailbox_id ?? null;
    const ofSender = own === null ? [] : await senderProblems(ctx, own);
    const found = [...ofSender, ...(await contentProblems(ctx, content)), ...ofParts];
    for (const { severity, message } of found.filter(({ severity }) => severity === "stop"))
      problems.push({ severity, where: step.id, message: `Version ${versionLetter(at + 1)}: ${message}` });
  }
  return problems;
}

/** Freezes all versions of a tested step’s e-mail, with their links numbered together. */
export async function freezeVersions(ctx: Ctx, step: MailStep, from: From): Promise<Snapshot[]> {
  const links: string[] = [];
  const snapshots: Snapshot[] = [];
  for (const [at, version] of [{ ...step.mail, scheduled_at: null }, ...versionsOf(step)].entries()) {
    const { content } = await contentOfCampaign(ctx, version);
    const own = step.test?.versions[at - 1]?.mailbox_id;
    const by = { ...(await sentBy(ctx, fromOf(step, at - 1, from))), ...(own && { mailbox_id: own }) };
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
    else
      tests[step.id] = {
        id: await startOne(ctx, step, { name, sender: definition.mailbox_id }),
        variants: frozen,
      };
  }
  return tests;
}

async function startOne(
  ctx: Ctx,
  { mail, test }: MailStep,
  { name, sender }: { name: string; sender: string | null },
): Promise<string> {
  const { id } = await createTest(ctx, {
    name: `${name}: ${mail.subject}`,
    versions: [{}, ...(test?.versions ?? [])],
    metric: test?.metric,
    collect_hours: test?.collect_hours,
    sample_kind: "all",
  });
  await launchStepTest(ctx, { id, sender });
  return id;
}
