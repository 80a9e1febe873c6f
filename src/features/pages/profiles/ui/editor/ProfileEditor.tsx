import "#src/kit/deferred.css";
import { Button, Paper, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowLeft, IconExternalLink, IconLink, IconShare2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo, use, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { SaveActions } from "#src/kit/form/SaveActions.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { usePageUrls } from "../shared/page-url.ts";
import { ProfilePreviewSlot } from "../shared/profile-preview-slot.ts";
import { useShareProfile } from "../shared/share-profile.ts";
import { EditorPanels } from "./EditorPanels.tsx";
import { EditorTabs, statesOf } from "./EditorTabs.tsx";
import classes from "./ProfileEditor.module.css";
import { draftOf, type ProfileFormValues } from "./profile-form.ts";
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

interface SaveBarProps {
  dirty: boolean;
  sending: boolean;
  failure: string | undefined;
  onDiscard: () => void;
}

/** Stays in view while there are unsaved changes. Discarding with an older handler has the same effect. */
const SaveBar = memo(Bar, (before, after) =>
  (["dirty", "sending", "failure"] as const).every((part) => before[part] === after[part]),
);

function Bar({ dirty, sending, failure, onDiscard }: SaveBarProps) {
  useEffect(() => {
    // It may just have covered the focused field.
    if (dirty) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [dirty]);
  return (
    <Paper
      withBorder
      radius="lg"
      shadow={dirty ? "md" : undefined}
      p="sm"
      className={dirty ? classes.bar : undefined}
    >
      <Stack gap="xs">
        <FormFailure message={failure} />
        <SaveActions dirty={dirty} sending={sending} onDiscard={onDiscard} />
      </Stack>
    </Paper>
  );
}

const EditorActions = memo(function EditorActions({ profile }: { profile: Profile }) {
  const share = useShareProfile();
  const url = usePageUrls().full(profile);
  return (
    <>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconExternalLink size={18} />}
      >
        View page
      </Button>
      {share && (
        <Button variant="default" leftSection={<IconShare2 size={18} />} onClick={() => share(profile)}>
          Share
        </Button>
      )}
      {profile.status === "active" && (
        <Button
          variant="default"
          leftSection={<IconLink size={18} />}
          renderRoot={(props) => <Link to={PATHS.links} search={{ profile: profile.id }} {...props} />}
        >
          Links
        </Button>
      )}
    </>
  );
});
