import "#src/kit/later.css";
import { Button, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { ConflictNotice } from "#src/kit/ConflictNotice.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { useUnsavedGuard } from "#src/kit/use-unsaved-guard.ts";
import { EditorActions } from "./EditorActions.tsx";
import { EditorPanels } from "./EditorPanels.tsx";
import { EditorTabs } from "./EditorTabs.tsx";
import classes from "./ProfileEditor.module.css";
import { draftOf } from "./profile-form.ts";
import { SaveBar } from "./SaveBar.tsx";
import { useProfileForm } from "./use-profile-form.ts";

interface ProfileEditorProps {
  profile: Profile;
  renderPreview: (profile: Profile) => ReactNode;
  onClose: () => void;
}

/** Everything about a profile but its links, beside a preview of its page. */
export function ProfileEditor({ profile, renderPreview, onClose }: ProfileEditorProps) {
  const { form, section, openSection, submit, discard, ...saving } = useProfileForm(profile);
  const { theirs, isSending, failure, keepMine, takeTheirs } = saving;
  const element = useRef<HTMLFormElement>(null);
  const dirty = form.isDirty();
  useUnsavedGuard(() => form.isDirty());
  useHotkeys([["mod+S", () => element.current?.requestSubmit()]], []);
  // The preview follows along; it never holds up a keystroke.
  const shownValues = useDeferredValue(form.values);
  const draft = useMemo(() => draftOf(profile, shownValues), [profile, shownValues]);
  const page = renderPreview(draft);

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
          <EditorActions profile={profile}>
            <PreviewButton>{page}</PreviewButton>
          </EditorActions>
        }
      />
      <EditorTabs form={form} section={section} onSection={openSection}>
        <div className={classes.columns}>
          <form ref={element} onSubmit={submit} noValidate aria-label={`Edit ${profile.name}`}>
            <Stack gap="lg">
              <EditorPanels form={form} profile={profile} />
              {theirs && (
                <ConflictNotice
                  message="This profile was changed somewhere else while you were editing it."
                  sending={isSending}
                  onKeepMine={keepMine}
                  onTakeTheirs={takeTheirs}
                />
              )}
              <SaveBar dirty={dirty} sending={isSending} failure={failure} onDiscard={discard} />
            </Stack>
          </form>
          <aside className={classes.preview}>{page}</aside>
        </div>
      </EditorTabs>
    </>
  );
}
