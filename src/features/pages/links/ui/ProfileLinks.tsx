import { IconBrush, IconCopy, IconExternalLink, IconPlus, IconShare2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link as RouteLink, useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useShareProfile } from "#src/features/pages/profiles/ui/shared/share-profile.ts";
import { actionLook } from "#src/kit/action.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { IconButton, IconButtonLink } from "#src/kit/IconButton.tsx";
import { prefetchedComponent } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { DraftStore, useDraft } from "./draft-store.ts";
import { LinkArea } from "./LinkArea.tsx";
import classes from "./Links.module.css";
import { linksQuery } from "./shared/link-queries.ts";
import { useLinkSlots } from "./shared/link-slots.ts";

const LinkTools = prefetchedComponent(
  async () => (await import("./search/LinkTools.tsx")).LinkTools,
  <div style={{ height: 42 }} />,
);

const NO_LINKS: Link[] = [];

const ADD_LINK_ID = "add-link";

/** Returns the id of the element that opened the form: the edited link's row, or the button for a new one. */
function openerId(open: string): string {
  return open.includes("-") ? `edit-${open}` : ADD_LINK_ID;
}

/** Returns the links, with the current draft in its position. */
function withDraft(links: readonly Link[], draft: Link | null): readonly Link[] {
  if (!draft) return links;
  return links.some(({ id }) => id === draft.id)
    ? links.map((link) => (link.id === draft.id ? draft : link))
    : [...links, draft];
}

export function ProfileLinks({ profile }: { profile: Profile }) {
  const { create, edit, q, pick } = useSearch({ from: `/shell${PATHS.links}` });
  const navigate = useNavigate({ from: PATHS.links });
  const query = useQuery(linksQuery(profile.id));
  const mayEdit = useHasPermission("links.edit");
  const [drafts] = useState(() => new DraftStore());

  useFocusBack(edit ?? create, openerId);

  const links = query.data?.items ?? NO_LINKS;
  // What's found, or can be selected, takes the place of the links, until a form opens.
  const isFinding = (q ?? pick) !== undefined && (create ?? edit) === undefined;
  const openCreate = () =>
    navigate({
      search: (search) => ({ ...search, create: "yes", edit: undefined }),
      resetScroll: false,
    });
  const page = <LivePreview profile={profile} links={links} drafts={drafts} />;

  return (
    <>
      <PageTitle
        title="Links"
        actions={
          <>
            {mayEdit && (
              <RouteLink
                to={PATHS.profiles}
                search={{ profile: profile.id, edit: profile.id, tab: "design" }}
                {...actionLook("default")}
              >
                <IconBrush size={18} />
                Design
              </RouteLink>
            )}
            <PreviewButton>{page}</PreviewButton>
            {mayEdit && links.length > 0 && create === undefined && (
              <button
                type="button"
                id={ADD_LINK_ID}
                {...actionLook("filled")}
                aria-label="Add link or block"
                onClick={openCreate}
              >
                <IconPlus size={18} />
                Add
              </button>
            )}
          </>
        }
      >
        {profile.draft_of === null ? <PageUrl profile={profile} /> : <DraftLine id={profile.id} />}
      </PageTitle>
      <PreviewFrame preview={page}>
        <div className={classes.area}>
          {(isFinding || !query.data || links.length > 0) && <LinkTools profile={profile} />}
          {!isFinding && <LinkArea profile={profile} onDraft={drafts.show} />}
        </div>
      </PreviewFrame>
    </>
  );
}

interface LivePreviewProps {
  profile: Profile;
  links: readonly Link[];
  drafts: DraftStore;
}

/** The page with the current draft. It never holds up a keystroke. */
function LivePreview({ profile, links, drafts }: LivePreviewProps) {
  const { Preview } = useLinkSlots();
  const draft = useDeferredValue(useDraft(drafts));
  const shown = useMemo(() => withDraft(links, draft), [links, draft]);
  return <Preview profile={profile} links={shown} />;
}

/** A draft is published in its editor. */
function DraftLine({ id }: { id: string }) {
  return (
    <RouteLink
      to={PATHS.profiles}
      search={{ profile: id, edit: id }}
      className="plain-link mantine-focus-auto"
    >
      A draft that visitors don’t see. Publish it in its editor
    </RouteLink>
  );
}

function PageUrl({ profile }: { profile: Profile }) {
  const { full, short } = usePageUrls();
  const url = full(profile);
  const share = useShareProfile();
  return (
    <div className={classes.page}>
      <a href={url} target="_blank" rel="noopener" className="plain-link mantine-focus-auto">
        {short(profile)}
      </a>
      <IconButton aria-label="Copy URL" data-hint="Copy URL" onClick={() => void copyText(url, "Page URL")}>
        <IconCopy size={18} />
      </IconButton>
      {share && (
        <IconButton aria-label="Share page" data-hint="Share page" onClick={() => share(profile)}>
          <IconShare2 size={18} />
        </IconButton>
      )}
      <IconButtonLink href={url} target="_blank" rel="noopener" aria-label="View page" data-hint="View page">
        <IconExternalLink size={18} />
      </IconButtonLink>
    </div>
  );
}

/**
 * Returns the focus when a form inside the page closes, so that keyboard users continue where they were.
 * `open` identifies the form; `idOf` returns the id of the element that opened it.
 */
function useFocusBack(open: string | undefined, idOf: (open: string) => string): void {
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (closed === undefined || closed === open || document.activeElement !== document.body) return;
    document.getElementById(idOf(closed))?.focus();
  }, [open, idOf]);
}
