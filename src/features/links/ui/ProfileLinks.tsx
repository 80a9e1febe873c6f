import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBrush, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link as RouteLink, useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import type { Link } from "#src/features/links/contract.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewButton } from "#src/kit/PreviewButton.tsx";
import { useFocusBack } from "#src/kit/use-focus-back.ts";
import { LinkArea } from "./LinkArea.tsx";
import classes from "./Links.module.css";
import { useLinkParts } from "./link-parts.ts";
import { PageUrl } from "./PageUrl.tsx";
import { linksQuery } from "./shared/link-queries.ts";

const NO_LINKS: Link[] = [];

/** As in the styles: narrower screens show the preview only when asked to, and don't load it before. */
const PREVIEW_BESIDE = "(min-width: 64em)";

const ADD_LINK_ID = "add-link";

/** The id of what opened the form: the edited link's row, or the button for a new one. */
function openerId(open: string): string {
  return open === "yes" ? ADD_LINK_ID : `edit-${open}`;
}

/** The links, with the one being typed in its place. */
function withDraft(links: readonly Link[], draft: Link | null): readonly Link[] {
  if (!draft) return links;
  return links.some(({ id }) => id === draft.id)
    ? links.map((link) => (link.id === draft.id ? draft : link))
    : [...links, draft];
}

/** A profile's links beside a preview of its page. */
export function ProfileLinks({ profile }: { profile: Profile }) {
  const { create, edit } = useSearch({ from: "/shell/dashboard/links" });
  const navigate = useNavigate({ from: "/dashboard/links" });
  const query = useQuery(linksQuery(profile.id));
  const { renderPreview } = useLinkParts();
  const [draft, setDraft] = useState<Link | null>(null);
  const isWide = useMediaQuery(PREVIEW_BESIDE, undefined, { getInitialValueInEffect: false });

  useFocusBack(edit ?? create, openerId);

  const links = query.data?.items ?? NO_LINKS;
  // The preview follows along; it never holds up a keystroke.
  const shownDraft = useDeferredValue(draft);
  const shownLinks = useMemo(() => withDraft(links, shownDraft), [links, shownDraft]);
  const openCreate = () => navigate({ search: (search) => ({ ...search, create: "yes", edit: undefined }) });
  const page = renderPreview(profile, shownLinks);

  return (
    <>
      <PageTitle
        title="Links"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconBrush size={18} />}
              renderRoot={(props) => (
                <RouteLink
                  to="/dashboard/profiles"
                  search={{ profile: profile.id, edit: profile.id, tab: "design" }}
                  {...props}
                />
              )}
            >
              Design
            </Button>
            <PreviewButton>{page}</PreviewButton>
            {links.length > 0 && create !== "yes" && (
              <Button id={ADD_LINK_ID} leftSection={<IconPlus size={18} />} onClick={openCreate}>
                Add link
              </Button>
            )}
          </>
        }
      >
        <PageUrl profile={profile} />
      </PageTitle>
      <div className={classes.columns}>
        <LinkArea profile={profile} onDraft={setDraft} />
        {isWide && <aside className={classes.preview}>{page}</aside>}
      </div>
    </>
  );
}
