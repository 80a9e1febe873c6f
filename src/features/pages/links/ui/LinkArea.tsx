import { IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link as RouteLink, useNavigate, useSearch } from "@tanstack/react-router";
import { memo, useState } from "react";
import { useHasFeature } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { countsAsLink } from "#src/features/pages/links/rows-rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { Weeks } from "#src/features/pages/profiles/ui/shared/Weeks.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import { BlockEditor } from "./block-form.lazy.tsx";
import { LinkList } from "./LinkList.tsx";
import classes from "./Links.module.css";
import { AdderSkeleton, LinkRowsSkeleton } from "./LinksSkeleton.tsx";
import { LinkForm } from "./link-form.lazy.tsx";
import { RowSign, RowWords } from "./RowParts.tsx";
import { linksQuery } from "./shared/link-queries.ts";
import { type Creation, isLinkCreation } from "./shared/links-search.ts";

const FullNotice = lazyComponent(async () => (await import("./FullNotice.tsx")).FullNotice);

const OwnClicksNote = lazyComponent(async () => (await import("./OwnClicksNote.tsx")).OwnClicksNote);

const LinkAdder = lazyComponent(async () => (await import("./LinkAdder.tsx")).LinkAdder, <AdderSkeleton />);

interface LinkAreaProps {
  profile: Profile;
  onDraft: (draft: Link | null) => void;
}

/**
 * The form for a new link, the list, and the limit. Doesn't rerender while the preview next to it follows the
 * typing.
 */
export const LinkArea = memo(function LinkArea({ profile, onDraft }: LinkAreaProps) {
  const query = useQuery(linksQuery(profile.id));
  const canImport = useHasFeature("page_imports");
  const mayEdit = useHasPermission("links.edit");
  const { create, edit, url, text } = useSearch({ from: `/shell${PATHS.links}` });
  const navigate = useNavigate({ from: PATHS.links });
  // Forms open where they're asked for, and scroll into view by themselves.
  const show = (id: string | undefined) =>
    navigate({ search: (search) => ({ ...search, create: undefined, edit: id }), resetScroll: false });
  const add = (creation: Creation) =>
    navigate({ search: (search) => ({ ...search, create: creation, edit: undefined }), resetScroll: false });

  const close = () => show(undefined);
  const hasRoom = query.data !== undefined && hasRoomIn(query.data);
  // With the last link that fits, the field stays, with what didn't fit.
  const [hasAdder, setHasAdder] = useState(hasRoom);
  if (hasRoom && !hasAdder) setHasAdder(true);

  if (query.isError && !query.data) {
    return (
      <ErrorPanel
        error={query.error}
        fallback="Your links couldn’t be loaded."
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) {
    return <LinkRowsSkeleton withAdder={mayEdit} />;
  }
  const { items: links, limit } = query.data;
  if (!mayEdit) return <ReadOnlyLinkList profile={profile} links={links} />;
  const isFirst = links.length === 0;
  const counted = links.filter(countsAsLink).length;
  const isFull = limit !== null && counted >= limit;
  const wantsMore = isLinkCreation(create);
  return (
    <div className={classes.area}>
      {hasAdder && (
        <LinkAdder
          profileId={profile.id}
          isFull={isFull}
          shared={url ?? text}
          onShared={() =>
            void navigate({
              replace: true,
              resetScroll: false,
              search: (search) => ({ ...search, url: undefined, text: undefined }),
            })
          }
        />
      )}
      {isFull && wantsMore && <FullNotice limit={limit} role="alert" />}
      {create !== undefined && (isFull || !wantsMore) && (
        <BlockEditor profile={profile} creation={create} onAdd={add} onDraft={onDraft} onDone={close} />
      )}
      {((isFirst && create === undefined) || (wantsMore && !isFull)) && (
        <LinkForm
          key={isFirst ? "first" : create}
          profile={profile}
          creation={create}
          heading={isFirst ? "Add your first link" : "New link"}
          onDraft={onDraft}
          onDone={close}
          onBlocks={() => add("blocks")}
          onCancel={isFirst ? undefined : close}
        />
      )}
      {isFirst && canImport && (
        <p className="small-print">
          Is your page somewhere else now?{" "}
          <RouteLink to={PATHS.pageImport} search={{ profile: profile.id }}>
            Import it
          </RouteLink>
        </p>
      )}
      <Weeks of={{ links: profile.id }}>
        <LinkList
          profile={profile}
          links={links}
          isFull={isFull}
          editedId={edit}
          onEdit={show}
          onDraft={onDraft}
        />
      </Weeks>
      {isFull ? (
        !wantsMore && <FullNotice limit={limit} />
      ) : (
        <p className="small-print">
          {limit === null ? plural(counted, "link") : `${counted} of ${limit} links`}
        </p>
      )}
      <OwnClicksNote profile={profile} links={links} />
    </div>
  );
});

function hasRoomIn({ items, limit }: { items: readonly Link[]; limit: number | null }): boolean {
  return limit === null || items.filter(countsAsLink).length < limit;
}

/** The links for people without permission to change them. */
function ReadOnlyLinkList({ profile, links }: { profile: Profile; links: Link[] }) {
  if (links.length === 0)
    return (
      <EmptyPanel
        icon={<IconLink />}
        title="No links yet"
        description="Once someone adds links to this page, you’ll see them here."
      />
    );
  return (
    <Weeks of={{ links: profile.id }}>
      <ul className={classes.list} aria-label="Links">
        {links.map((link) => (
          <ReadOnlyLinkRow key={link.id} link={link} />
        ))}
      </ul>
      <OwnClicksNote profile={profile} links={links} />
    </Weeks>
  );
}

/** A link for people without permission to change it. */
function ReadOnlyLinkRow({ link }: { link: Link }) {
  return (
    <li
      className={`${classes.row} ${classes.seen}`}
      data-hidden={!link.is_visible || undefined}
      data-inside={link.parent_id !== null || undefined}
    >
      <RowSign link={link} />
      <div className={classes.words}>
        <RowWords link={link} />
      </div>
    </li>
  );
}
