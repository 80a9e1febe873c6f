import { Stack, Text } from "@mantine/core";
import type { DraftPreview } from "#src/features/email/templates/preview/draft-contract.ts";
import { MailFrame } from "#src/features/email/templates/ui/shared/MailFrame.tsx";
import { formatSender } from "#src/features/email/templates/ui/shared/mail-preview-query.ts";
import classes from "./Composer.module.css";

interface LastLookProps {
  preview: DraftPreview;
  people: string;
  /** When it goes out, as a sentence. */
  words: string;
}

/** What's about to go out: its sender, its subject, how many get it, and the e-mail, on one screen. */
export function LastLook({ preview: { from, subject, preheader, html }, people, words }: LastLookProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">{words}</Text>
      <dl className={classes.facts} dir="auto">
        <dt>To</dt>
        <dd>{people}</dd>
        <dt>From</dt>
        <dd>{formatSender(from)}</dd>
        <dt>Subject</dt>
        <dd>
          <strong>{subject}</strong> {preheader}
        </dd>
      </dl>
      <MailFrame className={classes.look} html={html} />
    </Stack>
  );
}
