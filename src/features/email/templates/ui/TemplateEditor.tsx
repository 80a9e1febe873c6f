import { Button, Fieldset, Paper, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Template } from "#src/features/email/templates/contract.ts";
import { PREHEADER_CHARS_MAX, SUBJECT_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { SaveActions } from "#src/kit/form/SaveActions.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { AttachmentsCard } from "./AttachmentsCard.tsx";
import { BlockList } from "./blocks/BlockList.tsx";
import classes from "./Editor.module.css";
import { SenderCard } from "./library/SenderCard.tsx";
import { MergeTagMenu } from "./MergeTagMenu.tsx";
import { PlainTextCard } from "./PlainTextCard.tsx";
import { applyFix } from "./preview/apply-fix.ts";
import { PreviewPanel } from "./preview/PreviewPanel.tsx";
import { SourceField } from "./SourceField.tsx";
import { ThemeCard } from "./ThemeCard.tsx";
import { templateQuery } from "./template-queries.ts";
import { type TemplateForm, useTemplateForm } from "./use-template-form.ts";
import { EditingNotice } from "./versions/EditingNotice.tsx";
import { type EditingLock, IsLocked } from "./versions/use-editing-lock.ts";

const VersionsDialog = lazyDialog(async () => (await import("./versions/VersionsDialog.tsx")).VersionsDialog);

interface TemplateEditorProps {
  template: Template;
  lock: EditingLock;
  onRestored: () => void;
}

/** A template's content and theme, next to a preview. */
export function TemplateEditor({ template, lock, onRestored }: TemplateEditorProps) {
  const entity = useTemplateForm(template, lock.askAgain);
  const { form, submit, discard, isSending, failure } = entity;
  const element = useRef<HTMLFormElement>(null);
  const [listing, list] = useDisclosure(false);
  const dirty = form.isDirty();
  const isLocked = useLockUntilFresh({
    id: template.id,
    isLocked: lock.editor !== undefined,
    isDirty: () => form.isDirty(),
    onRestored,
  });
  useHotkeys([["mod+S", () => !isLocked && element.current?.requestSubmit()]], []);
  return (
    <>
      <BackLink to={PATHS.templates}>All templates</BackLink>
      <PageTitle
        title={template.name}
        actions={
          <Button variant="default" leftSection={<IconHistory size={18} />} onClick={list.open}>
            Versions
          </Button>
        }
      />
      <div className={classes.columns}>
        <form ref={element} onSubmit={submit} noValidate aria-label={`Edit ${template.name}`}>
          <Stack gap="lg">
            <EditingNotice template={template} lock={lock} form={form} />
            <Fieldset variant="unstyled" disabled={isLocked} miw={0}>
              <IsLocked value={isLocked}>
                <Stack gap="lg">
                  <HeadFields form={form} />
                  <Body form={form} />
                  <AttachmentsCard
                    attachments={form.values.attachments}
                    onAttachments={(update) => form.setFieldValue("attachments", update)}
                  />
                  <PlainTextCard id={template.id} form={form} />
                </Stack>
              </IsLocked>
            </Fieldset>
            <SenderCard />
            <ConflictNotice
              changed="This template was changed somewhere else while you were editing it."
              entity={entity}
            />
            {!isLocked && (
              <Paper withBorder radius="lg" p="sm" className={dirty ? classes.bar : undefined}>
                <Stack gap="xs">
                  <FormFailure message={failure} />
                  <SaveActions dirty={dirty} sending={isSending} onDiscard={discard} />
                </Stack>
              </Paper>
            )}
          </Stack>
        </form>
        <PreviewPanel
          id={template.id}
          values={form.values}
          isDirty={dirty}
          onFix={(fix) => form.setValues(applyFix(form.values, fix))}
        />
      </div>
      <VersionsDialog
        id={template.id}
        opened={listing}
        isDirty={dirty}
        onClose={list.close}
        onRestored={onRestored}
      />
    </>
  );
}

interface Unlocking extends Pick<TemplateEditorProps, "onRestored"> {
  id: string;
  isLocked: boolean;
  isDirty: () => boolean;
}

/**
 * After taking over, the editor starts with the other person's last save, unless it has input of its own. It
 * stays locked until that has loaded, so that no input is lost in between.
 */
function useLockUntilFresh({ id, isLocked, isDirty, onRestored }: Unlocking): boolean {
  const queries = useQueryClient();
  const [isBehind, setBehind] = useState(isLocked);
  const latest = useRef({ isDirty, onRestored });
  latest.current = { isDirty, onRestored };
  useEffect(() => {
    if (isLocked) return setBehind(true);
    if (!isBehind) return;
    const end = () => setBehind(false);
    if (latest.current.isDirty()) end();
    else
      queries
        .fetchQuery({ ...templateQuery(id), staleTime: 0 })
        .then(() => latest.current.onRestored())
        .then(end, end);
  }, [queries, id, isLocked, isBehind]);
  return isLocked || isBehind;
}

function HeadFields({ form }: { form: TemplateForm }) {
  const insert = (field: "subject" | "preheader") => (tag: string) =>
    form.setFieldValue(field, `${form.values[field]}${tag}`);
  return (
    <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <Stack>
        <TextInput label="Name" description="Only your team sees it." {...form.getInputProps("name")} />
        <TextInput
          label="Subject"
          maxLength={SUBJECT_CHARS_MAX}
          rightSection={<MergeTagMenu of="the subject" onTag={insert("subject")} />}
          {...form.getInputProps("subject")}
        />
        <TextInput
          label="Preview text"
          description="Inboxes show it after the subject."
          maxLength={PREHEADER_CHARS_MAX}
          rightSection={<MergeTagMenu of="the preview text" onTag={insert("preheader")} />}
          {...form.getInputProps("preheader")}
        />
      </Stack>
    </Paper>
  );
}

const MODES = [
  { value: "blocks", label: "Blocks" },
  { value: "markdown", label: "Markdown" },
  { value: "html", label: "HTML" },
];

function Body({ form }: { form: TemplateForm }) {
  const { mode, blocks, theme } = form.values;
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Write in"
        data={MODES}
        value={mode}
        onChange={(value) => form.setFieldValue("mode", value as typeof mode)}
      />
      {mode === "blocks" ? (
        <BlockList blocks={blocks} onBlocks={(update) => form.setFieldValue("blocks", update)} />
      ) : (
        <SourceField form={form} />
      )}
      {mode !== "html" && (
        <ThemeCard
          theme={theme}
          onTheme={(changed) => form.setFieldValue("theme", changed)}
          errorOf={(field) => form.errors[`theme.${field}`]}
        />
      )}
    </Stack>
  );
}
