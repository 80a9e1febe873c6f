import { IconBrush, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link as RouteLink, useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { actionLook } from "#src/kit/action.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { useFocusBack } from "#src/kit/use-focus-back.ts";
import { PATHS } from "#src/lib/paths.ts";
import { DraftStore, useDraft } from "./draft-store.ts";
import { LinkArea } from "./LinkArea.tsx";
import { PageUrl } from "./PageUrl.tsx";
import { linksQuery } from "./shared/link-queries.ts";
import { useLinkSlots } from "./shared/link-slots.ts";

const NO_LINKS: Link[] = [];

const ADD_LINK_ID = "add-link";

/** Returns the id of the element that opened the form: the edited link's row, or the button for a new one. */
function openerId(open: string): string {
  return open === "yes" ? ADD_LINK_ID : `edit-${open}`;
}

/** Returns the links, with the current draft in its position. */
function withDraft(links: readonly Link[], draft: Link | null): readonly Link[] {
  if (!draft) return links;
  return links.some(({ id }) => id === draft.id)
    ? links.map((link) => (link.id === draft.id ? draft : link))
    : [...links, draft];
}

export function ProfileLinks({ profile }: { profile: Profile }) {
  const { create, edit } = useSearch({ from: `/shell${PATHS.links}` });
  const navigate = useNavigate({ from: PATHS.links });
  const query = useQuery(linksQuery(profile.id));
  const mayEdit = useHasPermission("links.edit");
  const [drafts] = useState(() => new DraftStore());

  useFocusBack(edit ?? create, openerId);

  const links = query.data?.items ?? NO_LINKS;
  const openCreate = () => navigate({ search: (search) => ({ ...search, create: "yes", edit: undefined }) });
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
            {mayEdit && links.length > 0 && create !== "yes" && (
              <button type="button" id={ADD_LINK_ID} {...actionLook("filled")} onClick={openCreate}>
                <IconPlus size={18} />
                Add link
              </button>
            )}
          </>
        }
      >
        <PageUrl profile={profile} />
      </PageTitle>
      <PreviewFrame preview={page}>
        <LinkArea profile={profile} onDraft={drafts.show} />
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
