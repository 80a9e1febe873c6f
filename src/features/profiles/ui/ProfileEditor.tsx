import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowLeft } from "@tabler/icons-react";
import { memo, use, useDeferredValue, useMemo, useRef } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { EditorActions } from "./EditorActions.tsx";
import { EditorPanels } from "./EditorPanels.tsx";
import { EditorTabs, statesOf } from "./EditorTabs.tsx";
import classes from "./ProfileEditor.module.css";
import { draftOf, type ProfileFormValues } from "./profile-form.ts";
import { SaveBar } from "./SaveBar.tsx";
import { ProfilePreviewSlot } from "./shared/profile-preview-slot.ts";
import { useProfileForm } from "./use-profile-form.ts";

interface ProfileEditorProps {
  profile: Profile;
  onClose: () => void;
}

/** Everything about a profile except its links, next to a preview of its page. */
export function ProfileEditor({ profile, onClose }: ProfileEditorProps) {
  const entity = useProfileForm(profile);
  const { form, section, openSection, submit, discard, isSending, failure } = entity;
  const element = useRef<HTMLFormElement>(null);
  const dirty = form.isDirty();
  useHotkeys([["mod+S", () => element.current?.requestSubmit()]], []);
  const page = <LivePreview profile={profile} values={form.values} />;

  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        ml={-8}
        leftSection={<IconArrowLeft size={18} />}
        onClick={onClose}
      >
        All profiles
      </Button>
      <PageTitle
        title={profile.name}
        actions={
          <>
            <EditorActions profile={profile} />
            <PreviewButton>{page}</PreviewButton>
          </>
        }
      />
      <EditorTabs states={statesOf(form)} section={section} onSection={openSection} />
      <PreviewFrame preview={page}>
        <form
          ref={element}
          className={classes.editor}
          onSubmit={submit}
          noValidate
          aria-label={`Edit ${profile.name}`}
        >
          <Stack gap="lg">
            <EditorPanels form={form} section={section} profile={profile} />
            <ConflictNotice
              changed="This profile was changed somewhere else while you were editing it."
              entity={entity}
            />
            <SaveBar dirty={dirty} sending={isSending} failure={failure} onDiscard={discard} />
          </Stack>
        </form>
      </PreviewFrame>
    </>
  );
}

interface LivePreviewProps {
  profile: Profile;
  values: ProfileFormValues;
}

/** Follows the typing but never holds up a keystroke. */
const LivePreview = memo(function LivePreview({ profile, values }: LivePreviewProps) {
  const Preview = use(ProfilePreviewSlot);
  const shown = useDeferredValue(values);
  const draft = useMemo(() => draftOf(profile, shown), [profile, shown]);
  return <Preview profile={draft} />;
});
