import { Button, Fieldset, Group, Paper, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Template } from "#src/features/email/templates/contract.ts";
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
import { PlainTextCard } from "./PlainTextCard.tsx";
import { applyFix } from "./preview/apply-fix.ts";
import { PreviewPanel } from "./preview/PreviewPanel.tsx";
import { SourceField } from "./SourceField.tsx";
import { MailHead } from "./shared/MailHead.tsx";
import { TemplateButtons } from "./shared/TemplateButtons.tsx";
import type { MailChange, WrittenMail } from "./shared/written-mail.ts";
import { ThemeCard } from "./ThemeCard.tsx";
import { templateQuery } from "./template-queries.ts";
import { type TemplateForm, type TemplateValues, useTemplateForm } from "./use-template-form.ts";
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
  const { subject, preheader } = form.values;
  return (
    <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <Stack>
        <TextInput label="Name" description="Only your team sees it." {...form.getInputProps("name")} />
        <MailHead
          subject={subject}
          preheader={preheader}
          errorOf={(field) => form.errors[field]}
          onField={(field, update) => form.setFieldValue(field, (latest) => update(latest))}
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

/** A template as other e-mail is written. */
const asMail = (values: TemplateValues): WrittenMail => ({
  ...values,
  mode: values.mode === "html" ? "html" : "blocks",
  html: values.source,
  template_id: null,
});

/** Another template’s content takes the place of this one’s. One in Markdown can’t be copied into blocks. */
function fromMail(values: TemplateValues, change: MailChange): Partial<TemplateValues> {
  const {
    html,
    mode,
    template_id: _,
    ...parts
  } = typeof change === "function" ? change(asMail(values)) : change;
  if (mode === "template") return {};
  return { ...parts, ...(mode && { mode }), ...(html !== undefined && { source: html }) };
}

function Body({ form }: { form: TemplateForm }) {
  const { mode, blocks, theme } = form.values;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label="Write in"
          data={MODES}
          value={mode}
          onChange={(value) => form.setFieldValue("mode", value as typeof mode)}
        />
        {mode !== "markdown" && (
          <TemplateButtons
            mail={asMail(form.values)}
            onMail={(change) => form.setValues((latest) => fromMail({ ...form.values, ...latest }, change))}
          />
        )}
      </Group>
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
