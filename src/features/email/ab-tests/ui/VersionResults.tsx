import { Badge, Group, Text } from "@mantine/core";
import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import { formatSender } from "#src/features/email/templates/ui/shared/mail-preview-query.ts";
import { plural } from "#src/kit/plural.ts";
import { versionLetter } from "../rules.ts";
import classes from "./AbTests.module.css";
import { formatPoints, STOP_LABELS } from "./test-labels.ts";

/** Each version with what it says, how many responded, and between what its rate surely is. */
export function VersionResults({ test }: { test: AbTest }) {
  const { figures } = test;
  const known = figures?.versions.filter(({ sent }) => sent > 0) ?? [];
  const top = Math.max(0.01, ...known.map(({ rate }) => rate.high));
  return (
    <ol className={classes.versions} aria-label="Versions">
      {test.versions.map((version, index) => {
        const letter = versionLetter(index);
        const counts = figures?.versions[index];
        return (
          <li
            key={letter}
            className={classes.version}
            style={{ "--version": `var(--version-${index})` } as React.CSSProperties}
          >
            <Group gap="xs">
              <Text fw={600}>{`Version ${letter}`}</Text>
              {figures?.winner === index && test.state === "winner" && (
                <Badge size="sm" variant="light" color="teal">
                  Winner
                </Badge>
              )}
              {test.decided_by === "hand" && test.chosen === index && (
                <Badge size="sm" variant="light" color="gray">
                  Chosen by hand
                </Badge>
              )}
            </Group>
            <Text size="sm" dir="auto">
              {index === 0 ? firstWords(version) : differences(version)}
            </Text>
            {version.stop_reason && (
              <Text size="sm" c="red" fw={600}>
                {STOP_LABELS[version.stop_reason]}
              </Text>
            )}
            {counts && counts.sent > 0 && <Rate counts={counts} top={top} />}
            {counts && (
              <Text size="sm" c="dimmed">
                {`${plural(counts.responded, "person", "people")} of ${counts.sent}`}
                {counts.waiting > 0 && ` · ${plural(counts.waiting, "e-mail")} on the way`}
              </Text>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type Counts = NonNullable<AbTest["figures"]>["versions"][number];

function Rate({ counts: { sent, responded, rate }, top }: { counts: Counts; top: number }) {
  const at = (share: number) => `${Math.min(100, (share / top) * 100)}%`;
  const label = `${formatPoints(responded / sent)}%, most likely between ${formatPoints(rate.low)}% and ${formatPoints(rate.high)}%`;
  return (
    <>
      <div className={classes.scale} role="img" aria-label={label}>
        <span
          className={classes.range}
          style={{ insetInlineStart: at(rate.low), width: `calc(${at(rate.high)} - ${at(rate.low)})` }}
        />
        <span className={classes.dot} style={{ insetInlineStart: at(responded / sent) }} />
      </div>
      <Text size="sm" aria-hidden>
        {label}
      </Text>
    </>
  );
}

type Version = AbTest["versions"][number];

/** Who it's from, if that's known: the account may be gone by now. */
function senderWords({
  from_name,
  from_address,
  mailbox_id,
}: Pick<Version, "from_name" | "from_address" | "mailbox_id">): string {
  if (from_address !== "") return formatSender({ name: from_name, address: from_address });
  return mailbox_id === null
    ? from_name
    : [from_name, "a deleted sending account"].filter(Boolean).join(", ");
}

function firstWords(version: Version): string {
  const from = senderWords(version);
  return ["As it was written", ...(from === "" ? [] : [`From: ${from}`])].join(" · ");
}

/** How a version differs from the campaign. */
export function differences({
  subject,
  preheader,
  mode,
  template_id,
  html,
  delay_minutes,
  ...sender
}: Version): string {
  const said = [];
  if (subject !== "") said.push(`Subject: ${subject}`);
  if (preheader !== "") said.push(`Preview text: ${preheader}`);
  const from = senderWords(sender);
  if (from !== "") said.push(`From: ${from}`);
  if (mode !== null || template_id !== null || html !== "") said.push("Another e-mail");
  if (delay_minutes > 0) said.push(`Goes out ${plural(delay_minutes / 60, "hour")} later`);
  return said.join(" · ");
}
