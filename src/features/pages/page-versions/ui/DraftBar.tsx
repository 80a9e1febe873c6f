import { Button, Group } from "@mantine/core";
import { IconCalendarTime, IconFilePencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { PageDraft } from "#src/features/pages/page-versions/drafts/draft-contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { formatZonedDateTime } from "#src/kit/format-date.ts";
import { wordsOf } from "./change-words.ts";
import classes from "./DraftBar.module.css";
import { pageDraftQuery } from "./draft-queries.ts";
import { PublishDialog } from "./PublishDialog.tsx";
import { useCancel, useDiscard, useOpenEditor } from "./use-draft.ts";

interface DraftBarProps {
  profile: Profile;
  /** False while something typed isn't on the server. */
  isSaved: boolean;
}

/** What's planned with a page's draft, and in a draft, publishing it. */
export function DraftBar({ profile, isSaved }: DraftBarProps) {
  const { data, error, refetch } = useQuery(pageDraftQuery(profile.id));
  const isDraft = profile.draft_of !== null;
  useEffect(() => {
    // What's different follows from what was saved.
    if (isDraft && isSaved) void refetch();
  }, [isDraft, isSaved, refetch]);
  if (!data) return error && isDraft ? <Bar>This draft couldn’t be loaded. Reload the page.</Bar> : null;
  const { draft } = data;
  if (!draft)
    return isDraft ? (
      <Bar>
        This draft can’t be published anymore: another one followed, or its page is gone. Activate it to make
        it a page of its own.
      </Bar>
    ) : null;
  return isDraft ? <InDraft draft={draft} isSaved={isSaved} /> : <OnPage draft={draft} />;
}

interface BarProps {
  isPlanned?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function Bar({ isPlanned, action, children }: BarProps) {
  const Icon = isPlanned ? IconCalendarTime : IconFilePencil;
  return (
    <div className={classes.bar}>
      <Banner isInset icon={<Icon size={20} aria-hidden />} action={action}>
        {children}
      </Banner>
    </div>
  );
}

function OnPage({ draft }: { draft: PageDraft }) {
  const { draft_id, publish_at, revert_at, is_live } = draft;
  const mayEdit = useHasPermission("profiles.edit");
  const openEditor = useOpenEditor();
  const openDraft = draft_id !== null && (
    <Button size="compact-md" variant="default" onClick={() => void openEditor(draft_id)}>
      Open draft
    </Button>
  );
  const isPlanned = publish_at !== null || is_live;
  return (
    <Bar
      isPlanned={isPlanned}
      action={
        <Group gap="xs">
          {openDraft}
          {isPlanned && mayEdit && <CancelButton draft={draft} />}
        </Group>
      }
    >
      {is_live && revert_at !== null ? (
        <>
          A draft is live until {formatZonedDateTime(revert_at)}. What it changed goes back then, and what you
          change here stays.
        </>
      ) : publish_at === null ? (
        "There’s a draft of this page that isn’t published."
      ) : (
        <>
          <Plan publish_at={publish_at} revert_at={revert_at} /> What you change here until then stays, unless
          the draft changes the same.
        </>
      )}
    </Bar>
  );
}

interface PlanProps {
  publish_at: string;
  revert_at: string | null;
  /** Where the draft itself is open. */
  isHere?: boolean;
}

function Plan({ publish_at, revert_at, isHere }: PlanProps) {
  const start = formatZonedDateTime(publish_at);
  if (revert_at === null)
    return isHere ? <>This draft goes live on {start}.</> : <>A draft goes live on {start}.</>;
  if (isHere)
    return (
      <>
        This draft goes live on {start}, and what it changes goes back on {formatZonedDateTime(revert_at)}.
      </>
    );
  return (
    <>
      A draft goes live on {start}, and what it changes goes back on {formatZonedDateTime(revert_at)}.
    </>
  );
}

function CancelButton({ draft }: { draft: PageDraft }) {
  const cancel = useCancel(draft);
  return (
    <Button size="compact-md" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {draft.is_live ? "Keep it live" : "Don’t publish"}
    </Button>
  );
}

function InDraft({ draft, isSaved }: { draft: PageDraft; isSaved: boolean }) {
  const { profile_id, page_name, publish_at, revert_at, is_live, changes } = draft;
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useHasPermission("profiles.edit");
  const openEditor = useOpenEditor();
  const discard = useDiscard(draft);
  const words = changes ? wordsOf(changes).join(" · ") : "";
  const isWaiting = is_live && revert_at !== null;
  const isPlanned = publish_at !== null;
  return (
    <Bar
      isPlanned={isPlanned}
      action={
        <Group gap="xs">
          {mayEdit && (
            <Button size="compact-md" onClick={() => setOpen(true)}>
              {isPlanned ? "Change the plan" : "Publish…"}
            </Button>
          )}
          {mayEdit && isPlanned && <CancelButton draft={draft} />}
          <Button size="compact-md" variant="default" onClick={() => void openEditor(profile_id)}>
            Open page
          </Button>
          {mayEdit && !isPlanned && (
            <Button size="compact-md" variant="default" loading={discard.isPending} onClick={discard.ask}>
              Discard
            </Button>
          )}
        </Group>
      }
    >
      {publish_at === null ? (
        <>
          This is a draft of “{page_name}”, with its own look and links. Visitors see the page as it is until
          you publish.
        </>
      ) : (
        <>
          <Plan isHere publish_at={publish_at} revert_at={revert_at} /> You can edit it until then.
        </>
      )}
      {isWaiting && (
        <>
          {" "}
          The last draft is live until {formatZonedDateTime(revert_at)}; this one can go live before that,
          too.
        </>
      )}
      {words !== "" && <p className={classes.changes}>{words}</p>}
      <PublishDialog draft={draft} isSaved={isSaved} opened={isOpen} onClose={() => setOpen(false)} />
    </Bar>
  );
}
