import "#src/kit/deferred.css";
import { Button, Paper, Stack } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconArrowLeft, IconExternalLink, IconHistory, IconLink, IconShare2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, memo, use, useDeferredValue, useMemo, useRef, useState } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { isSelectable } from "#src/features/pages/profiles/rules.ts";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { SaveStatus } from "#src/kit/form/SaveStatus.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { usePageUrls } from "../shared/page-url.ts";
import { ProfileSlots } from "../shared/profile-slots.ts";
import { StaffNotice } from "../shared/StaffNotice.tsx";
import { useShareProfile } from "../shared/share-profile.ts";
import { EditorPanels } from "./EditorPanels.tsx";
import { EditorTabs, statesOf } from "./EditorTabs.tsx";
import classes from "./ProfileEditor.module.css";
import { draftOf, type ProfileFormValues } from "./profile-form.ts";
import { ASKED_FIRST } from "./save-rules.ts";
import { useProfileForm } from "./use-profile-form.ts";

interface ProfileEditorProps {
  profile: Profile;
  onClose: () => void;
}

/** Everything about a profile except its links, next to a preview of its page. */
export function ProfileEditor(props: ProfileEditorProps) {
  const [round, setRound] = useState(0);
  // What another tab left unsaved begins a new form, like what this one left before a reload.
  return <Editor key={round} {...props} onLeft={() => setRound(round + 1)} />;
}

function Editor({ profile, onClose, onLeft }: ProfileEditorProps & { onLeft: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const entity = useProfileForm(profile, { element, onLeft });
  const { form, tab, openTab, history } = entity;
  const { DraftBar } = use(ProfileSlots);
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
        title={profile.draft_of === null ? profile.name : `${profile.name} (draft)`}
        actions={
          <>
            <EditorActions profile={profile} />
            <PreviewButton>{page}</PreviewButton>
          </>
        }
      />
      <StaffNotice of={profile} />
      <DraftBar profile={profile} isSaved={entity.state === "saved"} />
      <EditorTabs states={statesOf(form)} tab={tab} onTab={openTab} />
      <PreviewFrame preview={page}>
        <form
          ref={element}
          className={classes.editor}
          onKeyUp={keepInView}
          onSubmit={(event) => {
            event.preventDefault();
            entity.submit();
          }}
          noValidate
          aria-label={`Edit ${profile.name}`}
        >
          <Stack gap="lg">
            <EditorPanels
              form={form}
              tab={tab}
              profile={profile}
              rename={entity.rename}
              isSending={entity.isSending}
            />
            <ConflictNotice
              changed="This profile was changed somewhere else while you were editing it."
              entity={entity}
            />
            <Paper withBorder radius="lg" shadow="sm" py={6} px="sm" className={classes.bar}>
              <SaveStatus
                state={entity.state}
                failure={entity.failure}
                canUndo={history.canUndo}
                canRedo={history.canRedo}
                undo={history.undo}
                redo={history.redo}
                showWrong={() => entity.showField(Object.keys(form.errors)[0] ?? ASKED_FIRST)}
              />
            </Paper>
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
  const { Preview } = use(ProfileSlots);
  const shown = useDeferredValue(values);
  const draft = useMemo(() => draftOf(profile, shown), [profile, shown]);
  return <Preview profile={draft} />;
});

const EditorActions = memo(function EditorActions({ profile }: { profile: Profile }) {
  const share = useShareProfile();
  const url = usePageUrls().full(profile);
  const { History, DraftButton } = use(ProfileSlots);
  const [isHistoryOpen, history] = useDisclosure(false);
  const isDraft = profile.draft_of !== null;
  return (
    <>
      {!isDraft && (
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
      )}
      {share && !isDraft && (
        <Button variant="default" leftSection={<IconShare2 size={18} />} onClick={() => share(profile)}>
          Share
        </Button>
      )}
      {isSelectable(profile) && (
        <Button
          variant="default"
          leftSection={<IconLink size={18} />}
          renderRoot={(props) => <Link to={PATHS.links} search={{ profile: profile.id }} {...props} />}
        >
          Links
        </Button>
      )}
      <Button variant="default" leftSection={<IconHistory size={18} />} onClick={history.open}>
        History
      </Button>
      <DraftButton profile={profile} />
      <History profile={profile} opened={isHistoryOpen} onClose={history.close} />
    </>
  );
});

/** Browsers scroll to what's typed into only if it's out of sight, not if the bar is in front of it. */
function keepInView({ target }: KeyboardEvent<HTMLElement>): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    target.scrollIntoView({ block: "nearest" });
}
