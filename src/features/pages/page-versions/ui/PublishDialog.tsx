import { Alert, Button, Checkbox, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import type { PageDraft, Published } from "#src/features/pages/page-versions/drafts/draft-contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { formatZonedDateTime } from "#src/kit/format-date.ts";
import { toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { wordsOf } from "./change-words.ts";
import { pageDraftsApi } from "./draft-queries.ts";
import { newPublishForm, type PublishForm, timesOf } from "./draft-times.ts";
import { Problems } from "./Problems.tsx";
import { useOpenEditor } from "./use-draft.ts";
import { useRestoration } from "./use-restoration.ts";

interface PublishDialogProps {
  draft: PageDraft;
  isSaved: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Publishes a draft, now or at a time, for good or until another. */
export function PublishDialog({ opened, onClose, ...form }: PublishDialogProps) {
  const [published, setPublished] = useState<Published>();
  const { finish, close } = useEnd(form.draft, onClose);
  const end = (done: Published) => (done.problems.length > 0 ? setPublished(done) : void finish(done));
  return (
    <FormDialog
      opened={opened}
      onClose={() => (published ? void finish(published) : close())}
      title={`Publish the draft of “${form.draft.page_name}”`}
    >
      {published ? (
        <Stack>
          <Problems problems={published.problems} title="The draft is live, except for this" />
          <Group justify="flex-end">
            <Button onClick={() => void finish(published)}>Open page</Button>
          </Group>
        </Stack>
      ) : (
        <Fields {...form} onDone={end} onClose={close} />
      )}
    </FormDialog>
  );
}

/** Leads to the page once it's like the draft, which is gone then. */
function useEnd({ profile_id }: PageDraft, close: () => void) {
  const queries = useQueryClient();
  const openEditor = useOpenEditor();
  const { restore } = useRestoration(profile_id);
  const finish = async ({ draft, before }: Published) => {
    close();
    if (before === null) {
      await queries.invalidateQueries({ queryKey: pageDraftsApi.get.key() });
      if (draft?.publish_at)
        toastSuccess({ message: `It goes live on ${formatZonedDateTime(draft.publish_at)}` });
      return;
    }
    void queries.invalidateQueries({ queryKey: linksQuery(profile_id).queryKey });
    await openEditor(profile_id);
    // What goes back by itself is undone by keeping to the plan, or by hand in the history.
    if (draft?.revert_at) toastSuccess({ message: "The draft is live" });
    else toastUndo("The draft is live", () => restore.mutate({ id: before }));
  };
  return { finish, close };
}

interface FieldsProps extends Pick<PublishDialogProps, "draft" | "isSaved" | "onClose"> {
  onDone: (published: Published) => void;
}

function Fields({ draft, isSaved, onDone, onClose }: FieldsProps) {
  const [form, setForm] = useState(() => newPublishForm(draft));
  const times = timesOf(form);
  const publish = useMutation({
    mutationFn: async () => pageDraftsApi.publish.call({ profile_id: draft.profile_id, ...times }),
    onSuccess: onDone,
  });
  const { submit, failure, isSending } = formOf(publish, "It couldn’t be published. Try again.");
  const unready = isSaved
    ? undefined
    : "Something in the editor isn’t saved yet. Close this, and look there.";
  const incomplete = times ? undefined : "Choose a date and a time.";
  const words = draft.changes ? wordsOf(draft.changes).join(" · ") : "";
  const entity = {
    submit: (event?: Parameters<typeof submit>[0]) => {
      event?.preventDefault();
      if (isSaved && times) submit(event);
    },
    failure: unready ?? incomplete ?? failure,
    isSending,
  };
  return (
    <DialogForm entity={entity} action={form.isLater ? "Schedule" : "Publish now"} onClose={onClose}>
      <Text size="sm">{words === "" ? "Nothing is changed in it yet." : words}</Text>
      {draft.is_live && draft.revert_at !== null && <Waiting at={draft.revert_at} goesBack={form.goesBack} />}
      <Times form={form} onChange={setForm} isOnlyNow={draft.is_live} />
      {times && <Confirmation {...times} />}
      <Alert variant="light" color="gray" py="xs">
        Only what you changed in the draft changes on the page. How the page is before that is kept in its
        history, so you can restore it.
      </Alert>
    </DialogForm>
  );
}

/** What becomes of the return that the last draft is waiting for. */
function Waiting({ at, goesBack }: { at: string; goesBack: boolean }) {
  return (
    <Text size="sm">
      {goesBack ? (
        <>The last draft is live until {formatZonedDateTime(at)}. Both will go back together instead.</>
      ) : (
        <>What the last draft changed goes back on {formatZonedDateTime(at)}. What this one changes stays.</>
      )}
    </Text>
  );
}

interface TimesProps {
  form: PublishForm;
  onChange: (form: PublishForm) => void;
  /** Set while the page waits to go back. */
  isOnlyNow: boolean;
}

function Times({ form, onChange, isOnlyNow }: TimesProps) {
  const zone = `Time zone: ${currentZone()}`;
  return (
    <>
      {!isOnlyNow && (
        <Radio.Group
          label="Goes live"
          size="md"
          value={form.isLater ? "later" : "now"}
          onChange={(value) => onChange({ ...form, isLater: value === "later" })}
        >
          <Stack gap="xs" mt="xs">
            <Radio size="sm" value="now" label="Now" />
            <Radio size="sm" value="later" label="At a date and time" />
          </Stack>
        </Radio.Group>
      )}
      {form.isLater && (
        <TextInput
          type="datetime-local"
          size="md"
          label="Date and time"
          description={zone}
          value={form.wall}
          onChange={({ currentTarget }) => onChange({ ...form, wall: currentTarget.value })}
        />
      )}
      <Checkbox
        label="Take it back later"
        description="What the draft changes becomes what it was. What’s edited on the page until then stays."
        checked={form.goesBack}
        onChange={({ currentTarget }) => onChange({ ...form, goesBack: currentTarget.checked })}
      />
      {form.goesBack && (
        <TextInput
          type="datetime-local"
          size="md"
          label="Until"
          description={zone}
          value={form.backWall}
          onChange={({ currentTarget }) => onChange({ ...form, backWall: currentTarget.value })}
        />
      )}
    </>
  );
}

/** A time that clocks skip is another one. */
function Confirmation({ publish_at, revert_at }: { publish_at: string | null; revert_at: string | null }) {
  return (
    <Text size="sm" role="status">
      {publish_at !== null && revert_at === null && <>Goes live on {formatZonedDateTime(publish_at)}.</>}
      {publish_at === null && revert_at !== null && <>Live until {formatZonedDateTime(revert_at)}.</>}
      {publish_at !== null && revert_at !== null && (
        <>
          Live from {formatZonedDateTime(publish_at)} until {formatZonedDateTime(revert_at)}.
        </>
      )}
    </Text>
  );
}
