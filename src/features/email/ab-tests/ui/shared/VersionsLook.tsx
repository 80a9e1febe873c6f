import { SegmentedControl, Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import type { DraftPreview, MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import { MailFrame } from "#src/features/email/templates/ui/shared/MailFrame.tsx";
import {
  formatSender,
  mailPreviewQuery,
} from "#src/features/email/templates/ui/shared/mail-preview-query.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { versionLetter } from "../../rules.ts";
import { testOfCampaign } from "../ab-test-queries.ts";
import { formatPoints } from "../test-labels.ts";
import classes from "./VersionsLook.module.css";

interface VersionsLookProps {
  campaignId: string;
  /** The e-mail of version A. */
  draft: MailDraft;
  /** What's shown if nothing is tested. */
  children: ReactNode;
}

/** Before a campaign is sent: each version’s sender, subject, and share, and the e-mail of one of them. */
export function VersionsLook({ campaignId, draft, children }: VersionsLookProps) {
  const query = useQuery(testOfCampaign(campaignId));
  if (!query.data)
    return <QueryState query={query} failure="We couldn’t load this campaign’s test." height={160} />;
  const [test] = query.data.items;
  return test ? <Versions test={test} draft={draft} /> : children;
}

function Versions({ test, draft }: { test: AbTest; draft: MailDraft }) {
  const [shown, setShown] = useState("0");
  const previews = useQueries({
    queries: test.versions.map((version) => mailPreviewQuery(draftOfVersion(draft, version))),
  });
  const html = previews[Number(shown)]?.data?.html;
  return (
    <>
      <ol className={classes.versions} aria-label="Versions">
        {test.versions.map((version, index) => (
          <li key={versionLetter(index)} className={classes.version}>
            <Text size="sm" fw={600}>{`Version ${versionLetter(index)}`}</Text>
            <Text size="sm" c="dimmed">
              {[shareWords(test), delayWords(version)].filter(Boolean).join(" · ")}
            </Text>
            <Words preview={previews[index]?.data} hasFailed={previews[index]?.isError ?? false} />
          </li>
        ))}
      </ol>
      <Text size="sm">{restWords(test)}</Text>
      <SegmentedControl
        aria-label="Which version to show"
        value={shown}
        onChange={setShown}
        data={test.versions.map((_, index) => ({
          value: String(index),
          label: `Version ${versionLetter(index)}`,
        }))}
      />
      {html !== undefined && <MailFrame className={classes.look} html={html} />}
    </>
  );
}

function Words({ preview, hasFailed }: { preview: DraftPreview | undefined; hasFailed: boolean }) {
  if (!preview)
    return (
      <Text size="sm" c={hasFailed ? "red" : "dimmed"}>
        {hasFailed ? "This version couldn’t be shown. Close this and try again." : "Loading…"}
      </Text>
    );
  const { from, subject, preheader } = preview;
  return (
    <>
      <Text size="sm" dir="auto">
        {formatSender(from)}
      </Text>
      <Text size="sm" dir="auto">
        <strong>{subject}</strong> {preheader}
      </Text>
    </>
  );
}

type Version = AbTest["versions"][number];

/** What’s empty is as in version A. Its files are A’s. */
function draftOfVersion(draft: MailDraft, version: Version): MailDraft {
  const { subject, preheader, from_name, mailbox_id, mode, template_id, html, blocks, theme } = version;
  const head = {
    subject: subject || (draft.subject ?? ""),
    preheader: preheader || (draft.preheader ?? ""),
    from_name: from_name || (draft.from_name ?? ""),
    mailbox_id: mailbox_id ?? draft.mailbox_id ?? null,
  };
  if (mode === null) return { ...draft, ...head };
  if (mode === "template") return { ...head, template_id };
  const { attachments = [] } = draft;
  if (mode === "html") return { ...head, mode, source: html, attachments };
  const own = theme ?? draft.theme;
  return { ...head, mode, blocks, attachments, ...(own !== undefined && { theme: own }) };
}

/** How many of those who get the campaign get one version at first. */
function shareWords({ versions, sample_kind, sample_share, sample_number }: AbTest): string {
  if (sample_kind === "number" && sample_number !== null)
    return `About ${plural(Math.round(sample_number / versions.length), "person", "people")}`;
  const share = sample_kind === "all" ? 1 : sample_share;
  return `About ${formatPoints(share / versions.length)}% of them`;
}

const delayWords = ({ delay_minutes }: Version): string =>
  delay_minutes === 0 ? "" : `${plural(delay_minutes / 60, "hour")} later`;

function restWords({ sample_kind, sample_share, holdout_share }: AbTest): string {
  const isAll = sample_kind === "all" || (sample_kind === "share" && sample_share >= 1);
  const words = isAll ? [] : ["Everyone else waits for the better one."];
  if (holdout_share > 0)
    words.push(
      `${formatPoints(holdout_share)}% of the audience get nothing, to see what the e-mail changes.`,
    );
  return words.join(" ");
}
