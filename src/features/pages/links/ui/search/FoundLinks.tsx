import { Button, Loader } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { rowName } from "#src/features/pages/links/rows-rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { isSelectable } from "#src/features/pages/profiles/rules.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { displayedTotal, estimateLabel, plural } from "#src/kit/plural.ts";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { isPicked, NOTHING, pick, type Selection } from "#src/kit/table/selection.ts";
import { PATHS } from "#src/lib/paths.ts";
import { LinkSelection } from "../bulk/LinkSelection.tsx";
import rows from "../Links.module.css";
import { RowSign, RowWords } from "../RowParts.tsx";
import { foundLinksQuery } from "../shelf-queries.ts";
import classes from "./Found.module.css";
import { takePicked } from "./picked-row.ts";
import { useLinkSearch } from "./use-link-search.ts";

/** The links that are found, or those of the page, to open one or to select some of them. */
export function FoundLinks({ profile }: { profile: Profile }) {
  const { filter, finding, find } = useLinkSearch(profile.id);
  const mayEdit = useHasPermission("links.edit");
  const list = useInfiniteQuery(foundLinksQuery(filter));
  const [selection, setSelection] = useSelection(JSON.stringify(filter));
  const links = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const { total = 0, is_estimate = false } = list.data?.pages.at(-1) ?? {};
  if (list.isError && !list.data)
    return (
      <ErrorPanel
        error={list.error}
        fallback="Your links couldn’t be loaded."
        onRetry={() => void list.refetch()}
      />
    );
  const words = finding.q === undefined ? plural(total, "link") : foundWords(total, is_estimate);
  return (
    <div className={rows.area}>
      <div className={classes.status}>
        <span role="status">{list.isPending ? "…" : words}</span>
        {list.isPlaceholderData && <Loader size="xs" />}
      </div>
      {list.data && links.length === 0 && (
        <EmptyPanel
          icon={<IconSearch />}
          title="No links found"
          description="Nothing matches in any title, URL, description, note, tag, or folder. Shorter words find more."
        >
          <Button variant="default" onClick={() => void find({ q: undefined, isPicking: false })}>
            Show all links
          </Button>
        </EmptyPanel>
      )}
      <ul className={rows.list} aria-label="Links">
        {links.map((link) => (
          <FoundRow
            key={link.id}
            link={link}
            profileId={profile.id}
            isPicked={isPicked(selection, link.id)}
            onPick={mayEdit ? (isOn) => setSelection(pick(selection, [link.id], isOn)) : undefined}
            isSelecting={finding.isPicking}
          />
        ))}
      </ul>
      <ShowMoreButton list={list} />
      {mayEdit && (
        <LinkSelection
          selection={selection}
          onSelection={setSelection}
          filter={filter}
          total={total}
          isEstimate={is_estimate}
        />
      )}
    </div>
  );
}

function foundWords(total: number, isEstimate: boolean): string {
  const words = plural(displayedTotal(total, isEstimate), "link found", "links found");
  return estimateLabel(words, total, isEstimate);
}

/** A selection belongs to one search. */
function useSelection(search: string) {
  const [picked, setPicked] = useState(() => ({ search, selection: takePicked() }));
  const selection = picked.search === search ? picked.selection : NOTHING;
  return [selection, (selection: Selection) => setPicked({ search, selection })] as const;
}

interface FoundRowProps {
  link: Link;
  profileId: string;
  isPicked: boolean;
  onPick: ((isOn: boolean) => void) | undefined;
  /** Then the whole row selects, instead of opening. */
  isSelecting: boolean;
}

function FoundRow({ link, profileId, isPicked, onPick, isSelecting }: FoundRowProps) {
  const { profiles } = useSelectedProfile();
  const navigate = useNavigate({ from: PATHS.links });
  const page = link.profile_id === profileId ? undefined : profiles.find(({ id }) => id === link.profile_id);
  const isReachable = page === undefined || isSelectable(page);
  // The search stays in the URL, so that it's there again once the form closes.
  const open = () =>
    navigate({
      search: (search) => ({ ...search, profile: link.profile_id, edit: link.id }),
      resetScroll: false,
    });
  return (
    <li
      className={`${rows.row} ${onPick ? "" : rows.seen}`}
      data-link={link.id}
      data-hidden={!link.is_visible || undefined}
    >
      {onPick && (
        <label className={classes.check}>
          <input
            type="checkbox"
            aria-label={`Select ${rowName(link)}`}
            checked={isPicked}
            onChange={({ currentTarget }) => onPick(currentTarget.checked)}
          />
        </label>
      )}
      <RowSign link={link} />
      <div className={classes.both}>
        {onPick && isReachable && !isSelecting ? (
          <button
            type="button"
            id={`edit-${link.id}`}
            className={`plain-button mantine-focus-auto ${rows.words}`}
            onClick={() => void open()}
          >
            <span className="only-heard">Edit </span>
            <RowWords link={link} />
          </button>
        ) : (
          // biome-ignore lint: the checkbox beside it is the control; this only makes its target larger.
          <div className={rows.words} onClick={onPick && isSelecting ? () => onPick(!isPicked) : undefined}>
            <RowWords link={link} />
          </div>
        )}
        {page && (
          <span className={classes.page} dir="auto">
            {page.name}
          </span>
        )}
      </div>
    </li>
  );
}
