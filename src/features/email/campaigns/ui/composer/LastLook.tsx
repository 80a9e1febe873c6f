import { Stack, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import type { DraftPreview, MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import { MailFrame } from "#src/features/email/templates/ui/shared/MailFrame.tsx";
import { formatSender } from "#src/features/email/templates/ui/shared/mail-preview-query.ts";
import type { CampaignSlots } from "../shared/campaign-slots.ts";
import classes from "./Composer.module.css";

type Slots = ComponentProps<typeof CampaignSlots>["value"];

interface LastLookProps {
  campaignId: string;
  draft: MailDraft;
  preview: DraftPreview;
  people: string;
  /** When it goes out, as a sentence. */
  words: string;
  VersionsLook: Slots["VersionsLook"];
}

/** What's about to go out: its sender, its subject, how many get it, and the e-mail, on one screen. */
export function LastLook({ campaignId, draft, preview, people, words, VersionsLook }: LastLookProps) {
  const only = <OnlyVersion preview={preview} />;
  return (
    <Stack gap="sm">
      <Text size="sm">{words}</Text>
      <dl className={classes.facts}>
        <dt>To</dt>
        <dd>{people}</dd>
      </dl>
      {VersionsLook ? (
        <VersionsLook campaignId={campaignId} draft={draft}>
          {only}
        </VersionsLook>
      ) : (
        only
      )}
    </Stack>
  );
}

function OnlyVersion({ preview: { from, subject, preheader, html } }: Pick<LastLookProps, "preview">) {
  return (
    <>
      <dl className={classes.facts} dir="auto">
        <dt>From</dt>
        <dd>{formatSender(from)}</dd>
        <dt>Subject</dt>
        <dd>
          <strong>{subject}</strong> {preheader}
        </dd>
      </dl>
      <MailFrame className={classes.look} html={html} />
    </>
  );
}
